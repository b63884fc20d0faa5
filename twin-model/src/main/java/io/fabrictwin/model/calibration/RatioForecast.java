package io.fabrictwin.model.calibration;

import java.util.Arrays;
import java.util.List;

/**
 * A predicted ratio of step times, after a change over before, and all that makes its logarithm unsure. The variances add:
 *
 * <ul>
 *   <li>{@code recordedVariance}: the recorded mean itself is the outcome of luck. How much of it is told by the scatter of the
 *       recorded steps about the base run, and by how far the base run itself may be off: see {@link Anchor}. Computing times
 *       that both share do not count.
 *   <li>{@code luckVariance}: of all ways in which marks may fall just one will come true: the variance of the changed run from
 *       draw to draw, in full. Plus the variance of the ratio over the number of draws, as their mean is not known better.
 *   <li>{@code modelSpread}, a standard deviation: {@link RatioSpread}.
 * </ul>
 *
 * <p>Where the two runs are equal to the nanosecond in every draw, so is their luck, and the first two are nothing. Where paths
 * are drawn, each draw is a case of its own, and their luck is in the draws: a collision that comes or does not come makes two
 * heaps, between which nothing lies. The forecast is then the mixture of the cases.
 *
 * @param logRatios one; with drawn paths one for each draw
 */
public record RatioForecast(List<Double> logRatios, double recordedVariance, double luckVariance, RatioSpread model) {
    /** Of a normal distribution: the central 90 % reach so many standard deviations to either side. */
    public static final double NINETY_PERCENT = 1.645;

    /** What an interval holds of all that may come. */
    public static final double USUAL_LEVEL = 0.9;

    /** The same where paths are drawn: the draw is made once and stays until connections are renewed. */
    public static final double LEVEL_OF_DRAWN_PATHS = 0.99;

    private static final double MIDDLE = 0.5;
    /** Halvings until a quantile of a mixture is known to 1e-12 of its reach. */
    private static final int HALVINGS = 40;

    /**
     * How far the recorded steps hold the ratio: what base run and recording differ by is partly the luck of the recorded steps,
     * which the changed run will not have again.
     *
     * @param residuals of each recorded step, log of its time less that of the base run; with fewer than two the base run's own
     *     luck stands in for their scatter
     * @param steps how many steps the ratio's denominator is the mean of
     * @param isOfWindow whether these are the steps of the question; else their luck is no part of the ratio
     */
    public record Anchor(List<Double> residuals, int steps, boolean isOfWindow) {
        public Anchor {
            residuals = List.copyOf(residuals);
        }

        /**
         * By how much the mean step of a base run is off where nothing is random, one standard deviation: over 41
         * packet-level recordings 1.3 % in the root mean square.
         */
        static final double BASE_RUN_SPREAD = 0.015;

        /**
         * By how much the recorded steps were longer than the base run's, as far as their mean and their median agree: a step
         * that was held up for a reason of its own is no luck.
         */
        private double agreed() {
            double[] values = array(residuals);
            double median = Scores.median(values);
            double mean = Scores.mean(values);
            return mean * median <= 0 ? 0 : Math.abs(mean) < Math.abs(median) ? mean : median;
        }

        private double variance(double[] base) {
            return residuals.size() < 2
                    ? RatioForecast.variance(base)
                    : RatioForecast.variance(array(residuals)) / steps;
        }
    }

    public RatioForecast {
        logRatios = List.copyOf(logRatios);
        if (logRatios.isEmpty() || !logRatios.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("log ratios " + logRatios + "; one is needed, and all finite");
        }
        if (!(recordedVariance >= 0 && luckVariance >= 0)) {
            throw new IllegalArgumentException("variances " + recordedVariance + " and " + luckVariance);
        }
    }

    /**
     * From runs with the same random numbers.
     *
     * @param baseNs mean step time of the base run by draw; above 0, one draw at least
     * @param changedNs that of the changed run; as many, or more where only its paths are drawn
     * @param isDrawn whether paths differ from draw to draw
     */
    public static RatioForecast of(
            double[] baseNs, double[] changedNs, Anchor anchor, boolean isDrawn, RatioSpread model) {
        if (baseNs.length == 0 || changedNs.length < baseNs.length) {
            throw new IllegalArgumentException("a ratio needs pairs of runs, not " + baseNs.length + " of the base and "
                    + changedNs.length + " changed");
        }
        double[] base = logs(baseNs);
        double[] changed = logs(changedNs);
        if (Arrays.equals(baseNs, changedNs)) {
            return new RatioForecast(List.of(0.0), 0, 0, model);
        }
        double recorded = anchor.variance(base);
        double shift = 0;
        if (anchor.isOfWindow && !anchor.residuals.isEmpty() && recorded > 0) {
            double trusted = Anchor.BASE_RUN_SPREAD * Anchor.BASE_RUN_SPREAD;
            double luckShare = recorded / (recorded + trusted);
            double agreed = anchor.agreed();
            double rest = Scores.mean(array(anchor.residuals)) - agreed;
            shift = -luckShare * agreed;
            recorded = luckShare * (trusted + rest * rest);
        }
        double meanBase = StrictMath.log(Scores.mean(baseNs));
        if (isDrawn) {
            boolean isPaired = base.length == changed.length;
            Double[] cases = new Double[changed.length];
            for (int draw = 0; draw < cases.length; draw++) {
                cases[draw] = changed[draw] - (isPaired ? base[draw] : meanBase) + shift;
            }
            return new RatioForecast(List.of(cases), recorded, isPaired ? 0 : variance(base) / base.length, model);
        }
        double[] ratios = new double[base.length];
        for (int draw = 0; draw < ratios.length; draw++) {
            ratios[draw] = changed[draw] - base[draw];
        }
        return new RatioForecast(
                List.of(StrictMath.log(Scores.mean(changedNs)) - meanBase + shift),
                recorded,
                variance(changed) + variance(ratios) / ratios.length,
                model);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(StrictMath::log).toArray();
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

    /** Likely ratio, the median. */
    public double ratio() {
        return quantile(MIDDLE);
    }

    /** What its interval is to hold of all that may come: {@link #USUAL_LEVEL}, or more where paths are drawn. */
    public double level() {
        return logRatios.size() == 1 ? USUAL_LEVEL : LEVEL_OF_DRAWN_PATHS;
    }

    /** Lower end of the central interval of this level. */
    public double low(double level) {
        return quantile((1 - level) / 2);
    }

    /** Upper end of the central interval of this level. */
    public double high(double level) {
        return quantile((1 + level) / 2);
    }

    /** What the model adds, one standard deviation, at the likely ratio. */
    public double modelSpread() {
        return model.at(StrictMath.log(ratio()));
    }

    /** Standard deviation of the logarithm between the drawn cases, or by the luck of marks. */
    public double luckSpread() {
        return Math.sqrt(luckVariance + variance(array(logRatios)));
    }

    /** Standard deviation of the logarithm of the ratio. */
    public double spread() {
        double luck = luckSpread();
        return Math.sqrt(recordedVariance + luck * luck + modelSpread() * modelSpread());
    }

    private double spreadOf(double logRatio) {
        double ofModel = model.at(logRatio);
        return Math.sqrt(recordedVariance + luckVariance + ofModel * ofModel);
    }

    private double quantile(double share) {
        double first = logRatios.get(0);
        if (logRatios.size() == 1) {
            return StrictMath.exp(first + (share == MIDDLE ? 0 : Normal.quantile(share)) * spreadOf(first));
        }
        double low = first;
        double high = first;
        for (double logRatio : logRatios) {
            double reach = Normal.FAR_OUT * spreadOf(logRatio);
            low = Math.min(low, logRatio - reach);
            high = Math.max(high, logRatio + reach);
        }
        for (int halving = 0; halving < HALVINGS; halving++) {
            double middle = (low + high) / 2;
            if (cumulative(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return StrictMath.exp((low + high) / 2);
    }

    private double cumulative(double log) {
        double sum = 0;
        for (double logRatio : logRatios) {
            sum += Normal.cumulative((log - logRatio) / spreadOf(logRatio));
        }
        return sum / logRatios.size();
    }
}
