package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A rank's part of a collective, or all ranks' together, counted by its communicator and not by steps.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host where it ran; null: not told
 * @param communicator identity that all members share; null: not told
 * @param rank the member; null: all
 * @param sequence position among the collectives of that communicator
 * @param operation what it does
 * @param bytes size of the larger buffer of a rank
 * @param startNs when it began, on the event's clock; null: not told
 * @param durationNs how long it took; null: not told
 * @param algorithm algorithm used, where told; null: not told
 * @param protocol protocol used, where told; null: not told
 * @param channels channels used; null: not told
 */
public record CollectiveMeasured(
        EventMeta meta,
        JobId job,
        @Nullable DeviceId host,
        @Nullable String communicator,
        @Nullable Integer rank,
        long sequence,
        CollectiveOperation operation,
        long bytes,
        @Nullable Long startNs,
        @Nullable Long durationNs,
        @Nullable String algorithm,
        @Nullable String protocol,
        @Nullable Integer channels)
        implements FabricEvent {

    public CollectiveMeasured {
        Require.notNegative("rank", rank);
        Require.notNegative("sequence", sequence);
        Require.notNegative("bytes", bytes);
        Require.notNegative("startNs", startNs);
        Require.notNegative("durationNs", durationNs);
        Require.notNegative("channels", channels);
    }

    @Override
    public Topic topic() {
        return Topic.WORKLOAD;
    }

    @Override
    public String key() {
        return host == null ? job.value() : job.value() + "@" + host.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.collectiveMeasured(this);
    }
}
