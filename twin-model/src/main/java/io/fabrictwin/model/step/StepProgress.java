package io.fabrictwin.model.step;

import java.util.List;

/**
 * How far a step has come when the run starts.
 *
 * @param elapsedNs time since the step began, ns
 * @param doneShares by collective, 0 (not begun) to 1 (done)
 */
public record StepProgress(long elapsedNs, List<Double> doneShares) {
    /** A step that begins within the run. */
    public static final StepProgress NONE = new StepProgress(0, List.of());

    public StepProgress {
        doneShares = List.copyOf(doneShares);
        if (elapsedNs < 0) {
            throw new IllegalArgumentException("elapsedNs " + elapsedNs + " is negative");
        }
        for (double share : doneShares) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("doneShare " + share + " is not between 0 and 1");
            }
        }
    }

    double doneShare(int collective) {
        return collective < doneShares.size() ? doneShares.get(collective) : 0;
    }
}
