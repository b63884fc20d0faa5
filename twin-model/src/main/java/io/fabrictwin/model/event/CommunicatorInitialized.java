package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rank has joined a communicator.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param communicator identity that all members share
 * @param rank the member
 * @param rankCount number of members
 * @param host where it runs
 * @param gpu GPU by bus id or index; null: not told
 * @param initNs how long it took; null: not told
 */
public record CommunicatorInitialized(
        EventMeta meta,
        JobId job,
        String communicator,
        int rank,
        int rankCount,
        DeviceId host,
        @Nullable String gpu,
        @Nullable Long initNs)
        implements FabricEvent {

    public CommunicatorInitialized {
        Require.notNegative("rank", rank);
        Require.notNegative("rankCount", rankCount);
        Require.notNegative("initNs", initNs);
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
        return cases.communicatorInitialized(this);
    }
}
