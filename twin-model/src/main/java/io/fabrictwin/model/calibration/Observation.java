package io.fabrictwin.model.calibration;

/**
 * One observed time.
 *
 * @param logTime natural logarithm of the time
 * @param spread standard deviation that the logarithm has about a perfect model; above 0
 * @param isLowerBound it was cut off (a time-out, a killed job): the true time is at least this
 */
public record Observation(double logTime, double spread, boolean isLowerBound) {
    public Observation {
        if (!Double.isFinite(logTime)) {
            throw new IllegalArgumentException("logarithm of an observed time is " + logTime);
        }
        if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("spread of an observation is " + spread + ", not above 0");
        }
    }

    /** A time that was seen to its end. */
    public static Observation of(double logTime, double spread) {
        return new Observation(logTime, spread, false);
    }

    /** Standard deviations by which the observation lies above the model; never below 0 for a lower bound. */
    double residual(double modelLogTime) {
        double z = (logTime - modelLogTime) / spread;
        return isLowerBound ? Math.max(0, z) : z;
    }
}
