package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.named.NamedValues;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Readings of a rank over a window: kernel latencies, hang flags, queue lengths.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param rank the member
 * @param host where it runs; null: not told
 * @param gauges readings by the source's raw name; what was not told is not there
 */
public record RankGaugesObserved(
        EventMeta meta, JobId job, int rank, @Nullable DeviceId host, SortedMap<String, Double> gauges)
        implements FabricEvent {

    public RankGaugesObserved {
        Require.notNegative("rank", rank);
        gauges = NamedValues.copyOf(gauges);
        gauges.forEach(Require::finite);
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
        return cases.rankGaugesObserved(this);
    }
}
