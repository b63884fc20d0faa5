package io.fabrictwin.model.congestion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs of the same activities under several streams of marks, so that the luck of one stream does not decide an answer.
 * Which packets get a mark is drawn, and where few senders share a port a handful of marks tells when the last one ends:
 * over our streams the end of 4 to 8 transfers into one port spreads by 2 to 7 %, of 16 by less than 2 %, of 32 by less than
 * 1 %; the streams of the packet-level simulator differ as much.
 */
public final class Streams {
    /** Up to so many activities one stream's luck shows: see above. */
    private static final int FEW_ACTIVITIES = 12;
    /** With so many, answers of other streams hardly give another order of two settings: measured on the packet-level cases. */
    private static final int OF_FEW = 15;

    /** A spread can be told from so many. */
    private static final int LEAST = 3;
    /**
     * Standard error of the mean last end, as a share, from which on more streams bring no better answers: over the
     * packet-level cases orders of two settings come out right as often as with 15 streams for each, at half the cost.
     */
    private static final double SURE = 0.008;

    private Streams() {}

    /** Streams after which the luck of marks hardly shows: several for few activities, one for many. */
    public static int enoughFor(int activities) {
        return activities <= FEW_ACTIVITIES ? OF_FEW : 1;
    }

    /**
     * The most typical of the runs, one for each stream: the one that is nearest to all others. It is a run as it may happen,
     * with the spread of its ends, and no mean of several. Two runs are as far apart as the mean over the activities of the
     * absolute logarithm of the ratio of their times, and that of the last ends. Where nothing is marked all streams are the
     * same, and one is run; no more are run once the mean of their last ends is known to 0.8 %.
     *
     * @param streams how many at most, at least 1; the first is that of {@code seed} alone, so 1 is as {@link Fluid#run}
     * @throws IllegalArgumentException as {@link Fluid#run} does
     */
    public static FluidResult typical(Network network, List<? extends Activity> activities, int streams, long seed) {
        Require.positive("streams", streams);
        FluidResult first = Fluid.run(network, activities, List.of(), new int[0], seed);
        if (streams == 1 || !first.hasMarks()) {
            return first;
        }
        List<FluidResult> runs = new ArrayList<>();
        runs.add(first);
        for (int stream = 1; stream < streams && !areEnough(runs); stream++) {
            runs.add(Fluid.run(network, activities, List.of(), new int[0], Draws.stream(seed, stream)));
        }
        return nearestToAll(runs, activities.size());
    }

    /** Whether the standard error of the mean logarithm of the last ends is small. */
    private static boolean areEnough(List<FluidResult> runs) {
        int count = runs.size();
        if (count < LEAST) {
            return false;
        }
        double[] ends = runs.stream()
                .mapToDouble(run -> StrictMath.log((double) Math.max(1, run.makespanNs())))
                .toArray();
        double mean = Arrays.stream(ends).sum() / count;
        double squares =
                Arrays.stream(ends).map(end -> (end - mean) * (end - mean)).sum();
        return squares / (count - 1) / count < SURE * SURE;
    }

    private static FluidResult nearestToAll(List<FluidResult> runs, int activities) {
        double[] sums = new double[runs.size()];
        int nearest = 0;
        for (int k = 0; k < sums.length; k++) {
            for (int other = 0; other < k; other++) {
                double distance = distance(runs.get(k), runs.get(other), activities);
                sums[k] += distance;
                sums[other] += distance;
            }
        }
        for (int k = 1; k < sums.length; k++) {
            nearest = sums[k] < sums[nearest] ? k : nearest;
        }
        return runs.get(nearest);
    }

    private static double distance(FluidResult one, FluidResult other, int activities) {
        double sum = 0;
        for (int id = 0; id < activities; id++) {
            sum += distance(one.endNs(id) - one.startNs(id), other.endNs(id) - other.startNs(id));
        }
        return sum / activities + distance(one.makespanNs(), other.makespanNs());
    }

    /** Absolute logarithm of the ratio; what has not ended counts as a moment in both. */
    private static double distance(long oneNs, long otherNs) {
        return Math.abs(StrictMath.log((double) Math.max(1, oneNs) / Math.max(1, otherNs)));
    }
}
