package io.fabrictwin.model.calibration;

import java.util.List;

/**
 * What the model adds to the spread of a log ratio of its own doing: {@code floor + share |ln ratio|}. A forecast that is
 * anchored to the last observation, {@code after = before x model(after) / model(before)}, is free of every error that
 * multiplies both runs; this is what is left.
 *
 * @param floor spread where no effect is predicted
 * @param share of a predicted log ratio that may not come, one standard deviation
 * @param status assumed, or fitted to past changes
 * @param source where the two numbers come from
 */
public record RatioSpread(double floor, double share, Status status, String source) {
    /**
     * Without history: what holds 9 of 10 recordings of packet-level runs whose paths are known, with room to spare. Of 41
     * recordings with 13 kinds of change, each judged by numbers fitted to the others, the interval held 40; the fit itself
     * asks for less of a floor, as runs without luck are met almost exactly. On a real fabric more of an effect may not come: a
     * forecast says "prior only" until changes made there have been scored.
     */
    public static final RatioSpread PRIOR =
            new RatioSpread(0.004, 0.05, Status.ASSUMED, "prior from independent packet-level runs");

    /**
     * For what no packet-level run stands behind: other transports, other ways to spread traffic or to run collectives. That
     * a quarter of an effect does not come is a guess on the side of caution.
     */
    public static final RatioSpread UNCOMPARED =
            new RatioSpread(0.01, 0.25, Status.ASSUMED, "no packet-level run of such a change was compared");

    /**
     * Of runs at steady shares that differ: of 29 packet-level recordings with known paths in which they do, the ratio was off
     * by 7.4 % in the root mean square, 6 % where the effect was small. Where they do not differ, 9 recordings of 9 were met
     * within 0.1 %.
     */
    public static final RatioSpread SHARES =
            new RatioSpread(0.06, 0.05, Status.ASSUMED, "packet-level recordings, run at shares");

    /**
     * Of other numbers of queue pairs: how a message is dealt out to them, and when, is not followed. Of 4 packet-level recordings
     * in which that changed the step time, the ratio was off by 7.5 % in the root mean square, a quarter of the effect; of 3 in which it
     * did not, all were met within 0.1 %.
     */
    public static final RatioSpread QUEUE_PAIRS =
            new RatioSpread(0.004, 0.25, Status.ASSUMED, "packet-level recordings with other numbers of queue pairs");

    /** The prior of either number is log-normal about {@link #PRIOR}, a factor of two each way. */
    private static final double PRIOR_SPREAD = StrictMath.log(2);

    private static final int GRID_REACH = 16;
    /** Grid steps to a factor of two. */
    private static final int GRID_STEPS = 4;

    public RatioSpread {
        if (!(floor > 0 && share >= 0)) {
            throw new IllegalArgumentException("spread of a ratio " + floor + " + " + share + " |ln ratio|");
        }
    }

    /** One standard deviation at a predicted log ratio. */
    public double at(double logRatio) {
        return floor + share * Math.abs(logRatio);
    }

    /**
     * The most probable numbers given past changes of a kind, on a grid; the prior where there are none. Errors are taken as
     * normal.
     *
     * @param noiseVariances variance of each past log ratio that is not the model's: of steps, marks and drawn paths
     */
    public static RatioSpread fit(List<PastChange> changes, double[] noiseVariances) {
        if (noiseVariances.length != changes.size()) {
            throw new IllegalArgumentException(
                    noiseVariances.length + " noise variances for " + changes.size() + " past changes");
        }
        if (changes.isEmpty()) {
            return PRIOR;
        }
        double least = Double.POSITIVE_INFINITY;
        double bestFloor = PRIOR.floor;
        double bestShare = PRIOR.share;
        for (int i = -GRID_REACH; i <= GRID_REACH; i++) {
            for (int j = -GRID_REACH; j <= GRID_REACH; j++) {
                double floor = PRIOR.floor * StrictMath.pow(2, (double) i / GRID_STEPS);
                double share = PRIOR.share * StrictMath.pow(2, (double) j / GRID_STEPS);
                double cost = (square(i) + square(j)) * square(StrictMath.log(2) / GRID_STEPS / PRIOR_SPREAD) / 2;
                for (int index = 0; index < noiseVariances.length; index++) {
                    PastChange change = changes.get(index);
                    double model = floor + share * Math.abs(change.predictedLogRatio());
                    double variance = noiseVariances[index] + model * model;
                    cost += (StrictMath.log(variance) + square(change.error()) / variance) / 2;
                }
                if (cost < least) {
                    least = cost;
                    bestFloor = floor;
                    bestShare = share;
                }
            }
        }
        return new RatioSpread(bestFloor, bestShare, Status.FITTED, "fit to " + changes.size() + " past changes");
    }

    private static double square(double value) {
        return value * value;
    }
}
