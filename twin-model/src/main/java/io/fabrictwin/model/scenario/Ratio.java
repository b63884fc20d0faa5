package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.RatioForecast;

/**
 * Fork over base mean step time, with its interval, of 90 % or, where paths are drawn, of 99 %: 0 < low <= likely <= high.
 */
public record Ratio(double low, double likely, double high) {
    public Ratio {
        if (!(low > 0 && low <= likely && likely <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio " + low + " <= " + likely + " <= " + high + " does not hold");
        }
    }

    /** What a forecast says of it, with the interval of a level. */
    static Ratio of(RatioForecast forecast, double level) {
        double likely = forecast.ratio();
        return new Ratio(Math.min(forecast.low(level), likely), likely, Math.max(forecast.high(level), likely));
    }

    /** The same with another reach to either side, in spreads; now it is that of the central 90 % of a normal distribution. */
    Ratio reaching(double spreads) {
        double factor = spreads / RatioForecast.NINETY_PERCENT;
        return new Ratio(
                likely * StrictMath.pow(low / likely, factor), likely, likely * StrictMath.pow(high / likely, factor));
    }

    /**
     * Standard deviation of the logarithm of a ratio in the 90 % interval of a normal distribution; of a wider interval it
     * tells more.
     */
    public double spread() {
        return StrictMath.log(high / low) / (2 * RatioForecast.NINETY_PERCENT);
    }

    /** Whether nothing is unsure. */
    boolean isCertain() {
        return low == high;
    }
}
