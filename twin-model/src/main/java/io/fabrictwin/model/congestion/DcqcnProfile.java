package io.fabrictwin.model.congestion;

/**
 * Constants of the sender's rate control.
 *
 * @param g gain of the moving average alpha, 0 to 1
 * @param alphaTimerNs period of alpha's update, ns
 * @param rateDecreaseIntervalNs period of the check that may cut the rate, ns
 * @param rateIncreaseTimerNs time without a cut after which the rate rises, ns
 * @param additiveIncreaseBitsPerSecond step of the target rate in additive increase
 * @param hyperIncreaseBitsPerSecond step of the target rate in hyper increase
 * @param minRateBitsPerSecond lowest rate that a cut may reach
 * @param fastRecoveryTimes increases that only halve the gap to the target before the target rises itself
 */
public record DcqcnProfile(
        double g,
        long alphaTimerNs,
        long rateDecreaseIntervalNs,
        long rateIncreaseTimerNs,
        double additiveIncreaseBitsPerSecond,
        double hyperIncreaseBitsPerSecond,
        double minRateBitsPerSecond,
        int fastRecoveryTimes) {
    public DcqcnProfile {
        if (!(g >= 0 && g <= 1)) {
            throw new IllegalArgumentException("g must lie in 0..1: " + g);
        }
        Require.positive("alphaTimerNs", alphaTimerNs);
        Require.positive("rateDecreaseIntervalNs", rateDecreaseIntervalNs);
        Require.positive("rateIncreaseTimerNs", rateIncreaseTimerNs);
        Require.notNegative("additiveIncreaseBitsPerSecond", additiveIncreaseBitsPerSecond);
        Require.notNegative("hyperIncreaseBitsPerSecond", hyperIncreaseBitsPerSecond);
        Require.positive("minRateBitsPerSecond", minRateBitsPerSecond);
        Require.notNegative("fastRecoveryTimes", fastRecoveryTimes);
    }
}
