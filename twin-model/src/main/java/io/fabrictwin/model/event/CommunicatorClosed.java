package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;

/**
 * A rank has left a communicator.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param communicator identity that all members share
 * @param rank the member
 * @param host where it ran
 * @param clean destroyed as planned; false: aborted
 */
public record CommunicatorClosed(EventMeta meta, JobId job, String communicator, int rank, DeviceId host, boolean clean)
        implements FabricEvent {

    public CommunicatorClosed {
        Require.notNegative("rank", rank);
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
        return cases.communicatorClosed(this);
    }
}
