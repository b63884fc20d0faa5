package io.fabrictwin.streams.query;

import org.jspecify.annotations.Nullable;

/**
 * How the service is.
 *
 * @param brokerReachable whether the broker answered when it was last asked
 * @param lagRecords records in the log that are not folded yet; null is unknown
 * @param rebuild how far folding is with what was in the log when it began; null is unknown
 * @param detail one sentence for people: what it waits for or what went wrong, and what to do
 */
public record TwinStatus(
        State state,
        boolean brokerReachable,
        @Nullable Long lagRecords,
        @Nullable Rebuild rebuild,
        String detail) {
    /**
     * State made again from the log.
     *
     * @param foldedRecords of those that were in the log when folding began
     * @param targetRecords as many as there were
     */
    public record Rebuild(long foldedRecords, long targetRecords) {
        public boolean isDone() {
            return foldedRecords >= targetRecords;
        }
    }

    /** From start to stop. */
    public enum State {
        WAITING_FOR_BROKER,
        WAITING_FOR_TOPICS,
        /** Restoring its stores or sharing out partitions. */
        STARTING,
        RUNNING,
        STOPPED
    }

    /** Whether answers are those of a working twin that knows all there was when it began. */
    public boolean isReady() {
        return isHealthy() && rebuild != null && rebuild.isDone();
    }

    /** Whether the twin works. */
    public boolean isHealthy() {
        return state == State.RUNNING && brokerReachable;
    }
}
