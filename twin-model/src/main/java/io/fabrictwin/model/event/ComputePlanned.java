package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Computing that every step of a job does, in order, as a plan tells it.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param position position within the step
 * @param name layer or operator; null: not told
 * @param phase forward, backward or another; null: not told
 * @param computeNs how long it takes; null: not told
 */
public record ComputePlanned(
        EventMeta meta,
        JobId job,
        int position,
        @Nullable String name,
        @Nullable String phase,
        @Nullable Long computeNs)
        implements FabricEvent {

    public ComputePlanned {
        Require.notNegative("position", position);
        Require.notNegative("computeNs", computeNs);
    }

    @Override
    public Topic topic() {
        return Topic.WORKLOAD;
    }

    @Override
    public String key() {
        return job.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.computePlanned(this);
    }
}
