package io.fabrictwin.model.frame;

import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/** A cut of the log: the next offset of each topic partition. A partition that is absent has not been read at all,
 * which is the same as a next offset of 0. */
public record Positions(SortedMap<Partition, Long> nextOffsets) {
    public static final Positions NONE = new Positions(Collections.emptySortedMap());

    /** A partition of a topic. */
    public record Partition(String topic, int number) implements Comparable<Partition> {
        private static final Comparator<Partition> ORDER =
                Comparator.comparing(Partition::topic).thenComparingInt(Partition::number);

        @Override
        public int compareTo(Partition other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return topic + "-" + number;
        }
    }

    public Positions {
        SortedMap<Partition, Long> read = new TreeMap<>(nextOffsets);
        read.values().removeIf(next -> next == 0);
        nextOffsets = Collections.unmodifiableSortedMap(read);
    }

    /** The furthest of both in each partition. */
    public Positions mergedWith(Positions other) {
        SortedMap<Partition, Long> merged = new TreeMap<>(nextOffsets);
        other.nextOffsets.forEach((partition, offset) -> merged.merge(partition, offset, Math::max));
        return new Positions(merged);
    }

    /** The nearest of both in each partition; nothing of a partition that either does not name. */
    public Positions limitedTo(Positions other) {
        SortedMap<Partition, Long> limited = new TreeMap<>();
        nextOffsets.forEach((partition, offset) ->
                limited.put(partition, Math.min(offset, other.nextOffsets.getOrDefault(partition, 0L))));
        return new Positions(limited);
    }

    /** Whether everything before {@code other} has been read here. */
    public boolean covers(Positions other) {
        return other.nextOffsets.entrySet().stream()
                .allMatch(entry -> nextOffsets.getOrDefault(entry.getKey(), 0L) >= entry.getValue());
    }
}
