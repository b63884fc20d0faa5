package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.Collections;
import java.util.List;
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
 * @param collectives in order of their index
 */
public record StepSample(
        long step,
        @Nullable Long startNs,
        @Nullable Long computeEndNs,
        @Nullable Long endNs,
        SortedMap<Integer, Long> computeNs,
        List<CollectiveSample> collectives) {
    public StepSample {
        computeNs = Collections.unmodifiableSortedMap(new TreeMap<>(computeNs));
        collectives = List.copyOf(collectives);
    }

    /**
     * A collective of a step over all ranks.
     *
     * @param bytesPerRank as its operation counts them
     * @param firstStartNs when the first rank began it
     * @param lastStartNs when the last rank began it
     * @param lastRank who that was
     * @param endNs when the last rank was done; null: not all were
     */
    public record CollectiveSample(
            int index,
            CollectiveOperation operation,
            long bytesPerRank,
            long firstStartNs,
            long lastStartNs,
            int lastRank,
            @Nullable Long endNs) {
        CollectiveSample with(CollectiveSample other) {
            CollectiveSample later = other.lastStartNs > lastStartNs ? other : this;
            return new CollectiveSample(
                    index,
                    operation,
                    bytesPerRank,
                    Math.min(firstStartNs, other.firstStartNs),
                    later.lastStartNs,
                    later.lastRank,
                    endNs == null || other.endNs == null ? null : (Long) Math.max(endNs, other.endNs));
        }
    }

    /** How long it took, ns; empty where it is not complete. */
    public OptionalLong durationNs() {
        return startNs == null || endNs == null ? OptionalLong.empty() : OptionalLong.of(endNs - startNs);
    }
}
