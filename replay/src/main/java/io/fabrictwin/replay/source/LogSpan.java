package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A part of a log, by partition; partitions of which nothing lies in it are left out.
 *
 * @param from first offset of each
 * @param to the offset after the last of each; the same partitions
 */
record LogSpan(SortedMap<Positions.Partition, Long> from, SortedMap<Positions.Partition, Long> to) {
    static LogSpan between(Positions from, Positions to) {
        SortedMap<Positions.Partition, Long> begins = new TreeMap<>();
        SortedMap<Positions.Partition, Long> ends = new TreeMap<>();
        to.nextOffsets().forEach((partition, end) -> {
            long begin = from.nextOffsets().getOrDefault(partition, 0L);
            if (begin < end) {
                begins.put(partition, begin);
                ends.put(partition, end);
            }
        });
        return new LogSpan(begins, ends);
    }

    boolean isEmpty() {
        return to.isEmpty();
    }

    /** Most records that can lie in it. */
    long size() {
        return to.entrySet().stream()
                .mapToLong(end -> end.getValue() - from.getOrDefault(end.getKey(), 0L))
                .sum();
    }
}
