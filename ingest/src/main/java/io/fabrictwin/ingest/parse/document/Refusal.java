package io.fabrictwin.ingest.parse.document;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;

/** Why a document, or its rest, was not read. */
public final class Refusal {
    private final String place;
    private final RejectCode code;
    private final String reason;
    private final byte[] raw;

    Refusal(String place, RejectCode code, String reason, byte[] raw) {
        this.place = place;
        this.code = code;
        this.reason = reason;
        this.raw = raw;
    }

    /** In words that a person can find. */
    public String place() {
        return place;
    }

    /** Class of the problem. */
    public RejectCode code() {
        return code;
    }

    /** What is wrong, in words. */
    public String reason() {
        return reason;
    }

    /** Hands it to the sink as the record of the given number. */
    public void reject(long record, Sink sink) {
        sink.rejected(record, place, code, reason, raw);
    }
}
