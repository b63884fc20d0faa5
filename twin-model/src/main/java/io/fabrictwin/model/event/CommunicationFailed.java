package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job's library told of an error.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host who told it
 * @param rank the member; null: not told
 * @param kind class of the error, such as completion-error
 * @param status its code; null: not told
 * @param peer whom it was talking to; null: not told
 * @param message as printed
 * @param nic the NIC on the host, such as mlx5_0; null: not told
 * @param vendorError code of the NIC's maker beside the status; null: not told
 * @param remoteAddress address of the peer's NIC (the peer itself may be known by another network); null: not told
 */
public record CommunicationFailed(
        EventMeta meta,
        JobId job,
        DeviceId host,
        @Nullable Integer rank,
        String kind,
        @Nullable Integer status,
        @Nullable String peer,
        String message,
        @Nullable String nic,
        @Nullable Integer vendorError,
        @Nullable String remoteAddress)
        implements FabricEvent {

    public CommunicationFailed {
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
        return cases.communicationFailed(this);
    }
}
