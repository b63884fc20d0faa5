package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * The library chose how to run collectives of a size.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host where it was told; null: not told
 * @param communicator identity that all members share; null: not told
 * @param operation what they do
 * @param bytes their size
 * @param algorithm algorithm, such as Ring
 * @param protocol protocol, such as Simple
 * @param channels channels used; null: not told
 * @param modelNs time that the library's own model expects; null: not told
 */
public record AlgorithmChosen(
        EventMeta meta,
        JobId job,
        @Nullable DeviceId host,
        @Nullable String communicator,
        CollectiveOperation operation,
        long bytes,
        String algorithm,
        String protocol,
        @Nullable Integer channels,
        @Nullable Long modelNs)
        implements FabricEvent {

    public AlgorithmChosen {
        Require.notNegative("bytes", bytes);
        Require.notNegative("channels", channels);
        Require.notNegative("modelNs", modelNs);
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
        return cases.algorithmChosen(this);
    }
}
