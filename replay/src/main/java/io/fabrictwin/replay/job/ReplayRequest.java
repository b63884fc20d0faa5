package io.fabrictwin.replay.job;

import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import org.jspecify.annotations.Nullable;

/**
 * What to replay.
 *
 * @param source where the log lies
 * @param fromNs event time at which the timeline or the history begins, ns since 1970; null: the log's begin
 * @param toNs event time of the frame, inclusive; null: the log's end
 * @param end where reading ends
 * @param detail what is told beside the frame: the timeline, or history with all steps and samples
 */
public record ReplayRequest(
        LogSource source, @Nullable Long fromNs, @Nullable Long toNs, LogEnd end, FoldScope.Detail detail) {
    public ReplayRequest {
        if (fromNs != null && toNs != null && fromNs > toNs) {
            throw new IllegalArgumentException("the replay's begin lies after its end");
        }
    }

    /** Asks what changed in a span and what it did, and how the fabric was at its end. */
    public static ReplayRequest timeline(LogSource source, @Nullable Long fromNs, @Nullable Long toNs, LogEnd end) {
        return new ReplayRequest(source, fromNs, toNs, end, FoldScope.Detail.TIMELINE);
    }
}
