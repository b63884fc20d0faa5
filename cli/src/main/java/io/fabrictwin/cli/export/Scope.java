package io.fabrictwin.cli.export;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.Topic;
import org.jspecify.annotations.Nullable;

/**
 * What of history is wanted.
 *
 * @param fromNs event time, ns since 1970, inclusive
 * @param toNs event time, inclusive
 * @param fabric null: all
 * @param job what is told of another job is left out; null: nothing is
 */
record Scope(
        long fromNs,
        long toNs,
        @Nullable String fabric,
        @Nullable String job) {
    boolean keeps(FabricEvent event) {
        long timeNs = event.meta().eventTimeNs();
        return timeNs >= fromNs
                && timeNs <= toNs
                && isOfFabric(event.meta().fabric().value())
                && isOfJob(event);
    }

    boolean isOfFabric(String name) {
        return fabric == null || fabric.equals(name);
    }

    /** The key of what a job does is the job, or job@host. */
    private boolean isOfJob(FabricEvent event) {
        return job == null
                || event.topic() != Topic.WORKLOAD
                || event.key().equals(job)
                || event.key().startsWith(job + "@");
    }
}
