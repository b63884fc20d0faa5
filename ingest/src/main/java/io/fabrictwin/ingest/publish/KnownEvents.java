package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.SourceId;

/** Which events need not be published, because they are in the log already. */
public interface KnownEvents {
    boolean contains(EventMeta meta);

    /** Whether any event of the source is known. */
    boolean contains(SourceId source);

    /** Adds an event that is published now; false if it was known before. */
    boolean add(EventMeta meta);

    /** Greatest event time of the source's known events, ns since 1970; 0 if there are none. */
    long newestEventTimeNs(SourceId source);
}
