package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a ring channel passes the ranks.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host where it was told; null: not told
 * @param communicator identity that all members share; null: not told
 * @param channel index of the channel
 * @param ranks ranks in the order of the ring
 * @param partial the source cut the list short
 */
public record RingPlanned(
        EventMeta meta,
        JobId job,
        @Nullable DeviceId host,
        @Nullable String communicator,
        int channel,
        List<Integer> ranks,
        boolean partial)
        implements FabricEvent {

    public RingPlanned {
        Require.notNegative("channel", channel);
        ranks = List.copyOf(ranks);
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
        return cases.ringPlanned(this);
    }
}
