package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.RejectCode;

/** A line is no sample that can be taken; caught where the line is handed on. */
final class MalformedSampleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RejectCode code;

    MalformedSampleException(RejectCode code, String reason) {
        super(reason);
        this.code = code;
    }

    RejectCode code() {
        return code;
    }
}
