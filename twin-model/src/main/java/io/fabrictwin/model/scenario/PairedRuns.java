package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a window on the fabric as it was and on the changed one, with the same seeds.
 *
 * @param base one for each seed
 * @param fork one for each seed; as many as of the base, or more
 * @param unreachable why a job cannot go on, and then nothing is run; null: all hosts are reached
 */
record PairedRuns(
        List<ForkRun.Outcome> base,
        List<ForkRun.Outcome> fork,
        @Nullable String unreachable) {

    boolean anyDrawn() {
        return fork.get(0).hasDrawnPaths() || base.get(0).hasDrawnPaths();
    }

    /** Mean step time of a job by run, ns; 0 where it has no step. */
    static double[] meansNs(List<ForkRun.Outcome> outcomes, JobId job) {
        return outcomes.stream()
                .mapToDouble(outcome -> outcome.meanStepTimeNs(job))
                .toArray();
    }
}
