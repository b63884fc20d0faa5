package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A host's process uses a NIC for a job.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host the server
 * @param nicIndex index within the process's list
 * @param nic name of the NIC on that host
 * @param nicPort port of the NIC; null: not told
 * @param linkLayer RoCE, IB or another; null: not told
 */
public record NicSelected(
        EventMeta meta,
        JobId job,
        DeviceId host,
        int nicIndex,
        String nic,
        @Nullable Integer nicPort,
        @Nullable String linkLayer)
        implements FabricEvent {

    public NicSelected {
        Require.notNegative("nicIndex", nicIndex);
        Require.notNegative("nicPort", nicPort);
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
        return cases.nicSelected(this);
    }
}
