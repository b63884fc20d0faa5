package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Two ranks of a channel are joined.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param communicator identity that all members share; null: not told
 * @param channel index of the channel
 * @param fromRank sending rank
 * @param toRank receiving rank
 * @param transport P2P, SHM, NET and the like
 * @param nicIndex NIC used where the transport is a network; null: not told
 * @param gpuDirect the NIC reads GPU memory itself; null: not told
 * @param host where it was told; null: not told
 */
public record ChannelConnected(
        EventMeta meta,
        JobId job,
        @Nullable String communicator,
        int channel,
        int fromRank,
        int toRank,
        String transport,
        @Nullable Integer nicIndex,
        @Nullable Boolean gpuDirect,
        @Nullable DeviceId host)
        implements FabricEvent {

    public ChannelConnected {
        Require.notNegative("channel", channel);
        Require.notNegative("fromRank", fromRank);
        Require.notNegative("toRank", toRank);
        Require.notNegative("nicIndex", nicIndex);
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
        return cases.channelConnected(this);
    }
}
