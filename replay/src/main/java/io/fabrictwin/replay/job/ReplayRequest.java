package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.Positions;
import org.jspecify.annotations.Nullable;

/**
 * What to replay.
 *
 * @param bootstrap Kafka's address, host:port
 * @param fromNs event time at which timeline and history begin, ns since 1970; null: the log's begin
 * @param toNs event time of the frame, inclusive; null: the log's end
 * @param end read before these positions only; null: all that is committed when the replay starts
 */
public record ReplayRequest(
        String bootstrap,
        @Nullable Long fromNs,
        @Nullable Long toNs,
        @Nullable Positions end) {
    public ReplayRequest {
        if (fromNs != null && toNs != null && fromNs > toNs) {
            throw new IllegalArgumentException("the replay's begin lies after its end");
        }
    }
}
