package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** What recorded computing times say of ranks. */
final class ComputeTimes {
    /** Computing times differ by some percent between healthy ranks; only a factor beyond that is a slow rank. */
    private static final double HEALTHY_DEVIATION = 0.1;

    private static final int NEWEST = 4;

    private ComputeTimes() {}

    /**
     * How many times as long as a healthy rank this one computes from the base time on: the median over its steps of its
     * time against the median rank of the step; 1 where the difference is within what healthy ranks show. Where nothing
     * was recorded from the base time on, the newest steps before it speak.
     */
    static double factor(SortedMap<Long, RecordedStep> steps, int rank, long baseTimeNs) {
        List<Double> before = new ArrayList<>();
        List<Double> since = new ArrayList<>();
        for (RecordedStep step : steps.values()) {
            Long startNs = step.startNs();
            Long ownNs = step.computeNs().get(rank);
            if (ownNs != null) {
                double median = median(step.computeNs().values().stream()
                        .map(Long::doubleValue)
                        .toList());
                if (median > 0) {
                    (startNs == null || startNs >= baseTimeNs ? since : before).add(ownNs / median);
                }
            }
        }
        List<Double> factors =
                since.isEmpty() ? before.subList(Math.max(0, before.size() - NEWEST), before.size()) : since;
        if (factors.isEmpty()) {
            return 1;
        }
        double factor = median(factors);
        return Math.abs(factor - 1) < HEALTHY_DEVIATION ? 1 : factor;
    }

    static double median(List<Double> values) {
        return Scores.median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
