package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rank's neighbours in a tree channel.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host where it was told; null: not told
 * @param communicator identity that all members share; null: not told
 * @param channel index of the channel
 * @param rank the member
 * @param parent towards the root; null: it is the root
 * @param children away from the root
 */
public record TreePlanned(
        EventMeta meta,
        JobId job,
        @Nullable DeviceId host,
        @Nullable String communicator,
        int channel,
        int rank,
        @Nullable Integer parent,
        List<Integer> children)
        implements FabricEvent {

    public TreePlanned {
        Require.notNegative("channel", channel);
        Require.notNegative("rank", rank);
        children = List.copyOf(children);
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
        return cases.treePlanned(this);
    }
}
