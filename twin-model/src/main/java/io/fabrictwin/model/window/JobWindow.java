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
 * What a job did in a window that ends with its newest completed step: of the steps and collectives that ended in it. Of a
 * job that tells of no whole step, with its newest collective.
 *
 * @param toNs when that ended, ns since 1970
 * @param ageNs how far that lies behind the newest fact of the fabric
 * @param steps how many ended in the window; 0: nobody tells of them
 * @param meanStepNs mean duration; null: not told
 * @param longestStepNs longest duration; null: not told
 * @param exposedShare share of the steps' time after their slowest rank had computed: communication that nothing hid;
 *     null: computing was not told
 * @param slowestRank the rank with the most computing time; null: not told
 * @param slowestRankNs its mean computing time a step, ns; null: not told
 * @param medianRankNs the median rank's mean computing time a step, ns; null: not told
 * @param collectives by operation and size; empty: not told
 * @param slowestRail the rail on whose NICs collectives take longest; null: not told, or there are no two
 * @param slowestRailLagNs by how much longer than on the median rail, over one of each operation and size; null likewise
 */
public record JobWindow(
        Span span,
        long toNs,
        long ageNs,
        int steps,
        @Nullable Double meanStepNs,
        @Nullable Long longestStepNs,
        @Nullable Double exposedShare,
        @Nullable Integer slowestRank,
        @Nullable Double slowestRankNs,
        @Nullable Double medianRankNs,
        List<CollectiveWindow> collectives,
        @Nullable Integer slowestRail,
        @Nullable Double slowestRailLagNs) {
    public JobWindow {
        collectives = List.copyOf(collectives);
    }

    /**
     * The window of a span; empty where no step has been completed, nor a collective.
     *
     * @param samples of one job, each step once
     * @param runs collectives of that job
     * @param railByRank of those of its ranks whose NIC is known
     * @param reachNs event time of the newest fact of the fabric, ns since 1970
     */
    static Optional<JobWindow> of(
            List<StepSample> samples,
            List<CollectiveRun> runs,
            Map<Integer, Integer> railByRank,
            long reachNs,
            Span span) {
        long toNs = Long.MIN_VALUE;
        for (StepSample sample : samples) {
            Long endNs = sample.endNs();
            toNs = endNs == null || sample.startNs() == null ? toNs : Math.max(toNs, endNs);
        }
        if (toNs == Long.MIN_VALUE) {
            toNs = runs.stream().mapToLong(CollectiveRun::endNs).max().orElse(Long.MIN_VALUE);
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
        if (toNs == Long.MIN_VALUE) {
            return Optional.empty();
        }
        long fromNs = toNs - span.ns();
        List<CollectiveRun> within =
                runs.stream().filter(run -> run.endNs() > fromNs).toList();
        RailLag rail = RailLag.of(within, railByRank);
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
                steps == 0 ? null : (Double) ((double) sumNs / steps),
                steps == 0 ? null : (Long) longestNs,
                exposableNs == 0 ? null : (Double) ((double) exposedNs / exposableNs),
                slowest,
                slowest == null ? null : (Double) slowestNs,
                slowest == null ? null : (Double) means[(means.length - 1) / 2],
                CollectiveWindow.of(within),
                rail == null ? null : (Integer) rail.rail(),
                rail == null ? null : (Double) rail.lagNs()));
    }
}
