package io.fabrictwin.model.window;

import io.fabrictwin.model.detection.StepSample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a job did in a window that ends with its newest completed step: of the steps that ended in it.
 *
 * @param toNs when the newest step ended, ns since 1970
 * @param ageNs how far that lies behind the newest fact of the fabric
 * @param steps how many ended in the window, at least one
 * @param meanStepNs mean duration
 * @param longestStepNs longest duration
 * @param exposedShare share of the steps' time after their slowest rank had computed: communication that nothing hid;
 *     null: computing was not told
 * @param slowestRank the rank with the most computing time; null: not told
 * @param slowestRankNs its mean computing time a step, ns; null: not told
 * @param medianRankNs the median rank's mean computing time a step, ns; null: not told
 */
public record JobWindow(
        Span span,
        long toNs,
        long ageNs,
        int steps,
        double meanStepNs,
        long longestStepNs,
        @Nullable Double exposedShare,
        @Nullable Integer slowestRank,
        @Nullable Double slowestRankNs,
        @Nullable Double medianRankNs) {

    /**
     * The window of a span; empty where no step has been completed.
     *
     * @param samples of one job, each step once
     * @param reachNs event time of the newest fact of the fabric, ns since 1970
     */
    public static Optional<JobWindow> of(List<StepSample> samples, long reachNs, Span span) {
        long toNs = Long.MIN_VALUE;
        for (StepSample sample : samples) {
            Long endNs = sample.endNs();
            toNs = endNs == null || sample.startNs() == null ? toNs : Math.max(toNs, endNs);
        }
        int steps = 0;
        long sumNs = 0;
        long longestNs = 0;
        long exposedNs = 0;
        long exposableNs = 0;
        SortedMap<Integer, long[]> computing = new TreeMap<>();
        for (StepSample sample : samples) {
            Long startNs = sample.startNs();
            Long endNs = sample.endNs();
            if (startNs == null || endNs == null || endNs <= toNs - span.ns()) {
                continue;
            }
            steps++;
            sumNs += endNs - startNs;
            longestNs = Math.max(longestNs, endNs - startNs);
            Long computeEndNs = sample.computeEndNs();
            if (computeEndNs != null) {
                exposedNs += Math.max(0, endNs - computeEndNs);
                exposableNs += endNs - startNs;
            }
            sample.computeNs().forEach((rank, ns) -> {
                long[] sumAndCount = computing.computeIfAbsent(rank, unknown -> new long[2]);
                sumAndCount[0] += ns;
                sumAndCount[1]++;
            });
        }
        if (steps == 0) {
            return Optional.empty();
        }
        Integer slowest = null;
        double slowestNs = 0;
        double[] means = new double[computing.size()];
        int at = 0;
        for (Map.Entry<Integer, long[]> rank : computing.entrySet()) {
            double meanNs = (double) rank.getValue()[0] / rank.getValue()[1];
            means[at++] = meanNs;
            if (slowest == null || meanNs > slowestNs) {
                slowest = rank.getKey();
                slowestNs = meanNs;
            }
        }
        Arrays.sort(means);
        return Optional.of(new JobWindow(
                span,
                toNs,
                Math.max(0, reachNs - toNs),
                steps,
                (double) sumNs / steps,
                longestNs,
                exposableNs == 0 ? null : (Double) ((double) exposedNs / exposableNs),
                slowest,
                slowest == null ? null : (Double) slowestNs,
                slowest == null ? null : (Double) means[(means.length - 1) / 2]));
    }
}
