package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * How long a rank computed in a step.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param step training iteration
 * @param rank the member
 * @param host where it ran; null: not told
 * @param computeNs computing time
 */
public record ComputeObserved(
        EventMeta meta,
        JobId job,
        long step,
        int rank,
        @Nullable DeviceId host,
        long computeNs) implements FabricEvent {

    public ComputeObserved {
        Require.notNegative("step", step);
        Require.notNegative("rank", rank);
        Require.notNegative("computeNs", computeNs);
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
        return cases.computeObserved(this);
    }
}
