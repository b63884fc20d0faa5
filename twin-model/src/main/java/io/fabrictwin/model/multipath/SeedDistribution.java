package io.fabrictwin.model.multipath;

import io.fabrictwin.model.route.Murmur3;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * How a positive result (a slowdown; or the ratio of two of them under the same seeds, before and after a change) spreads
 * over hash seeds. Quantiles are those of the result of each seed, never of mean loads: the worst link is another one under
 * every seed. Seeds are added until the 95 % half-width of the mean logarithm is under 0.5 %, but no fewer than 32 and no
 * more than 256.
 *
 * @param mean mean
 * @param p5 the result that 5 % of the seeds do not exceed
 * @param p50 median
 * @param p95 the result that 95 % of the seeds do not exceed
 * @param halfWidth half-width of the 95 % interval of the mean logarithm, as a share
 * @param seeds number of seeds
 */
public record SeedDistribution(double mean, double p5, double p50, double p95, double halfWidth, int seeds) {
    private static final int FEWEST = 32;
    private static final int MOST = 256;
    private static final double ENOUGH = 0.005;

    /** 97.5 % quantile of the normal distribution. */
    private static final double Z = 1.96;

    /**
     * Samples a result.
     *
     * @param firstSeed decides all seeds: the same one gives the same sample
     * @param resultOfSeed positive and finite for every seed
     */
    public static SeedDistribution of(int firstSeed, IntToDoubleFunction resultOfSeed) {
        double[] result = new double[MOST];
        double mean = 0;
        double squares = 0;
        double halfWidth = Double.POSITIVE_INFINITY;
        int count = 0;
        while (count < MOST && (count < FEWEST || halfWidth >= ENOUGH)) {
            int seed = Murmur3.hash(firstSeed, count);
            double value = resultOfSeed.applyAsDouble(seed);
            if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("result of seed " + seed + " must be positive and finite: " + value);
            }
            result[count++] = value;
            // Welford's running mean and sum of squares.
            double log = StrictMath.log(value);
            double off = log - mean;
            mean += off / count;
            squares += off * (log - mean);
            halfWidth = count > 1 ? Z * Math.sqrt(squares / (count - 1) / count) : halfWidth;
        }
        double[] sorted = Arrays.copyOf(result, count);
        double average = Arrays.stream(sorted).sum() / count;
        Arrays.sort(sorted);
        return new SeedDistribution(
                average, quantile(sorted, 0.05), quantile(sorted, 0.5), quantile(sorted, 0.95), halfWidth, count);
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
