package io.fabrictwin.model.measure;

import org.jspecify.annotations.Nullable;

/**
 * Quantiles of the times of steps, over all runs taken together. Quantiles are the nearest rank.
 *
 * @param samples step times that the quantiles rest on
 * @param medianNs half of the steps take at most as long, ns
 * @param p95Ns 95 % of them do, ns; null: fewer than {@link #LEAST_FOR_P95}
 */
public record StepTimes(
        int samples, double medianNs, @Nullable Double p95Ns) {
    /** With fewer steps a 95th percentile is but the longest one. */
    public static final int LEAST_FOR_P95 = 20;

    /** The quantiles of these; at least one. */
    static StepTimes of(double[] timesNs) {
        return new StepTimes(
                timesNs.length,
                Statistics.quantile(timesNs, 0.5),
                timesNs.length < LEAST_FOR_P95 ? null : (Double) Statistics.quantile(timesNs, 0.95));
    }
}
