package io.fabrictwin.ingest.parse.sonic;

import io.fabrictwin.ingest.parse.RejectCode;

/** An entry cannot be taken; caught where the entry is handed on. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RejectCode code;

    RefusedException(RejectCode code, String reason) {
        super(reason);
        this.code = code;
    }

    RejectCode code() {
        return code;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
