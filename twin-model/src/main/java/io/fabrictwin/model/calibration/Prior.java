package io.fabrictwin.model.calibration;

import java.util.Arrays;
import java.util.List;

/** What is believed of parameters before any observation: a normal distribution. */
public final class Prior {
    private final double[] means;
    /** Inverse of the covariance. */
    private final double[][] precision;

    private Prior(double[] means, double[][] precision) {
        this.means = means;
        this.precision = precision;
    }

    /** The priors of some parameters, each independent of the others. */
    public static Prior of(List<Parameter> parameters) {
        double[] means = new double[parameters.size()];
        double[] spreads = new double[parameters.size()];
        for (int index = 0; index < means.length; index++) {
            means[index] = parameters.get(index).priorMean();
            spreads[index] = parameters.get(index).priorSpread();
        }
        return independent(means, spreads);
    }

    /**
     * Independent normal priors.
     *
     * @param spreads standard deviations, above 0, as many as means
     */
    public static Prior independent(double[] means, double[] spreads) {
        if (means.length != spreads.length) {
            throw new IllegalArgumentException(means.length + " means but " + spreads.length + " spreads of a prior");
        }
        double[][] precision = new double[means.length][means.length];
        for (int index = 0; index < means.length; index++) {
            if (!(spreads[index] > 0)) {
                throw new IllegalArgumentException("spread " + spreads[index] + " of a prior is not above 0");
            }
            precision[index][index] = 1 / (spreads[index] * spreads[index]);
        }
        return new Prior(means.clone(), precision);
    }

    /**
     * A smooth row of residuals: the last is about zero, and each differs from the next by a normal step. For buckets of size
     * by octave the last is the largest, where the bandwidth efficiency is seen and nothing is left over.
     *
     * @param stepSpread standard deviation of a step, above 0
     */
    public static Prior randomWalk(int count, double stepSpread) {
        if (count < 1 || !(stepSpread > 0)) {
            throw new IllegalArgumentException(
                    "a random walk of " + count + " values with steps of " + stepSpread + " does not exist");
        }
        double weight = 1 / (stepSpread * stepSpread);
        double[][] precision = new double[count][count];
        for (int index = 0; index < count; index++) {
            precision[index][index] += weight;
            if (index + 1 < count) {
                precision[index][index + 1] -= weight;
                precision[index + 1][index] -= weight;
                precision[index + 1][index + 1] += weight;
            }
        }
        return new Prior(new double[count], precision);
    }

    /** These parameters and then those of the other, independent of each other. */
    public Prior and(Prior other) {
        int own = means.length;
        int all = own + other.means.length;
        double[] joined = Arrays.copyOf(means, all);
        System.arraycopy(other.means, 0, joined, own, other.means.length);
        double[][] block = new double[all][all];
        for (int row = 0; row < all; row++) {
            double[] source = row < own ? precision[row] : other.precision[row - own];
            System.arraycopy(source, 0, block[row], row < own ? 0 : own, source.length);
        }
        return new Prior(joined, block);
    }

    /** Number of parameters. */
    public int size() {
        return means.length;
    }

    /** Prior mean of a parameter. */
    public double mean(int index) {
        return means[index];
    }

    double[] means() {
        return means.clone();
    }

    double precision(int row, int column) {
        return precision[row][column];
    }

    /** Prior covariance. */
    double[][] covariance() {
        return Cholesky.of(precision).inverse();
    }

    /** The cost of values: squared distance from the means in standard deviations. */
    double cost(double[] values) {
        double cost = 0;
        for (int row = 0; row < means.length; row++) {
            for (int column = 0; column < means.length; column++) {
                cost += (values[row] - means[row]) * precision[row][column] * (values[column] - means[column]);
            }
        }
        return cost;
    }
}
