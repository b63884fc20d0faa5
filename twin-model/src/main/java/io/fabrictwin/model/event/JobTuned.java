package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a job's collectives; null leaves a setting as it was.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param queuePairsPerConnection queue pairs over which each message is split; null: not told
 * @param setting name of a library setting; null: not told
 * @param value its value; null: not told
 */
public record JobTuned(
        EventMeta meta,
        JobId job,
        @Nullable Integer queuePairsPerConnection,
        @Nullable String setting,
        @Nullable String value)
        implements FabricEvent {

    public JobTuned {
        Require.notNegative("queuePairsPerConnection", queuePairsPerConnection);
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
        return cases.jobTuned(this);
    }
}
