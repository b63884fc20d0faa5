package io.fabrictwin.model.event;

import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A row of a collective benchmark.
 *
 * @param meta where, when and from whom
 * @param job the benchmark run
 * @param operation what the collective does
 * @param bytes size of the larger buffer of a rank
 * @param rankCount number of ranks; null: not told
 * @param inPlace the result overwrote the input
 * @param timeNs mean time of a call
 * @param algorithmBytesPerSecond bytes over time; null: not told
 * @param busBytesPerSecond algorithm bandwidth times the operation's factor; null: not told
 * @param wrong values that were wrong; null: not checked
 */
public record BenchmarkMeasured(
        EventMeta meta,
        JobId job,
        CollectiveOperation operation,
        long bytes,
        @Nullable Integer rankCount,
        boolean inPlace,
        long timeNs,
        @Nullable Double algorithmBytesPerSecond,
        @Nullable Double busBytesPerSecond,
        @Nullable Long wrong)
        implements FabricEvent {

    public BenchmarkMeasured {
        Require.notNegative("bytes", bytes);
        Require.notNegative("rankCount", rankCount);
        Require.notNegative("timeNs", timeNs);
        Require.notNegative("algorithmBytesPerSecond", algorithmBytesPerSecond);
        Require.notNegative("busBytesPerSecond", busBytesPerSecond);
        Require.notNegative("wrong", wrong);
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
        return cases.benchmarkMeasured(this);
    }
}
