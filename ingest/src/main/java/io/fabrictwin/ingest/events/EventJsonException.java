package io.fabrictwin.ingest.events;

import io.fabrictwin.ingest.parse.RejectCode;

/** A text is no event; the message names the field and what is wrong with it. */
public final class EventJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RejectCode code;

    EventJsonException(RejectCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    public RejectCode code() {
        return code;
    }
}
