package io.fabrictwin.model.calibration;

/** What is believed of parameters after the observations: the most probable values and a normal distribution about them. */
public final class Posterior {
    /** Share of the prior variance that observations must remove before a parameter counts as told by them. */
    public static final double IDENTIFIED_FROM = 0.2;

    private final double[] means;
    private final double[][] covariance;
    private final double[] removedShares;
    private final int iterations;

    Posterior(double[] means, double[][] covariance, double[] removedShares, int iterations) {
        this.means = means;
        this.covariance = covariance;
        this.removedShares = removedShares;
        this.iterations = iterations;
    }

    /** Number of parameters. */
    public int size() {
        return means.length;
    }

    /** Most probable value of a parameter on its fitted scale; the prior mean where it is not identified. */
    public double mean(int index) {
        return means[index];
    }

    /** Standard deviation of a parameter. */
    public double spread(int index) {
        return Math.sqrt(covariance[index][index]);
    }

    /** Covariance of two parameters. */
    public double covariance(int row, int column) {
        return covariance[row][column];
    }

    /** Share of the prior variance that the observations removed, 0 to 1. */
    public double removedShare(int index) {
        return removedShares[index];
    }

    /** Whether the observations tell of this parameter; else its prior is used. */
    public boolean isIdentified(int index) {
        return removedShares[index] >= IDENTIFIED_FROM;
    }

    /**
     * Standard deviation of a prediction that moves with the parameters like this.
     *
     * @param gradient derivative of the predicted log time by each parameter
     */
    public double predictionSpread(double[] gradient) {
        double variance = 0;
        for (int row = 0; row < means.length; row++) {
            for (int column = 0; column < means.length; column++) {
                variance += gradient[row] * covariance[row][column] * gradient[column];
            }
        }
        return Math.sqrt(Math.max(0, variance));
    }

    /** Steps that the fit took. */
    public int iterations() {
        return iterations;
    }
}
