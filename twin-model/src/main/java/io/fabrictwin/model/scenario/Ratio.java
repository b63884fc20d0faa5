package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.RatioForecast;

/**
 * Fork over base mean step time, with its 90 % interval: 0 < low <= likely <= high.
 */
public record Ratio(double low, double likely, double high) {
    public Ratio {
        if (!(low > 0 && low <= likely && likely <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio " + low + " <= " + likely + " <= " + high + " does not hold");
        }
    }

    /**
     * The ratio in the interval of a normal distribution.
     *
     * @param spread standard deviation of the logarithm
     */
    static Ratio of(double likely, double spread) {
        return within(likely, RatioForecast.NINETY_PERCENT * spread);
    }

    /**
     * The ratio in an interval that reaches as far to either side.
     *
     * @param reach on the logarithm
     */
    static Ratio within(double likely, double reach) {
        return new Ratio(likely * StrictMath.exp(-reach), likely, likely * StrictMath.exp(reach));
    }

    /** Standard deviation of the logarithm of a ratio in the interval of a normal distribution. */
    public double spread() {
        return StrictMath.log(high / low) / (2 * RatioForecast.NINETY_PERCENT);
    }
}
