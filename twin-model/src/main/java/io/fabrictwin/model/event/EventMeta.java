package io.fabrictwin.model.event;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;

/**
 * What every event carries beside its fact.
 *
 * @param record position of the record in its source, from 0
 * @param index position of the event among those of its record, from 0; (record, index) is the event's sequence
 * @param eventTimeNs when it happened, ns since 1970-01-01T00:00Z by {@code clock}
 * @param observedTimeNs when it was taken in, ns since 1970; never part of the state
 */
public record EventMeta(
        FabricId fabric, SourceId source, long record, int index, long eventTimeNs, long observedTimeNs, Clock clock) {
    public EventMeta {
        source = source.shared();
        if (record < 0) {
            throw new IllegalArgumentException("record " + record + " is negative");
        }
        if (index < 0) {
            throw new IllegalArgumentException("index " + index + " is negative");
        }
        if (eventTimeNs < 0) {
            throw new IllegalArgumentException("eventTimeNs " + eventTimeNs + " is before 1970");
        }
        if (observedTimeNs < 0) {
            throw new IllegalArgumentException("observedTimeNs " + observedTimeNs + " is before 1970");
        }
    }
}
