package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rank queued a collective; its end is not known.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param communicator identity that all members share; null: not told
 * @param rank the member; null: not told
 * @param host where it runs
 * @param launchCount how many collectives this communicator had launched before
 * @param operation what it does
 * @param bytes size of this rank's buffer
 */
public record CollectiveLaunched(
        EventMeta meta,
        JobId job,
        @Nullable String communicator,
        @Nullable Integer rank,
        DeviceId host,
        long launchCount,
        CollectiveOperation operation,
        long bytes)
        implements FabricEvent {

    public CollectiveLaunched {
        Require.notNegative("rank", rank);
        Require.notNegative("launchCount", launchCount);
        Require.notNegative("bytes", bytes);
    }

    @Override
    public Topic topic() {
        return Topic.WORKLOAD;
    }

    @Override
    public String key() {
        return job.value() + "@" + host.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.collectiveLaunched(this);
    }
}
