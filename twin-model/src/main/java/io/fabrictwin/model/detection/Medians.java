package io.fabrictwin.model.detection;

import java.util.Collection;

/** The middle of some numbers. */
final class Medians {
    private Medians() {}

    /** The median; 0 of none. */
    static double of(Collection<Long> numbers) {
        long[] sorted = numbers.stream().mapToLong(Long::longValue).sorted().toArray();
        int count = sorted.length;
        return count == 0 ? 0 : (sorted[(count - 1) / 2] + (double) sorted[count / 2]) / 2;
    }
}
