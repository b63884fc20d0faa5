package io.fabrictwin.ingest.parse;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import org.jspecify.annotations.Nullable;

/**
 * What an input's events share.
 *
 * @param fabric the fabric they are about
 * @param source format and content
 * @param anchorTimeNs the time of what has none of its own, ns since 1970: as asked for, else when the file was last
 *     written
 * @param observedTimeNs when the input is taken in, ns since 1970
 */
public record EventContext(FabricId fabric, SourceId source, long anchorTimeNs, long observedTimeNs) {

    /**
     * The meta of one event.
     *
     * @param record position of the record in the input, from 0
     * @param index position of the event in the record, from 0
     * @param eventTimeNs the source's own time, ns since 1970; null: it gives none, and the anchor is assumed
     */
    public EventMeta meta(long record, int index, @Nullable Long eventTimeNs) {
        return eventTimeNs == null
                ? new EventMeta(fabric, source, record, index, anchorTimeNs, observedTimeNs, Clock.ASSUMED)
                : new EventMeta(fabric, source, record, index, eventTimeNs, observedTimeNs, Clock.SOURCE);
    }

    /** The meta of an event of a source that counts time from its own start: the anchor is where that start is assumed. */
    public EventMeta metaAfterAnchor(long record, int index, long elapsedNs) {
        return new EventMeta(
                fabric, source, record, index, Math.addExact(anchorTimeNs, elapsedNs), observedTimeNs, Clock.ASSUMED);
    }
}
