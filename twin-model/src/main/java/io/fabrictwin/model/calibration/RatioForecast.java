package io.fabrictwin.model.calibration;

/**
 * A predicted ratio of step times, after a change over before, and all that makes its logarithm unsure. The variances add:
 *
 * <ul>
 *   <li>{@code recordedVariance}: the recorded mean itself is the outcome of luck. Scatter of the recorded steps about the
 *       base run, over their number. Computing times that both share do not count.
 *   <li>{@code luckVariance}: of all ways in which marks may fall or unknown paths may be drawn just one will come true: the
 *       variance of the changed run from draw to draw, in full. Plus the variance of the ratio over the number of draws, as
 *       their mean is not known better.
 *   <li>{@code modelSpread}, a standard deviation: {@link RatioSpread}.
 * </ul>
 *
 * <p>Where the two runs are equal to the nanosecond in every draw, so is their luck, and the first two are nothing.
 *
 * @param ratio likely ratio, above 0
 */
public record RatioForecast(double ratio, double recordedVariance, double luckVariance, double modelSpread) {
    /** Of a normal distribution: the central 90 % reach so many standard deviations to either side. */
    public static final double NINETY_PERCENT = 1.645;

    public RatioForecast {
        if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)
                || !(recordedVariance >= 0 && luckVariance >= 0 && modelSpread > 0)) {
            throw new IllegalArgumentException("ratio " + ratio + " with variances " + recordedVariance + " and "
                    + luckVariance + " and model spread " + modelSpread);
        }
    }

    /**
     * From pairs of runs with the same random numbers.
     *
     * @param baseNs mean step time of the base run by draw; above 0, one draw at least
     * @param changedNs that of the changed run, as many
     * @param residuals of each recorded step, log of its time less that of the base run; with fewer than two the base run's own
     *     luck stands in for their scatter
     */
    public static RatioForecast of(double[] baseNs, double[] changedNs, double[] residuals, RatioSpread model) {
        int draws = baseNs.length;
        if (draws == 0 || changedNs.length != draws) {
            throw new IllegalArgumentException(
                    "a ratio needs pairs of runs, not " + draws + " of the base and " + changedNs.length + " changed");
        }
        double[] base = new double[draws];
        double[] changed = new double[draws];
        double[] ratios = new double[draws];
        double baseSum = 0;
        double changedSum = 0;
        boolean isSame = true;
        for (int draw = 0; draw < draws; draw++) {
            base[draw] = StrictMath.log(baseNs[draw]);
            changed[draw] = StrictMath.log(changedNs[draw]);
            ratios[draw] = changed[draw] - base[draw];
            baseSum += baseNs[draw];
            changedSum += changedNs[draw];
            isSame &= baseNs[draw] == changedNs[draw];
        }
        double ratio = changedSum / baseSum;
        double recorded = 0;
        double luck = 0;
        if (!isSame) {
            recorded = residuals.length < 2 ? variance(base) : variance(residuals) / residuals.length;
            luck = variance(changed) + variance(ratios) / draws;
        }
        return new RatioForecast(ratio, recorded, luck, model.at(StrictMath.log(ratio)));
    }

    /** Of a sample; 0 of a single value, as nothing random was drawn. */
    private static double variance(double[] values) {
        if (values.length < 2) {
            return 0;
        }
        double mean = Scores.mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares / (values.length - 1);
    }

    /** Standard deviation of the logarithm of the ratio. */
    public double spread() {
        return Math.sqrt(recordedVariance + luckVariance + modelSpread * modelSpread);
    }
}
