package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.RejectCode;

/** An entry of a plan cannot be taken; caught where the entry is handed on. */
final class BadEntryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RejectCode code;

    BadEntryException(RejectCode code, String reason) {
        super(reason);
        this.code = code;
    }

    RejectCode code() {
        return code;
    }
}
