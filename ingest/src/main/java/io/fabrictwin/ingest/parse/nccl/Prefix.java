package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.Envelope;
import io.fabrictwin.ingest.parse.LogTime;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a line's first message: launchers' marks, times, the rest of another line.
 *
 * @param text as it stands
 * @param envelope launchers' marks at its beginning
 * @param timeNs the time in it, ns since 1970; null: none
 * @param isOther whether another program's text stands behind the marks
 */
record Prefix(String text, Envelope envelope, @Nullable Long timeNs, boolean isOther) {
    private static final Envelope NO_ENVELOPE = Envelope.of("");

    static Prefix of(String text) {
        if (text.isBlank()) {
            return new Prefix(text, NO_ENVELOPE, null, false);
        }
        Envelope envelope = Envelope.of(text);
        boolean isOther = envelope.end() < text.length()
                && !text.substring(envelope.end()).isBlank();
        return new Prefix(text, envelope, LogTime.before(text), isOther);
    }
}
