package io.fabrictwin.streams.query;

import org.jspecify.annotations.Nullable;

/**
 * How the service is.
 *
 * @param brokerReachable whether the broker answered when it was last asked
 * @param lagRecords records in the log that are not folded yet; null is unknown
 * @param detail one sentence for people: what it waits for or what went wrong, and what to do
 */
public record TwinStatus(
        State state, boolean brokerReachable, @Nullable Long lagRecords, String detail) {
    /** From start to stop. */
    public enum State {
        WAITING_FOR_BROKER,
        WAITING_FOR_TOPICS,
        /** Restoring its stores or sharing out partitions. */
        STARTING,
        RUNNING,
        STOPPED
    }

    /** Whether answers are those of a working twin. */
    public boolean isHealthy() {
        return state == State.RUNNING && brokerReachable;
    }
}
