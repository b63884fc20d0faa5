package io.fabrictwin.streams.query;

import org.jspecify.annotations.Nullable;

/**
 * A completed training iteration.
 *
 * @param startNs event time of its start
 * @param computeEndNs when the slowest rank had computed; null is unknown
 * @param endNs event time of its end
 */
public record Step(long number, long startNs, @Nullable Long computeEndNs, long endNs) implements Comparable<Step> {
    public long stepTimeNs() {
        return endNs - startNs;
    }

    @Override
    public int compareTo(Step other) {
        return Long.compare(number, other.number);
    }
}
