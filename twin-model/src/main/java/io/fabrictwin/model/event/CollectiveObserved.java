package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rank's part of one collective.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param step training iteration
 * @param collective index within the step
 * @param rank the member
 * @param operation what it does
 * @param bytesPerRank bytes each rank contributes
 * @param startNs when the rank began it, on the event's clock
 * @param endNs when the rank was done; null: still running
 */
public record CollectiveObserved(
        EventMeta meta,
        JobId job,
        long step,
        int collective,
        int rank,
        CollectiveOperation operation,
        long bytesPerRank,
        long startNs,
        @Nullable Long endNs)
        implements FabricEvent {

    public CollectiveObserved {
        Require.notNegative("step", step);
        Require.notNegative("collective", collective);
        Require.notNegative("rank", rank);
        Require.notNegative("bytesPerRank", bytesPerRank);
        Require.notNegative("startNs", startNs);
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
        return cases.collectiveObserved(this);
    }
}
