package io.fabrictwin.model.state;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.SourceId;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** What decides which of two writes is newer: event time, then source, then sequence. Arrival plays no part. */
public record Stamp(long eventTimeNs, SourceId source, long record, int index) implements Comparable<Stamp> {
    public static Stamp of(EventMeta meta) {
        return new Stamp(meta.eventTimeNs(), meta.source(), meta.record(), meta.index());
    }

    /** Events by stamp, each once. A stamp names one event; should two bear it, the choice must not ask who came first. */
    public static Collection<FabricEvent> inOrder(Collection<? extends FabricEvent> events) {
        SortedMap<Stamp, FabricEvent> ordered = new TreeMap<>();
        for (FabricEvent event : events) {
            ordered.merge(
                    of(event.meta()),
                    event,
                    (one, other) -> one.toString().compareTo(other.toString()) <= 0 ? one : other);
        }
        return ordered.values();
    }

    @Override
    public int compareTo(Stamp other) {
        int order = Long.compare(eventTimeNs, other.eventTimeNs);
        if (order == 0) {
            order = source.compareTo(other.source);
        }
        if (order == 0) {
            order = Long.compare(record, other.record);
        }
        return order == 0 ? Integer.compare(index, other.index) : order;
    }
}
