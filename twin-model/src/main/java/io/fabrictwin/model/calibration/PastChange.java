package io.fabrictwin.model.calibration;

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

    /** Observed less predicted. */
    public double error() {
        return observedLogRatio - predictedLogRatio;
    }

    /** Absolute error in spreads: the conformal score. */
    public double score() {
        return Math.abs(error()) / spread;
    }
}
