package io.fabrictwin.replay.job;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import org.jspecify.annotations.Nullable;

/**
 * Frames of a span, one a step.
 *
 * @param source where the log lies
 * @param fromNs event time of the first frame, ns since 1970; null: at the first event
 * @param toNs event time of the last frame, inclusive; null: the end of the step of the last event
 * @param everyNs event time between two frames
 * @param job whose completed steps are told with the frames; null: of none
 * @param end where reading ends
 */
public record FramesRequest(
        LogSource source,
        @Nullable Long fromNs,
        @Nullable Long toNs,
        long everyNs,
        @Nullable JobId job,
        LogEnd end) {
    public FramesRequest {
        if (fromNs != null && toNs != null && fromNs > toNs) {
            throw new IllegalArgumentException("the replay's begin lies after its end");
        }
        if (everyNs <= 0) {
            throw new IllegalArgumentException("frames lie " + everyNs + " ns apart");
        }
    }
}
