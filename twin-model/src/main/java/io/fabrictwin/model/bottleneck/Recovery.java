package io.fabrictwin.model.bottleneck;

import io.fabrictwin.model.congestion.DcqcnProfile;

/**
 * How long flows take to reclaim what others left, in closed form: the rate follows the target, and the target gains
 * one step at each expiry of the timer and of the byte counter,
 *
 * <pre>
 *   dR/dt = step (1/T + R/B)      t(R0 to R1) = (B/step) ln((1 + R1 T/B) / (1 + R0 T/B))
 * </pre>
 *
 * linear in time, T (R1 - R0) / step, without a byte counter. Fast recovery comes before, F expiries without a gain; the
 * step is that of additive increase until both counters are past fast recovery, then that of hyper increase.
 */
public final class Recovery {
    /** Stretches of hyper increase that grow before the rest is taken in one. */
    private static final int MOST_STRETCHES = 64;

    private Recovery() {}

    /**
     * Time and loss of the recovery of all flows that stay, each from its share among {@code before} flows.
     *
     * @param before flows before the departure
     * @param after flows that stay
     * @return the integral of the unused share of the link until it is used in full, and the time to 95 % of it
     * @throws IllegalArgumentException if no flow leaves or stays, or the target never rises
     */
    public static Departure after(Bottleneck bottleneck, int before, int after) {
        if (!(after > 0 && after < before)) {
            throw new IllegalArgumentException("after must lie in 1.." + (before - 1) + ": " + after);
        }
        DcqcnProfile dcqcn = bottleneck.dcqcn();
        double full = bottleneck.bytesPerNs() / after;
        double rate = bottleneck.bytesPerNs() / before;
        double timerNs = dcqcn.rateIncreaseTimerNs();
        double counter = dcqcn.variant().byteCounterBytes();
        double additive = dcqcn.additiveIncreaseBitsPerSecond() / 8e9;
        double hyper = dcqcn.hyperIncreaseBitsPerSecond() / 8e9;
        if (!(additive > 0 && hyper > 0)) {
            throw new IllegalArgumentException("the steps of additive and hyper increase must be positive");
        }
        double nowNs = dcqcn.fastRecoveryTimes() * timerNs;
        double lost = nowNs * (1 - rate / full);
        double recoveredNs = rate >= 0.95 * full ? 0 : Double.POSITIVE_INFINITY;
        // Fast recovery ends with the timer's F-th expiry; hyper increase starts when the slower counter is past F.
        double bytesToNext = (dcqcn.fastRecoveryTimes() + 1) * counter - rate * nowNs;
        double step = additive;
        for (int past = 0; rate < full; past++) {
            double next;
            if (counter == 0) {
                next = past == 0 ? Math.min(full, rate + additive) : full;
            } else {
                next = past >= MOST_STRETCHES
                        ? full
                        : Math.min(full, rateAfter(rate, bytesToNext, step, timerNs, counter));
            }
            double mark = 0.95 * full;
            if (rate < mark && next >= mark) {
                recoveredNs = nowNs + rampNs(rate, mark, step, timerNs, counter);
            }
            double spanNs = rampNs(rate, next, step, timerNs, counter);
            lost += spanNs * (1 - (rate + next) / 2 / full);
            nowNs += spanNs;
            rate = next;
            bytesToNext = counter;
            step = dcqcn.variant().hyperIncreaseGrows() ? hyper * (past + 1) : hyper;
        }
        return new Departure(lost, recoveredNs);
    }

    /** Time to ramp from one rate to another by {@code step} at each expiry, ns. */
    static double rampNs(double from, double to, double step, double timerNs, double counterBytes) {
        if (counterBytes == 0) {
            return timerNs * (to - from) / step;
        }
        return counterBytes
                / step
                * StrictMath.log((1 + to * timerNs / counterBytes) / (1 + from * timerNs / counterBytes));
    }

    /** Rate once {@code bytes} more are sent while it ramps: bisection on the bytes, which grow with the rate. */
    private static double rateAfter(double rate, double bytes, double step, double timerNs, double counterBytes) {
        // dR/d(bytes) = step (1 / (T R) + 1 / B) lies between its values at both ends; far above is safe to start from.
        double low = rate;
        double high = rate + bytes * step * (1 / (timerNs * rate) + 1 / counterBytes);
        for (int k = 0; k < 60; k++) {
            double middle = (low + high) / 2;
            double sent = rampNs(rate, middle, step, timerNs, counterBytes) * (rate + middle) / 2;
            if (sent < bytes) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
