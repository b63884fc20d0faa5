package io.fabrictwin.model.step;

import java.util.List;

/**
 * What a job does in one step.
 *
 * @param computeNs computing time by rank, ns
 * @param collectives in the order in which a stream runs them
 */
public record StepWork(List<Long> computeNs, List<CollectiveWork> collectives) {
    public StepWork {
        computeNs = List.copyOf(computeNs);
        collectives = List.copyOf(collectives);
        for (long ns : computeNs) {
            if (ns < 0) {
                throw new IllegalArgumentException("computeNs " + ns + " is negative");
            }
        }
    }

    public int rankCount() {
        return computeNs.size();
    }
}
