package io.fabrictwin.model.measure;

import io.fabrictwin.model.event.CollectiveOperation;
import org.jspecify.annotations.Nullable;

/**
 * Bandwidth and time of all collectives of one kind and size. The time of a collective goes from when the last rank has
 * begun it until all ranks are done: waiting for a slow rank is told apart, as skew.
 *
 * @param bytes size as NCCL's tests count it
 * @param ranks ranks that take part
 * @param count collectives measured
 * @param timeMeanNs mean time, ns
 * @param timeMedianNs median time, ns
 * @param timeJitter standard deviation of the times of a run over their mean, without unit; null: fewer than two a run
 * @param skewMeanNs mean time from when the first rank begins until the last does, ns
 * @param algorithmBytesPerSecond algbw: size over mean time; null: the last rank to begin finds all done
 * @param busBytesPerSecond busbw: algbw times the factor of the kind, 2(n-1)/n for an all-reduce; null likewise
 */
public record CollectiveMeasure(
        CollectiveOperation operation,
        long bytes,
        int ranks,
        int count,
        double timeMeanNs,
        double timeMedianNs,
        @Nullable Double timeJitter,
        double skewMeanNs,
        @Nullable Double algorithmBytesPerSecond,
        @Nullable Double busBytesPerSecond) {}
