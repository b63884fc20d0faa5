package io.fabrictwin.model.calibration;

/**
 * Partial pooling: what several fabrics or jobs show of one parameter is drawn towards what all of them show, the more so the
 * less each has to say. How far they differ in truth is not known: each spread on a grid counts by its marginal likelihood
 * (empirical Bayes as in Morris 1983, averaged over the grid).
 */
public final class Pooling {
    /** Spreads of the grid in units of the prior's: none, and from 1/32 to 2 in half octaves. */
    private static final double[] GRID = grid();

    private final double mean;
    private final double meanVariance;
    private final double between;
    private final double[] groupMeans;
    private final double[] groupVariances;

    private Pooling(double mean, double meanVariance, double between, double[] groupMeans, double[] groupVariances) {
        this.mean = mean;
        this.meanVariance = meanVariance;
        this.between = between;
        this.groupMeans = groupMeans;
        this.groupVariances = groupVariances;
    }

    private static double[] grid() {
        double[] grid = new double[14];
        for (int index = 1; index < grid.length; index++) {
            grid[index] = StrictMath.pow(2, (index - 11) / 2.0);
        }
        return grid;
    }

    /**
     * Pools.
     *
     * @param estimates of each group by its own observations alone, on the fitted scale
     * @param variances of these estimates, above 0
     * @param priorMean of the common mean
     * @param priorSpread of the common mean; also the scale on which groups may differ
     */
    public static Pooling of(double[] estimates, double[] variances, double priorMean, double priorSpread) {
        int groups = estimates.length;
        if (groups == 0 || variances.length != groups) {
            throw new IllegalArgumentException(groups + " estimates with " + variances.length + " variances");
        }
        for (double variance : variances) {
            if (!(variance > 0)) {
                throw new IllegalArgumentException("variance " + variance + " of a group is not above 0");
            }
        }
        double[] logWeights = new double[GRID.length];
        double[] means = new double[GRID.length];
        double[] meanVariances = new double[GRID.length];
        double most = Double.NEGATIVE_INFINITY;
        for (int point = 0; point < GRID.length; point++) {
            double between = square(GRID[point] * priorSpread);
            double precision = 1 / square(priorSpread);
            double weighted = priorMean * precision;
            for (int group = 0; group < groups; group++) {
                precision += 1 / (variances[group] + between);
                weighted += estimates[group] / (variances[group] + between);
            }
            means[point] = weighted / precision;
            meanVariances[point] = 1 / precision;
            // the mean is integrated out
            double logLikelihood =
                    -StrictMath.log(precision) / 2 - square((means[point] - priorMean) / priorSpread) / 2;
            for (int group = 0; group < groups; group++) {
                double variance = variances[group] + between;
                logLikelihood -= (StrictMath.log(variance) + square(estimates[group] - means[point]) / variance) / 2;
            }
            logWeights[point] = logLikelihood;
            most = Math.max(most, logLikelihood);
        }
        double sum = 0;
        double[] weights = new double[GRID.length];
        for (int point = 0; point < GRID.length; point++) {
            weights[point] = StrictMath.exp(logWeights[point] - most);
            sum += weights[point];
        }
        double[] spreads = new double[GRID.length];
        for (int point = 0; point < GRID.length; point++) {
            weights[point] /= sum;
            spreads[point] = GRID[point] * priorSpread;
        }
        double[] groupMeans = new double[groups];
        double[] groupVariances = new double[groups];
        for (int group = 0; group < groups; group++) {
            double[] own = new double[GRID.length];
            double[] ownVariances = new double[GRID.length];
            for (int point = 0; point < GRID.length; point++) {
                double between = square(spreads[point]);
                // share of the group's own estimate
                double share = between / (between + variances[group]);
                own[point] = share * estimates[group] + (1 - share) * means[point];
                ownVariances[point] = share * variances[group] + square(1 - share) * meanVariances[point];
            }
            groupMeans[group] = dot(weights, own);
            groupVariances[group] = mixedVariance(weights, own, ownVariances);
        }
        return new Pooling(
                dot(weights, means),
                mixedVariance(weights, means, meanVariances),
                dot(weights, spreads),
                groupMeans,
                groupVariances);
    }

    private static double mixedVariance(double[] weights, double[] means, double[] variances) {
        double mean = dot(weights, means);
        double variance = 0;
        for (int point = 0; point < weights.length; point++) {
            variance += weights[point] * (variances[point] + square(means[point] - mean));
        }
        return variance;
    }

    private static double dot(double[] weights, double[] values) {
        double sum = 0;
        for (int point = 0; point < weights.length; point++) {
            sum += weights[point] * values[point];
        }
        return sum;
    }

    private static double square(double value) {
        return value * value;
    }

    /** What all groups have in common: the value for a group not seen yet. */
    public double mean() {
        return mean;
    }

    /** Standard deviation of the common value. */
    public double meanSpread() {
        return Math.sqrt(meanVariance);
    }

    /** Standard deviation by which groups seem to differ. */
    public double between() {
        return between;
    }

    /** A group's value. */
    public double mean(int group) {
        return groupMeans[group];
    }

    /** Standard deviation of a group's value. */
    public double spread(int group) {
        return Math.sqrt(groupVariances[group]);
    }
}
