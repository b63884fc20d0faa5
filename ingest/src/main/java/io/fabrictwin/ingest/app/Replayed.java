package io.fabrictwin.ingest.app;

import io.fabrictwin.schemas.QuarantinedInput;

/**
 * What became of a rejected record when it was handed to its format again.
 *
 * @param events how many it holds; they are in the log now
 * @param detail types of events, or why there are none, for people
 */
public record Replayed(QuarantinedInput input, Outcome outcome, int events, String detail) {
    /** The kinds of outcome. */
    public enum Outcome {
        /** It is in quarantine no more. */
        UNDERSTOOD,
        /** It stays, for the reason given. */
        REJECTED,
        /** It cannot be replayed alone; the detail says what to do instead. */
        CANNOT
    }
}
