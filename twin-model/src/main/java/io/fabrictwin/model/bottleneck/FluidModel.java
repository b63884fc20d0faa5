package io.fabrictwin.model.bottleneck;

import io.fabrictwin.model.congestion.DcqcnProfile;

/**
 * The authors' fluid model of the published algorithm, for equal flows: Zhu et al., SIGCOMM 2015, section 5, and the
 * scripts that solve it. Rates are packets per second, times seconds, {@code p} the probability of a mark:
 *
 * <pre>
 *   alpha' = (g / tau') (1 - (1-p)^(tau' R) - alpha)
 *   T'     = -(T - R) a / tau + R_AI R (c + e)
 *   R'     = -R alpha a / (2 tau) + (T - R) R (b + d) / 2
 *   a = 1 - (1-p)^(tau R)      b = p / ((1-p)^-B - 1)      c = b (1-p)^(F B)
 *                              d = p / ((1-p)^-(T R) - 1)  e = d (1-p)^(F T R)
 * </pre>
 *
 * with the receiver's interval tau, alpha's period tau', B packets of the byte counter, T of the timer, F fast recoveries.
 */
record FluidModel(
        double gain,
        double notificationSeconds,
        double alphaSeconds,
        double timerSeconds,
        double byteCounterPackets,
        double fastRecoveryTimes,
        double additiveIncrease) {
    /**
     * The model of this bottleneck's senders.
     *
     * @throws IllegalArgumentException if they do not cut at each notification: nothing is known of their equilibrium
     */
    static FluidModel of(Bottleneck bottleneck) {
        DcqcnProfile dcqcn = bottleneck.dcqcn();
        if (!dcqcn.variant().cutsAtOnce() || dcqcn.variant().byteCounterBytes() == 0) {
            throw new IllegalArgumentException(
                    "the fluid model holds for senders that cut at each notification and count bytes; emulate others");
        }
        return new FluidModel(
                dcqcn.g(),
                dcqcn.variant().notificationIntervalNs() * 1e-9,
                dcqcn.alphaTimerNs() * 1e-9,
                dcqcn.rateIncreaseTimerNs() * 1e-9,
                dcqcn.variant().byteCounterBytes() / bottleneck.packetBytes(),
                dcqcn.fastRecoveryTimes(),
                dcqcn.additiveIncreaseBitsPerSecond() / 8 / bottleneck.packetBytes());
    }

    /** Share of alpha periods with a mark. */
    double markedShare(double p, double rate) {
        return -StrictMath.expm1(alphaSeconds * rate * StrictMath.log1p(-p));
    }

    private double a(double p, double rate) {
        return -StrictMath.expm1(notificationSeconds * rate * StrictMath.log1p(-p));
    }

    /** Probability per packet that a counter of {@code packets} runs out. */
    private static double expiry(double p, double packets) {
        return p / StrictMath.expm1(-packets * StrictMath.log1p(-p));
    }

    private double rises(double p, double rate) {
        return expiry(p, byteCounterPackets) + expiry(p, timerSeconds * rate);
    }

    private double risesOfTarget(double p, double rate) {
        double stays = StrictMath.log1p(-p) * fastRecoveryTimes;
        return expiry(p, byteCounterPackets) * StrictMath.exp(stays * byteCounterPackets)
                + expiry(p, timerSeconds * rate) * StrictMath.exp(stays * timerSeconds * rate);
    }

    double alphaSlope(double alpha, double rate, double p) {
        return gain / alphaSeconds * (markedShare(p, rate) - alpha);
    }

    double targetSlope(double target, double rate, double p) {
        return -(target - rate) * a(p, rate) / notificationSeconds + additiveIncrease * rate * risesOfTarget(p, rate);
    }

    double rateSlope(double alpha, double target, double rate, double p) {
        return -rate * alpha * a(p, rate) / (2 * notificationSeconds) + (target - rate) * rate * rises(p, rate) / 2;
    }

    /** Target at which the rate stands still. */
    double targetAtRest(double p, double rate) {
        return rate + markedShare(p, rate) * a(p, rate) / (notificationSeconds * rises(p, rate));
    }

    /** Negative below the mark probability at rest, positive above: a^2 alpha - tau^2 R_AI R (b+d) (c+e). */
    double excess(double p, double rate) {
        double a = a(p, rate);
        return a * a * markedShare(p, rate)
                - notificationSeconds
                        * notificationSeconds
                        * additiveIncrease
                        * rate
                        * rises(p, rate)
                        * risesOfTarget(p, rate);
    }
}
