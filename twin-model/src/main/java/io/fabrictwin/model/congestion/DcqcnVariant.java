package io.fabrictwin.model.congestion;

/**
 * What tells implementations of DCQCN apart, beyond the constants that all of them have.
 *
 * @param cutsAtOnce whether each notification cuts the rate when it arrives, and raises alpha; else a check each
 *     decrease interval cuts if a notification came since the check before, and alpha is updated by its timer alone
 * @param notificationIntervalNs least time between two notifications that the receiver sends to a flow; 0: one for each
 *     marked packet
 * @param initialAlpha alpha at the first notification, 0 to 1
 * @param cutDivisor a cut takes the share alpha / divisor of the rate
 * @param leastKeptShare share of the rate that one cut leaves at least, 0 to 1
 * @param firstRateBitsPerSecond rate that the first notification sets; 0: it sets none
 * @param targetFollows when a cut takes the rate before it as the new target
 * @param byteCounterBytes bytes sent without a cut after which the rate rises, beside the timer; 0: no byte counter
 * @param hyperIncreaseGrows whether the step of hyper increase is multiplied by the number of events past fast recovery
 * @param maxRateBitsPerSecond highest rate; 0: that of the line
 */
public record DcqcnVariant(
        boolean cutsAtOnce,
        long notificationIntervalNs,
        double initialAlpha,
        double cutDivisor,
        double leastKeptShare,
        double firstRateBitsPerSecond,
        TargetFollows targetFollows,
        long byteCounterBytes,
        boolean hyperIncreaseGrows,
        double maxRateBitsPerSecond) {
    /** When a cut takes the rate before it as the new target. */
    public enum TargetFollows {
        /** At every cut. */
        ALWAYS,
        /** If the rate rose since the last cut. */
        AFTER_INCREASE,
        /** If the timer raised the rate since the last cut; the byte counter does not count. */
        AFTER_TIMER_INCREASE
    }

    /** The open simulator of the HPCC artefact, variant "mlx": no notification timer and no byte counter. */
    public static final DcqcnVariant MLX =
            new DcqcnVariant(false, 0, 1, 2, 0, 0, TargetFollows.AFTER_TIMER_INCREASE, 0, false, 0);

    /** The algorithm of Zhu et al., SIGCOMM 2015, with its 50 us between notifications and 10 MB of byte counter. */
    public static final DcqcnVariant PAPER =
            new DcqcnVariant(true, 50_000, 1, 2, 0, 0, TargetFollows.ALWAYS, 10_000_000, true, 0);

    public DcqcnVariant {
        Require.notNegative("notificationIntervalNs", notificationIntervalNs);
        if (!(initialAlpha >= 0 && initialAlpha <= 1)) {
            throw new IllegalArgumentException("initialAlpha must lie in 0..1: " + initialAlpha);
        }
        if (!(cutDivisor >= 1) || Double.isInfinite(cutDivisor)) {
            throw new IllegalArgumentException("cutDivisor must be a finite number from 1: " + cutDivisor);
        }
        if (!(leastKeptShare >= 0 && leastKeptShare <= 1)) {
            throw new IllegalArgumentException("leastKeptShare must lie in 0..1: " + leastKeptShare);
        }
        Require.notNegative("firstRateBitsPerSecond", firstRateBitsPerSecond);
        Require.notNegative("byteCounterBytes", byteCounterBytes);
        Require.notNegative("maxRateBitsPerSecond", maxRateBitsPerSecond);
    }
}
