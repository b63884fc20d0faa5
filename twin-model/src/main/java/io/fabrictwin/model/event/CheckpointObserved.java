package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job wrote its state down.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param step training iteration; null: not told
 * @param durationNs how long it took; null: not told
 * @param bytes how much it wrote; null: not told
 */
public record CheckpointObserved(
        EventMeta meta,
        JobId job,
        @Nullable Long step,
        @Nullable Long durationNs,
        @Nullable Long bytes) implements FabricEvent {

    public CheckpointObserved {
        Require.notNegative("step", step);
        Require.notNegative("durationNs", durationNs);
        Require.notNegative("bytes", bytes);
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
        return cases.checkpointObserved(this);
    }
}
