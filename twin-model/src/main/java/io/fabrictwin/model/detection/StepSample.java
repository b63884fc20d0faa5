package io.fabrictwin.model.detection;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One step of a job; what was not told is null or absent.
 *
 * @param startNs when it began, ns since 1970
 * @param computeEndNs when its slowest rank had computed, ns since 1970
 * @param endNs when it was over, ns since 1970
 * @param computeNs computing time by rank, ns
 */
public record StepSample(
        long step,
        @Nullable Long startNs,
        @Nullable Long computeEndNs,
        @Nullable Long endNs,
        SortedMap<Integer, Long> computeNs) {
    public StepSample {
        computeNs = Collections.unmodifiableSortedMap(new TreeMap<>(computeNs));
    }

    /** How long it took, ns; empty where it is not complete. */
    OptionalLong durationNs() {
        return startNs == null || endNs == null ? OptionalLong.empty() : OptionalLong.of(endNs - startNs);
    }
}
