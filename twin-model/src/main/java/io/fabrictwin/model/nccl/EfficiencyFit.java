package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.ClusterDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One efficiency of a cluster from its measurements: the share of the modelled rate that makes the logarithms of modelled and
 * measured times agree best, by damped Gauss-Newton steps on the loss of Student's t with four degrees of freedom, with a
 * prior around 0.92. Small sizes say nothing about a rate, so only sizes from {@link #SMALLEST_BYTES} on take part.
 *
 * @param efficiency best share
 * @param used measurements that took part
 * @param deviation standard deviation of the logarithm of the efficiency, after the measurements
 */
public record EfficiencyFit(double efficiency, int used, double deviation) {
    /** Least size that takes part in a fit. */
    public static final long SMALLEST_BYTES = 64L << 20;

    private static final double PRIOR_EFFICIENCY = 0.92;
    private static final double PRIOR_DEVIATION = 0.08;
    /** Repeated runs of one collective scatter by some percent; outliers are left to the loss. */
    private static final double NOISE = 0.05;

    /** Degrees of freedom of Student's distribution: few enough that times of a faulty run have little say. */
    private static final double FREEDOM = 4;

    private static final int STEPS = 30;
    private static final double NUDGE = 1e-4;
    private static final double LARGEST_STEP = 0.2;

    /**
     * Fits one efficiency; what the description had for it does not matter.
     *
     * @throws IllegalArgumentException if no measurement is large enough, or one has more ranks than the cluster
     */
    public static EfficiencyFit fit(ClusterDescription cluster, List<Measurement> measurements) {
        Map<Integer, ClusterModel> models = new HashMap<>();
        List<Measurement> large = new ArrayList<>();
        for (Measurement measured : measurements) {
            if (measured.bytes() >= SMALLEST_BYTES) {
                large.add(measured);
                models.computeIfAbsent(measured.ranks(), n -> ClusterModel.of(cluster, n));
            }
        }
        if (large.isEmpty()) {
            throw new IllegalArgumentException(
                    "no measurement of at least " + SMALLEST_BYTES + " B, which an efficiency needs");
        }
        double prior = StrictMath.log(PRIOR_EFFICIENCY);
        double log = prior;
        double curvature = 0;
        for (int step = 0; step < STEPS; step++) {
            double slope = (prior - log) / (PRIOR_DEVIATION * PRIOR_DEVIATION);
            curvature = 1 / (PRIOR_DEVIATION * PRIOR_DEVIATION);
            for (Measurement measured : large) {
                ClusterModel model = Objects.requireNonNull(models.get(measured.ranks()));
                double logTime = logTime(model, measured, log);
                double residual = (StrictMath.log(measured.timeNs()) - logTime) / NOISE;
                double gain = (logTime(model, measured, log + NUDGE) - logTime) / NUDGE / NOISE;
                double weight = (FREEDOM + 1) / (FREEDOM + residual * residual);
                slope += weight * gain * residual;
                curvature += weight * gain * gain;
            }
            log += Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, slope / curvature));
        }
        return new EfficiencyFit(StrictMath.exp(log), large.size(), 1 / Math.sqrt(curvature));
    }

    private static double logTime(ClusterModel model, Measurement measured, double logEfficiency) {
        return StrictMath.log(model.timeNs(measured.operation(), measured.bytes(), StrictMath.exp(logEfficiency)));
    }

    /** Median of |modelled / measured - 1| over measurements of at least {@code smallestBytes}; empty when there are none. */
    public static OptionalDouble medianError(
            ClusterDescription cluster, List<Measurement> measurements, long smallestBytes) {
        Map<Integer, ClusterModel> models = new HashMap<>();
        double[] errors = measurements.stream()
                .filter(measured -> measured.bytes() >= smallestBytes)
                .mapToDouble(measured ->
                        Math.abs(models.computeIfAbsent(measured.ranks(), n -> ClusterModel.of(cluster, n))
                                                .predict(measured.operation(), measured.bytes())
                                                .timeNs()
                                        / measured.timeNs()
                                - 1))
                .sorted()
                .toArray();
        if (errors.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = errors.length / 2;
        return OptionalDouble.of(errors.length % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2);
    }
}
