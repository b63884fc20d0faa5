package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job runs.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param rankCount number of ranks; null: not told
 * @param library collective library and version; null: not told
 */
public record JobStarted(
        EventMeta meta,
        JobId job,
        @Nullable Integer rankCount,
        @Nullable String library) implements FabricEvent {

    public JobStarted {
        Require.notNegative("rankCount", rankCount);
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
        return cases.jobStarted(this);
    }
}
