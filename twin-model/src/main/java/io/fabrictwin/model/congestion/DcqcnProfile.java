package io.fabrictwin.model.congestion;

/**
 * Constants of the sender's rate control.
 *
 * @param g gain of the moving average alpha, 0 to 1
 * @param alphaTimerNs period of alpha's update, ns
 * @param rateDecreaseIntervalNs period of the check that may cut the rate, ns; unused by a variant that cuts at once
 * @param rateIncreaseTimerNs time without a cut after which the rate rises, ns
 * @param additiveIncreaseBitsPerSecond step of the target rate in additive increase
 * @param hyperIncreaseBitsPerSecond step of the target rate in hyper increase
 * @param minRateBitsPerSecond lowest rate that a cut may reach
 * @param fastRecoveryTimes increases that only halve the gap to the target before the target rises itself
 * @param variant the implementation
 */
public record DcqcnProfile(
        double g,
        long alphaTimerNs,
        long rateDecreaseIntervalNs,
        long rateIncreaseTimerNs,
        double additiveIncreaseBitsPerSecond,
        double hyperIncreaseBitsPerSecond,
        double minRateBitsPerSecond,
        int fastRecoveryTimes,
        DcqcnVariant variant) {
    /**
     * Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015, and the scripts of its fluid
     * model: gain 1/256, 55 us timers, 40 Mbit/s steps; ten times that in hyper increase; at least 0.1 Gbit/s.
     */
    public static final DcqcnProfile PAPER =
            new DcqcnProfile(1 / 256.0, 55_000, 0, 55_000, 40e6, 400e6, 100e6, 5, DcqcnVariant.PAPER);

    public DcqcnProfile {
        if (!(g >= 0 && g <= 1)) {
            throw new IllegalArgumentException("g must lie in 0..1: " + g);
        }
        Require.positive("alphaTimerNs", alphaTimerNs);
        if (variant.cutsAtOnce()) {
            Require.notNegative("rateDecreaseIntervalNs", rateDecreaseIntervalNs);
        } else {
            Require.positive("rateDecreaseIntervalNs", rateDecreaseIntervalNs);
        }
        Require.positive("rateIncreaseTimerNs", rateIncreaseTimerNs);
        Require.notNegative("additiveIncreaseBitsPerSecond", additiveIncreaseBitsPerSecond);
        Require.notNegative("hyperIncreaseBitsPerSecond", hyperIncreaseBitsPerSecond);
        Require.positive("minRateBitsPerSecond", minRateBitsPerSecond);
        Require.notNegative("fastRecoveryTimes", fastRecoveryTimes);
    }

    /** The same constants in the variant {@link DcqcnVariant#MLX}. */
    public DcqcnProfile(
            double g,
            long alphaTimerNs,
            long rateDecreaseIntervalNs,
            long rateIncreaseTimerNs,
            double additiveIncreaseBitsPerSecond,
            double hyperIncreaseBitsPerSecond,
            double minRateBitsPerSecond,
            int fastRecoveryTimes) {
        this(
                g,
                alphaTimerNs,
                rateDecreaseIntervalNs,
                rateIncreaseTimerNs,
                additiveIncreaseBitsPerSecond,
                hyperIncreaseBitsPerSecond,
                minRateBitsPerSecond,
                fastRecoveryTimes,
                DcqcnVariant.MLX);
    }
}
