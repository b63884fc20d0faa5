package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rank of a job runs on a host.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param rank the member
 * @param host where it runs
 * @param gpu GPU as the host names it (bus id or index); null: not told
 * @param nic NIC it uses, where told; null: not told
 * @param fromStep first step it runs there; null: not told
 */
public record RankPlaced(
        EventMeta meta,
        JobId job,
        int rank,
        DeviceId host,
        @Nullable String gpu,
        @Nullable DeviceId nic,
        @Nullable Long fromStep)
        implements FabricEvent {

    public RankPlaced {
        Require.notNegative("rank", rank);
        Require.notNegative("fromStep", fromStep);
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
        return cases.rankPlaced(this);
    }
}
