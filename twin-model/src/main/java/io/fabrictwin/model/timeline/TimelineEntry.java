package io.fabrictwin.model.timeline;

import java.util.Comparator;

/**
 * One line of a timeline.
 *
 * @param timeNs event time at which it began, ns since 1970
 * @param entity whom it concerns; many of a kind are named with their number
 * @param what it was, in words
 * @param detail measured or set values; empty where there is nothing to add
 */
public record TimelineEntry(long timeNs, String entity, String what, String detail)
        implements Comparable<TimelineEntry> {
    private static final Comparator<TimelineEntry> ORDER = Comparator.comparingLong(TimelineEntry::timeNs)
            .thenComparing(TimelineEntry::what)
            .thenComparing(TimelineEntry::entity)
            .thenComparing(TimelineEntry::detail);

    @Override
    public int compareTo(TimelineEntry other) {
        return ORDER.compare(this, other);
    }
}
