package io.fabrictwin.model.step;

import io.fabrictwin.model.collective.ReductionTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job does in one step.
 *
 * @param computeNs computing time by rank, ns
 * @param collectives in the order in which a stream runs them
 * @param tree switches that reduce for its ranks; null: none do
 */
public record StepWork(
        List<Long> computeNs,
        List<CollectiveWork> collectives,
        @Nullable ReductionTree tree) {
    /** Work that no switch reduces. */
    public StepWork(List<Long> computeNs, List<CollectiveWork> collectives) {
        this(computeNs, collectives, null);
    }

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
