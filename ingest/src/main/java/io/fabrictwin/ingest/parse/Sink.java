package io.fabrictwin.ingest.parse;

import io.fabrictwin.model.event.FabricEvent;
import java.util.List;

/**
 * Takes the records of an input. Each record comes once, with its position from 0 in the input, and with its place.
 */
public interface Sink {
    /** The record was understood; the list may be empty if it holds no fact the twin keeps. */
    void accepted(long record, Place place, List<? extends FabricEvent> events);

    /** The record was recognised as none of this format's business: a comment, another program's line. */
    void ignored(long record, Place place);

    /**
     * The record was not understood.
     *
     * @param reason what is wrong, in words that name the field and the value
     * @param raw the record as it came; the sink keeps a bounded part
     */
    void rejected(long record, Place place, RejectCode code, String reason, byte[] raw);

    /** The same with the place in words. */
    default void accepted(long record, String place, List<? extends FabricEvent> events) {
        accepted(record, () -> place, events);
    }

    /** The same with the place in words. */
    default void ignored(long record, String place) {
        ignored(record, () -> place);
    }

    /** The same with the place in words. */
    default void rejected(long record, String place, RejectCode code, String reason, byte[] raw) {
        rejected(record, () -> place, code, reason, raw);
    }

    /**
     * A part of a record was seen and understood as nothing that the twin keeps: a table, a field, a kind of message. It is
     * no record of its own; the sink may count how often each is met.
     *
     * @param what its name as the source words it, without values, so that few different ones come
     */
    default void unread(String what) {}
}
