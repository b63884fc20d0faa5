package io.fabrictwin.model.congestion;

/** A profile of rate control as the state machine reads it: times in ns, rates in bytes per ns. */
final class SenderConstants {
    final double g;
    final double alphaPeriodNs;
    final double decreaseIntervalNs;
    final double increaseTimerNs;
    final double additiveIncrease;
    final double hyperIncrease;
    final double minRate;
    final double maxRate;
    final double firstRate;
    final int fastRecoveryTimes;
    final boolean cutsAtOnce;
    final double notificationIntervalNs;
    final double initialAlpha;
    final double cutDivisor;
    final double leastKeptShare;
    final DcqcnVariant.TargetFollows targetFollows;
    final boolean countsBytes;
    final double byteCounterBytes;
    final boolean hyperIncreaseGrows;
    /** What alpha keeps after so many periods, as far as it has been asked for. */
    private final double[] decay = new double[4096];

    private int knownDecays = 1;

    SenderConstants(DcqcnProfile profile) {
        g = profile.g();
        alphaPeriodNs = profile.alphaTimerNs();
        decreaseIntervalNs = profile.rateDecreaseIntervalNs();
        increaseTimerNs = profile.rateIncreaseTimerNs();
        additiveIncrease = profile.additiveIncreaseBitsPerSecond() / 8e9;
        hyperIncrease = profile.hyperIncreaseBitsPerSecond() / 8e9;
        minRate = profile.minRateBitsPerSecond() / 8e9;
        fastRecoveryTimes = profile.fastRecoveryTimes();
        DcqcnVariant variant = profile.variant();
        double max = variant.maxRateBitsPerSecond() / 8e9;
        maxRate = max > 0 ? max : Double.POSITIVE_INFINITY;
        firstRate = variant.firstRateBitsPerSecond() / 8e9;
        cutsAtOnce = variant.cutsAtOnce();
        notificationIntervalNs = variant.notificationIntervalNs();
        initialAlpha = variant.initialAlpha();
        cutDivisor = variant.cutDivisor();
        leastKeptShare = variant.leastKeptShare();
        targetFollows = variant.targetFollows();
        byteCounterBytes = variant.byteCounterBytes();
        countsBytes = byteCounterBytes > 0;
        hyperIncreaseGrows = variant.hyperIncreaseGrows();
        decay[0] = 1;
    }

    /** What alpha keeps after so many periods without a notification. */
    double kept(long periods) {
        if (periods >= decay.length) {
            return StrictMath.pow(1 - g, (double) periods);
        }
        for (; knownDecays <= periods; knownDecays++) {
            decay[knownDecays] = decay[knownDecays - 1] * (1 - g);
        }
        return decay[(int) periods];
    }
}
