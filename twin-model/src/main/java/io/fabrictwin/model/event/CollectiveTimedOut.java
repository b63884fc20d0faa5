package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rank gave up waiting for a collective.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host where it ran; null: not told
 * @param communicator identity that all members share; null: not told
 * @param rank the member that tells it; null: not told
 * @param sequence position among the collectives of that communicator; null: not told
 * @param operation what it does, as the source words it; null: not told
 * @param elapsedNs how long it had run; null: not told
 * @param timeoutNs how long it was allowed to; null: not told
 * @param lastEnqueued newest collective that the rank had queued; null: not told
 * @param lastCompleted newest collective that the rank had finished; null: not told
 */
public record CollectiveTimedOut(
        EventMeta meta,
        JobId job,
        @Nullable DeviceId host,
        @Nullable String communicator,
        @Nullable Integer rank,
        @Nullable Long sequence,
        @Nullable String operation,
        @Nullable Long elapsedNs,
        @Nullable Long timeoutNs,
        @Nullable Long lastEnqueued,
        @Nullable Long lastCompleted)
        implements FabricEvent {

    public CollectiveTimedOut {
        Require.notNegative("rank", rank);
        Require.notNegative("sequence", sequence);
        Require.notNegative("elapsedNs", elapsedNs);
        Require.notNegative("timeoutNs", timeoutNs);
        Require.notNegative("lastEnqueued", lastEnqueued);
        Require.notNegative("lastCompleted", lastCompleted);
    }

    @Override
    public Topic topic() {
        return Topic.WORKLOAD;
    }

    @Override
    public String key() {
        return host == null ? job.value() : job.value() + "@" + host.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.collectiveTimedOut(this);
    }
}
