package io.fabrictwin.model.calibration;

import java.util.Arrays;

/**
 * How good a forecast was, once the truth is known. All are computed on log times or log ratios, so they are relative; less is
 * better. The continuous ranked probability score (CRPS) is that of Gneiting and Raftery (2007): the absolute error, less a
 * credit for honest width, in the unit of the forecast.
 */
public final class Scores {
    private static final double ROOT_OF_PI = 1.7724538509055159;

    private Scores() {}

    /**
     * CRPS of a normal forecast: {@code spread (z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi))}, z the error in spreads.
     *
     * @param spread its standard deviation; at 0 the score is the absolute error
     */
    public static double crpsOfNormal(double mean, double spread, double observed) {
        if (!(spread >= 0)) {
            throw new IllegalArgumentException("spread of a forecast is " + spread);
        }
        if (spread == 0) {
            return Math.abs(observed - mean);
        }
        double z = (observed - mean) / spread;
        return spread * (z * (2 * Normal.cumulative(z) - 1) + 2 * Normal.density(z) - 1 / ROOT_OF_PI);
    }

    /** CRPS of a forecast by samples taken as the whole distribution: mean distance less half the mean over all pairs. */
    public static double crpsOfSample(double[] samples, double observed) {
        double pairs = (double) samples.length * samples.length;
        return meanDistance(samples, observed) - sumOfGaps(samples) / pairs;
    }

    /** The same without bias for samples that are draws of a distribution; needs two of them. */
    public static double fairCrpsOfSample(double[] samples, double observed) {
        if (samples.length < 2) {
            throw new IllegalArgumentException("an unbiased score needs two samples, not " + samples.length);
        }
        double pairs = (double) samples.length * (samples.length - 1);
        return meanDistance(samples, observed) - sumOfGaps(samples) / pairs;
    }

    private static double meanDistance(double[] samples, double observed) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("a forecast without samples has no score");
        }
        double sum = 0;
        for (double sample : samples) {
            sum += Math.abs(sample - observed);
        }
        return sum / samples.length;
    }

    /** Sum of the distances of all unordered pairs. */
    private static double sumOfGaps(double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (int index = 0; index < sorted.length; index++) {
            sum += (2.0 * index - sorted.length + 1) * sorted[index];
        }
        return sum;
    }

    /**
     * The forecast "no change": the times of the window before, as they were.
     *
     * @param before log times before the change
     */
    public static double[] noChange(double[] before) {
        return before.clone();
    }

    /**
     * The forecast "last value": the last time before the change, moved by each difference of two neighbours before it.
     *
     * @param before log times in order, two at least
     */
    public static double[] lastValue(double[] before) {
        if (before.length < 2) {
            throw new IllegalArgumentException("the last value needs two observations, not " + before.length);
        }
        double[] samples = new double[before.length - 1];
        for (int index = 0; index < samples.length; index++) {
            samples[index] = before[before.length - 1] + before[index + 1] - before[index];
        }
        return samples;
    }

    /** Share of the baseline's mean score that the model saves: 1 is perfect, 0 no better, negative worse. */
    public static double skill(double[] model, double[] baseline) {
        double ours = mean(model);
        double theirs = mean(baseline);
        if (!(theirs > 0)) {
            throw new IllegalArgumentException("skill against a baseline whose mean score is " + theirs);
        }
        return 1 - ours / theirs;
    }

    /** Pinball loss of a quantile: its mean is least where {@code level} of the observations lie below. */
    public static double pinball(double level, double quantile, double observed) {
        return observed >= quantile ? level * (observed - quantile) : (1 - level) * (quantile - observed);
    }

    /** Width of a central interval plus 2 / (1 - level) for each unit that the observation lies outside. */
    public static double interval(double level, double low, double high, double observed) {
        double outside = Math.max(0, Math.max(low - observed, observed - high));
        return high - low + 2 / (1 - level) * outside;
    }

    /** Where the observation lies in a normal forecast, 0 to 1; even over many forecasts that are calibrated. */
    public static double probabilityIntegral(double mean, double spread, double observed) {
        return Normal.cumulative((observed - mean) / spread);
    }

    /** Counts of values in equal bins of 0 to 1. */
    public static int[] histogram(double[] shares, int bins) {
        int[] counts = new int[bins];
        for (double share : shares) {
            counts[(int) Math.max(0, Math.min(bins - 1, Math.floor(share * bins)))]++;
        }
        return counts;
    }

    /** The middle value, or the mean of the two in the middle; in any order. */
    public static double median(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there is no median of nothing");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** The arithmetic mean. */
    public static double mean(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there is no mean of nothing");
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
