package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.RejectCode;

/** A row is not taken; never leaves the package. */
final class BadRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RejectCode code;

    BadRowException(RejectCode code, String reason) {
        super(reason, null, false, false);
        this.code = code;
    }

    RejectCode code() {
        return code;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
