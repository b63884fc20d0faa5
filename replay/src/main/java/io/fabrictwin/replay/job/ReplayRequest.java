package io.fabrictwin.replay.job;

import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import org.jspecify.annotations.Nullable;

/**
 * What to replay.
 *
 * @param source where the log lies
 * @param fromNs event time at which timeline and history begin, ns since 1970; null: the log's begin
 * @param toNs event time of the frame, inclusive; null: the log's end
 * @param end where reading ends
 */
public record ReplayRequest(
        LogSource source, @Nullable Long fromNs, @Nullable Long toNs, LogEnd end) {
    public ReplayRequest {
        if (fromNs != null && toNs != null && fromNs > toNs) {
            throw new IllegalArgumentException("the replay's begin lies after its end");
        }
    }
}
