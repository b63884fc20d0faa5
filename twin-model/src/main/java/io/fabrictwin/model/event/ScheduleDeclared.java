package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A hand-made schedule of a collective that a library may use.
 *
 * @param meta where, when and from whom
 * @param job the set of schedules, named after its file
 * @param name name of the schedule
 * @param operation what it does
 * @param protocol protocol, such as LL128; null: not told
 * @param channels channels used; null: not told
 * @param rankCount number of ranks; null: not told
 * @param minBytes least size it serves; null: not told
 * @param maxBytes greatest size it serves; null: not told
 * @param stepCount steps of all ranks together; null: not told
 */
public record ScheduleDeclared(
        EventMeta meta,
        JobId job,
        String name,
        CollectiveOperation operation,
        @Nullable String protocol,
        @Nullable Integer channels,
        @Nullable Integer rankCount,
        @Nullable Long minBytes,
        @Nullable Long maxBytes,
        @Nullable Integer stepCount)
        implements FabricEvent {

    public ScheduleDeclared {
        Require.notNegative("channels", channels);
        Require.notNegative("rankCount", rankCount);
        Require.notNegative("minBytes", minBytes);
        Require.notNegative("maxBytes", maxBytes);
        Require.notNegative("stepCount", stepCount);
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
        return cases.scheduleDeclared(this);
    }
}
