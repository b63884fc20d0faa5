package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.parse.RejectCode;

/** Hears what happens while inputs are taken in, for progress and messages. */
public interface IngestListener {
    /** Hears nothing. */
    IngestListener NONE = new IngestListener() {};

    /** Called now and then, and at the end of each file. */
    default void progress(String file, long recordsRead) {}

    /** A record was rejected. */
    default void rejected(String file, String place, RejectCode code, String reason) {}
}
