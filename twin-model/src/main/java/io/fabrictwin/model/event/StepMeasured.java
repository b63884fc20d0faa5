package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * How long a training step took, where its beginning and end were not told.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param step training iteration
 * @param stepTimeNs how long it took, a mean where it stands for several steps
 * @param stepCount number of steps that it is the mean of, this one the last; null: not told
 * @param samples samples that a step takes in; null: not told
 * @param tokensPerSecondPerGpu throughput as the trainer prints it; null: not told
 * @param flopsPerSecondPerGpu throughput as the trainer prints it; null: not told
 */
public record StepMeasured(
        EventMeta meta,
        JobId job,
        long step,
        long stepTimeNs,
        @Nullable Integer stepCount,
        @Nullable Long samples,
        @Nullable Double tokensPerSecondPerGpu,
        @Nullable Double flopsPerSecondPerGpu)
        implements FabricEvent {

    public StepMeasured {
        Require.notNegative("step", step);
        Require.notNegative("stepTimeNs", stepTimeNs);
        Require.notNegative("stepCount", stepCount);
        Require.notNegative("samples", samples);
        Require.notNegative("tokensPerSecondPerGpu", tokensPerSecondPerGpu);
        Require.notNegative("flopsPerSecondPerGpu", flopsPerSecondPerGpu);
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
        return cases.stepMeasured(this);
    }
}
