package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;

/**
 * A job has ended.
 *
 * @param meta where, when and from whom
 * @param job the job
 */
public record JobStopped(EventMeta meta, JobId job) implements FabricEvent {

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
        return cases.jobStopped(this);
    }
}
