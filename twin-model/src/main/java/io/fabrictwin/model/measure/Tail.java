package io.fabrictwin.model.measure;

import org.jspecify.annotations.Nullable;

/**
 * Time of messages, from the start to the last acknowledgement, over the time that each would take on a network that
 * carries nothing else; without unit, 1 is the best there is. Quantiles are the nearest rank.
 *
 * @param messages messages that the quantiles rest on
 * @param median half of the messages do at most as badly
 * @param p99 99 % of them do; null: fewer than {@link #LEAST_FOR_P99}
 * @param p999 99.9 % of them do; null: fewer than {@link #LEAST_FOR_P999}
 */
public record Tail(
        int messages,
        double median,
        @Nullable Double p99,
        @Nullable Double p999) {
    /** With fewer messages a 99th percentile is but the worst one. */
    public static final int LEAST_FOR_P99 = 100;
    /** With fewer messages a 99.9th percentile is but the worst one. */
    public static final int LEAST_FOR_P999 = 1000;

    /** The tail of these; at least one. */
    static Tail of(double[] slowdowns) {
        return new Tail(
                slowdowns.length,
                Statistics.quantile(slowdowns, 0.5),
                slowdowns.length < LEAST_FOR_P99 ? null : (Double) Statistics.quantile(slowdowns, 0.99),
                slowdowns.length < LEAST_FOR_P999 ? null : (Double) Statistics.quantile(slowdowns, 0.999));
    }
}
