package io.fabrictwin.schemas;

/**
 * What is kept of sources beside their events, in a topic of which only the newest message of each key stays. Nothing in
 * it is truth: without it sources are read again, and what is in the log already is recognised.
 */
public sealed interface SourceNote permits SourceProgress, TailPosition, SourceState {
    /** The message's key: of each, the newest counts. */
    String key();
}
