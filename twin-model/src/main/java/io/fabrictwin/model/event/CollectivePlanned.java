package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;

/**
 * What every step of a job does, in order.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param collective index within the step
 * @param operation what it does
 * @param bytesPerRank bytes each rank contributes (for gathers: the full result)
 * @param launchFraction share of the computing time that has passed when it may start, 0 to 1
 * @param stream collectives of one stream run one after the other
 */
public record CollectivePlanned(
        EventMeta meta,
        JobId job,
        int collective,
        CollectiveOperation operation,
        long bytesPerRank,
        double launchFraction,
        int stream)
        implements FabricEvent {

    public CollectivePlanned {
        Require.notNegative("collective", collective);
        Require.notNegative("bytesPerRank", bytesPerRank);
        Require.share("launchFraction", launchFraction);
        Require.notNegative("stream", stream);
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
        return cases.collectivePlanned(this);
    }
}
