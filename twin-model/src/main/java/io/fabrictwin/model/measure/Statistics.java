package io.fabrictwin.model.measure;

import java.util.Arrays;

/** Figures over samples. */
final class Statistics {
    private Statistics() {}

    /** The smallest sample that the given share of all samples does not exceed (nearest rank). */
    static double quantile(double[] samples, double share) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    static double mean(double[] samples) {
        return Arrays.stream(samples).sum() / samples.length;
    }

    /** Sample standard deviation over mean; at least two samples, of positive mean. */
    static double variation(double[] samples) {
        double mean = mean(samples);
        double squares = 0;
        for (double sample : samples) {
            squares += (sample - mean) * (sample - mean);
        }
        return Math.sqrt(squares / (samples.length - 1)) / mean;
    }
}
