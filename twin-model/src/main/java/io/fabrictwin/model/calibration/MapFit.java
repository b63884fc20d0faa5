package io.fabrictwin.model.calibration;

import java.util.Arrays;
import java.util.List;

/**
 * The most probable parameters given observations: least sum of {@code loss((observed - model) / spread)} and the prior's
 * squared distance. Damped Gauss-Newton (Levenberg 1944, Marquardt 1963) on reweighted residuals, with derivatives by central
 * differences; the covariance is the inverse of the information in the observations ({@link Loss#informationShare} of J^T W J) plus the
 * prior's precision. Dense, for a few dozen parameters.
 * Deterministic.
 */
public final class MapFit {
    /** A model of log times. */
    @FunctionalInterface
    public interface Model {
        /**
         * Predicted log time of each observation, in their order.
         *
         * @param parameters on their fitted scale; not kept
         */
        double[] logTimes(double[] parameters);
    }

    private static final int MOST_ITERATIONS = 100;
    /** Relative change of the cost at which the fit is over. */
    private static final double TOLERANCE = 1e-10;
    /** Step of a derivative, in standard deviations of the prior. */
    private static final double DIFFERENCE = 1e-3;

    private static final double FIRST_DAMPING = 1e-3;
    private static final double MOST_DAMPING = 1e12;

    private final Prior prior;
    private final Model model;
    private final List<Observation> observations;
    private final Loss loss;
    private final double[][] priorCovariance;

    private MapFit(Prior prior, Model model, List<Observation> observations, Loss loss) {
        this.prior = prior;
        this.model = model;
        this.observations = observations;
        this.loss = loss;
        priorCovariance = prior.covariance();
    }

    /**
     * Fits. Parameters of which the observations remove less than 20 % of the prior variance are put back to their prior mean,
     * and the others fitted again.
     *
     * @throws IllegalArgumentException where the model does not give one finite log time for each observation at the prior
     */
    public static Posterior fit(Prior prior, Model model, List<Observation> observations, Loss loss) {
        MapFit fit = new MapFit(prior, model, List.copyOf(observations), loss);
        return fit.posterior();
    }

    /** Where a descent ended. */
    private static final class Optimum {
        private final double[] values;
        private final int iterations;

        Optimum(double[] values, int iterations) {
            this.values = values;
            this.iterations = iterations;
        }
    }

    private Posterior posterior() {
        int size = prior.size();
        boolean[] isFree = new boolean[size];
        Arrays.fill(isFree, true);
        Optimum optimum = descend(isFree);
        double[][] covariance = covariance(optimum.values);
        double[] removed = new double[size];
        boolean allFree = true;
        for (int index = 0; index < size; index++) {
            removed[index] = Math.max(0, 1 - covariance[index][index] / priorCovariance[index][index]);
            isFree[index] = removed[index] >= Posterior.IDENTIFIED_FROM;
            allFree &= isFree[index];
        }
        if (!allFree) {
            optimum = descend(isFree);
        }
        return new Posterior(optimum.values, covariance, removed, optimum.iterations);
    }

    private Optimum descend(boolean[] isFree) {
        double[] values = prior.means();
        double[] times = times(values);
        double cost = cost(values, times);
        if (!Double.isFinite(cost)) {
            throw new IllegalArgumentException("the model gives no finite log time at the prior means");
        }
        double damping = FIRST_DAMPING;
        int iteration = 0;
        while (iteration < MOST_ITERATIONS) {
            iteration++;
            double[][] jacobian = jacobian(values, isFree);
            double[][] curvature = curvature(jacobian, times, 1);
            double[] slope = slope(jacobian, values, times);
            for (int index = 0; index < values.length; index++) {
                if (!isFree[index]) {
                    hold(curvature, slope, index);
                }
            }
            double gain = 0;
            while (damping <= MOST_DAMPING) {
                double[] next =
                        moved(values, Cholesky.of(damped(curvature, damping)).solve(slope));
                double[] nextTimes = times(next);
                double nextCost = cost(next, nextTimes);
                if (nextCost <= cost) {
                    gain = cost - nextCost;
                    values = next;
                    times = nextTimes;
                    cost = nextCost;
                    damping /= 10;
                    break;
                }
                damping *= 10;
            }
            if (gain <= TOLERANCE * (1 + cost)) {
                break;
            }
        }
        return new Optimum(values, iteration);
    }

    /** Takes a parameter out of the equations: it stays where it is, at the prior mean. */
    private static void hold(double[][] curvature, double[] slope, int index) {
        for (int other = 0; other < slope.length; other++) {
            curvature[index][other] = 0;
            curvature[other][index] = 0;
        }
        curvature[index][index] = 1;
        slope[index] = 0;
    }

    private static double[] moved(double[] values, double[] step) {
        double[] next = values.clone();
        for (int index = 0; index < next.length; index++) {
            next[index] += step[index];
        }
        return next;
    }

    private static double[][] damped(double[][] curvature, double damping) {
        double[][] damped = new double[curvature.length][];
        for (int row = 0; row < damped.length; row++) {
            damped[row] = curvature[row].clone();
            damped[row][row] *= 1 + damping;
        }
        return damped;
    }

    private double[] times(double[] values) {
        double[] times = model.logTimes(values.clone());
        if (times.length != observations.size()) {
            throw new IllegalArgumentException(
                    "the model gives " + times.length + " log times for " + observations.size() + " observations");
        }
        return times;
    }

    /** Not finite where the model has no answer: such a step is not taken. */
    private double cost(double[] values, double[] times) {
        double cost = prior.cost(values);
        for (int row = 0; row < times.length; row++) {
            cost += loss.cost(observations.get(row).residual(times[row]));
        }
        return cost;
    }

    /** By observation and parameter; zero for those held. */
    private double[][] jacobian(double[] values, boolean[] isFree) {
        double[][] jacobian = new double[observations.size()][values.length];
        for (int column = 0; column < values.length; column++) {
            if (!isFree[column]) {
                continue;
            }
            double step = DIFFERENCE * Math.sqrt(priorCovariance[column][column]);
            double[] above = values.clone();
            above[column] += step;
            double[] below = values.clone();
            below[column] -= step;
            double[] high = times(above);
            double[] low = times(below);
            for (int row = 0; row < high.length; row++) {
                jacobian[row][column] = (high[row] - low[row]) / (2 * step);
            }
        }
        return jacobian;
    }

    /** J^T W J times a factor, plus the prior's precision. */
    private double[][] curvature(double[][] jacobian, double[] times, double factor) {
        int size = prior.size();
        double[][] curvature = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                curvature[row][column] = prior.precision(row, column);
            }
        }
        for (int index = 0; index < times.length; index++) {
            double weight = factor * weight(index, times[index]);
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    curvature[row][column] += jacobian[index][row] * weight * jacobian[index][column];
                }
            }
        }
        return curvature;
    }

    /** Weight of an observation over its variance; a lower bound that the model is above has none. */
    private double weight(int index, double time) {
        Observation observation = observations.get(index);
        double z = observation.residual(time);
        if (observation.isLowerBound() && z == 0) {
            return 0;
        }
        return loss.weight(z) / (observation.spread() * observation.spread());
    }

    private double[] slope(double[][] jacobian, double[] values, double[] times) {
        double[] slope = new double[values.length];
        for (int row = 0; row < slope.length; row++) {
            for (int column = 0; column < slope.length; column++) {
                slope[row] -= prior.precision(row, column) * (values[column] - prior.mean(column));
            }
        }
        for (int index = 0; index < times.length; index++) {
            double pull = weight(index, times[index]) * (observations.get(index).logTime() - times[index]);
            for (int row = 0; row < slope.length; row++) {
                slope[row] += jacobian[index][row] * pull;
            }
        }
        return slope;
    }

    private double[][] covariance(double[] values) {
        boolean[] isFree = new boolean[values.length];
        Arrays.fill(isFree, true);
        return Cholesky.of(curvature(jacobian(values, isFree), times(values), loss.informationShare()))
                .inverse();
    }
}
