package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A training iteration of a job is over.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param step training iteration
 * @param startNs when it began, on the event's clock
 * @param computeEndNs when the slowest rank had computed; null: not told
 * @param endNs when it was over
 */
public record StepCompleted(
        EventMeta meta,
        JobId job,
        long step,
        long startNs,
        @Nullable Long computeEndNs,
        long endNs) implements FabricEvent {

    public StepCompleted {
        Require.notNegative("step", step);
        Require.notNegative("startNs", startNs);
        Require.notNegative("computeEndNs", computeEndNs);
        Require.notNegative("endNs", endNs);
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
        return cases.stepCompleted(this);
    }
}
