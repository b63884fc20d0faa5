package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * How far a rank has come in a communicator; the rank that lags is the one that the others wait for.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param communicator identity that all members share
 * @param rank the member
 * @param host where it runs; null: not told
 * @param operation only collectives of this kind are counted; null: all
 * @param enqueued newest collective that was queued; null: not told
 * @param started newest collective that began; null: not told
 * @param completed newest collective that ended; null: not told
 */
public record CommunicatorProgressObserved(
        EventMeta meta,
        JobId job,
        String communicator,
        int rank,
        @Nullable DeviceId host,
        @Nullable String operation,
        @Nullable Long enqueued,
        @Nullable Long started,
        @Nullable Long completed)
        implements FabricEvent {

    public CommunicatorProgressObserved {
        Require.notNegative("rank", rank);
        Require.notNegative("enqueued", enqueued);
        Require.notNegative("started", started);
        Require.notNegative("completed", completed);
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
        return cases.communicatorProgressObserved(this);
    }
}
