package io.fabrictwin.model.calibration;

import org.jspecify.annotations.Nullable;

/**
 * A change that was forecast and then made.
 *
 * @param kind what was changed, such as {@code set-ecn}: only changes of a kind are compared
 * @param predictedLogRatio natural logarithm of the forecast ratio of step times, after over before
 * @param observedLogRatio that of the ratio that came
 * @param spread standard deviation that the forecast gave for the logarithm; above 0
 */
public record PastChange(String kind, double predictedLogRatio, double observedLogRatio, double spread) {
    public PastChange {
        if (!Double.isFinite(predictedLogRatio) || !Double.isFinite(observedLogRatio)) {
            throw new IllegalArgumentException("past change '" + kind + "' has log ratios " + predictedLogRatio
                    + " and " + observedLogRatio + "; both are needed");
        }
        if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("past change '" + kind + "' has spread " + spread + ", not above 0");
        }
    }

    /**
     * As a person or a program tells it.
     *
     * @param spread null: not known, and that of a forecast is taken of which nothing but the ratio is known
     */
    public static PastChange of(
            String kind, double predictedLogRatio, double observedLogRatio, @Nullable Double spread) {
        return new PastChange(
                kind,
                predictedLogRatio,
                observedLogRatio,
                spread == null ? RatioSpread.PRIOR.at(predictedLogRatio) : spread);
    }

    /** Observed less predicted. */
    public double error() {
        return observedLogRatio - predictedLogRatio;
    }

    /** Absolute error in spreads: the conformal score. */
    public double score() {
        return Math.abs(error()) / spread;
    }
}
