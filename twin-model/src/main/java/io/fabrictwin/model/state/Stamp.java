package io.fabrictwin.model.state;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;
import java.util.Comparator;

/** What decides which of two writes is newer: event time, then source, then sequence. Arrival plays no part. */
public record Stamp(long eventTimeNs, SourceId source, long record, int index) implements Comparable<Stamp> {
    private static final Comparator<Stamp> ORDER = Comparator.comparingLong(Stamp::eventTimeNs)
            .thenComparing(Stamp::source)
            .thenComparingLong(Stamp::record)
            .thenComparingInt(Stamp::index);

    public static Stamp of(EventMeta meta) {
        return new Stamp(meta.eventTimeNs(), meta.source(), meta.record(), meta.index());
    }

    @Override
    public int compareTo(Stamp other) {
        return ORDER.compare(this, other);
    }
}
