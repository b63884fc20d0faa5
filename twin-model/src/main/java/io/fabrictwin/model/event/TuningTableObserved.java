package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the library's own model holds of an operation on a communicator.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param host where it was told; null: not told
 * @param communicator identity that all members share; null: not told
 * @param operation what the collectives do
 * @param latencyNs modelled latency by algorithm and protocol (Ring/Simple); what is not in it is not allowed
 * @param bytesPerSecond modelled bandwidth by algorithm and protocol
 */
public record TuningTableObserved(
        EventMeta meta,
        JobId job,
        @Nullable DeviceId host,
        @Nullable String communicator,
        CollectiveOperation operation,
        SortedMap<String, Double> latencyNs,
        SortedMap<String, Double> bytesPerSecond)
        implements FabricEvent {

    public TuningTableObserved {
        latencyNs = Collections.unmodifiableSortedMap(new TreeMap<>(latencyNs));
        latencyNs.forEach(Require::finite);
        bytesPerSecond = Collections.unmodifiableSortedMap(new TreeMap<>(bytesPerSecond));
        bytesPerSecond.forEach(Require::finite);
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
        return cases.tuningTableObserved(this);
    }
}
