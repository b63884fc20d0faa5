package io.fabrictwin.model.congestion;

import java.util.Arrays;

/**
 * Rate control of every sender, the exact state machine per flow but evaluated lazily: a flow without congestion
 * notifications costs nothing between its rate increases. Times are ns, rates bytes per ns.
 *
 * <p>The first notification sets alpha to 1 and starts the timers; from then on alpha is updated each alpha period, a
 * check each decrease interval cuts the rate if a notification came since the last check and restarts the increase
 * timer, and each expiry of that timer raises the rate: fast recovery, then additive, then hyper increase.
 */
final class Senders {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final double g;
    private final double alphaPeriodNs;
    private final double decreaseIntervalNs;
    private final double increaseTimerNs;
    private final double additiveIncrease;
    private final double hyperIncrease;
    private final double minRate;
    private final int fastRecoveryTimes;
    private final double[] decay;

    private final double[] lineRate;
    private final double[] rate;
    private final double[] target;
    private final double[] alpha;
    private final double[] firstNotificationNs;
    private final long[] alphaPeriodsDone;
    private final boolean[] alphaNotified;
    private final boolean[] decreaseNotified;
    private final double[] nextDecreaseNs;
    private final double[] nextIncreaseNs;
    private final int[] stage;
    private final double[] nextEventNs;

    // Notifications on their way, a linked list per flow in order of arrival.
    private final int[] firstPending;
    private final int[] lastPending;
    private double[] pendingNs = new double[256];
    private int[] pendingNext = new int[256];
    private int freePending = -1;
    private int usedPending;

    Senders(DcqcnProfile profile, int flows) {
        g = profile.g();
        alphaPeriodNs = profile.alphaTimerNs();
        decreaseIntervalNs = profile.rateDecreaseIntervalNs();
        increaseTimerNs = profile.rateIncreaseTimerNs();
        additiveIncrease = profile.additiveIncreaseBitsPerSecond() / 8e9;
        hyperIncrease = profile.hyperIncreaseBitsPerSecond() / 8e9;
        minRate = profile.minRateBitsPerSecond() / 8e9;
        fastRecoveryTimes = profile.fastRecoveryTimes();
        decay = new double[4096];
        decay[0] = 1;
        for (int k = 1; k < decay.length; k++) {
            decay[k] = decay[k - 1] * (1 - g);
        }
        lineRate = new double[flows];
        rate = new double[flows];
        target = new double[flows];
        alpha = new double[flows];
        firstNotificationNs = new double[flows];
        alphaPeriodsDone = new long[flows];
        alphaNotified = new boolean[flows];
        decreaseNotified = new boolean[flows];
        nextDecreaseNs = new double[flows];
        nextIncreaseNs = new double[flows];
        stage = new int[flows];
        nextEventNs = new double[flows];
        firstPending = new int[flows];
        lastPending = new int[flows];
        Arrays.fill(firstPending, -1);
        Arrays.fill(lastPending, -1);
    }

    /** A new flow starts at line rate. */
    void open(int flow, double lineBytesPerNs) {
        lineRate[flow] = lineBytesPerNs;
        rate[flow] = lineBytesPerNs;
        target[flow] = lineBytesPerNs;
        firstNotificationNs[flow] = NEVER;
        nextDecreaseNs[flow] = NEVER;
        nextIncreaseNs[flow] = NEVER;
        nextEventNs[flow] = NEVER;
    }

    /** Forgets what is on its way to a flow that has ended. */
    void close(int flow) {
        while (firstPending[flow] >= 0) {
            dropFirstPending(flow);
        }
        nextEventNs[flow] = NEVER;
    }

    double rate(int flow) {
        return rate[flow];
    }

    /** Time of the next change of the flow's state; infinite if only a notification can change it. */
    double nextEventNs(int flow) {
        return nextEventNs[flow];
    }

    /** A congestion notification that reaches the sender at {@code arrivalNs}. */
    void notify(int flow, double arrivalNs) {
        int slot;
        if (freePending >= 0) {
            slot = freePending;
            freePending = pendingNext[slot];
        } else {
            if (usedPending == pendingNs.length) {
                pendingNs = Arrays.copyOf(pendingNs, usedPending * 2);
                pendingNext = Arrays.copyOf(pendingNext, usedPending * 2);
            }
            slot = usedPending++;
        }
        int last = lastPending[flow];
        pendingNs[slot] = last < 0 ? arrivalNs : Math.max(arrivalNs, pendingNs[last]);
        pendingNext[slot] = -1;
        if (last < 0) {
            firstPending[flow] = slot;
        } else {
            pendingNext[last] = slot;
        }
        lastPending[flow] = slot;
        nextEventNs[flow] = Math.min(nextEventNs[flow], pendingNs[slot]);
    }

    private void dropFirstPending(int flow) {
        int slot = firstPending[flow];
        firstPending[flow] = pendingNext[slot];
        if (firstPending[flow] < 0) {
            lastPending[flow] = -1;
        }
        pendingNext[slot] = freePending;
        freePending = slot;
    }

    /** Handles all state changes before {@code untilNs} and returns the bytes that the pace allows from {@code fromNs} on. */
    double advance(int flow, double fromNs, double untilNs) {
        double bytes = 0;
        double now = fromNs;
        while (nextEventNs[flow] < untilNs) {
            double event = nextEventNs[flow];
            if (event > now) {
                bytes += rate[flow] * (event - now);
                now = event;
            }
            handle(flow, event);
        }
        return bytes + rate[flow] * (untilNs - now);
    }

    private void handle(int flow, double event) {
        // Order at one instant: alpha (lazily, inside), then the decrease check, then the increase, then arrivals.
        if (nextDecreaseNs[flow] <= event) {
            decrease(flow, nextDecreaseNs[flow]);
        } else if (nextIncreaseNs[flow] <= event) {
            increase(flow, nextIncreaseNs[flow]);
        } else {
            double arrival = pendingNs[firstPending[flow]];
            dropFirstPending(flow);
            arrive(flow, arrival);
        }
        double next = Math.min(nextDecreaseNs[flow], nextIncreaseNs[flow]);
        if (firstPending[flow] >= 0) {
            next = Math.min(next, pendingNs[firstPending[flow]]);
        }
        nextEventNs[flow] = next;
    }

    private void arrive(int flow, double atNs) {
        if (firstNotificationNs[flow] == NEVER) {
            firstNotificationNs[flow] = atNs;
            alpha[flow] = 1;
            alphaPeriodsDone[flow] = 0;
            decreaseNotified[flow] = true;
            nextDecreaseNs[flow] = atNs + decreaseIntervalNs + 1;
            return;
        }
        updateAlpha(flow, atNs);
        alphaNotified[flow] = true;
        if (!decreaseNotified[flow]) {
            decreaseNotified[flow] = true;
            double since = atNs - firstNotificationNs[flow] - 1;
            nextDecreaseNs[flow] =
                    firstNotificationNs[flow] + 1 + (Math.floor(since / decreaseIntervalNs) + 1) * decreaseIntervalNs;
        }
    }

    private void decrease(int flow, double atNs) {
        updateAlpha(flow, atNs);
        if (stage[flow] > 0) {
            target[flow] = rate[flow];
        }
        rate[flow] = Math.max(minRate, rate[flow] * (1 - alpha[flow] / 2));
        stage[flow] = 0;
        decreaseNotified[flow] = false;
        nextDecreaseNs[flow] = NEVER;
        nextIncreaseNs[flow] = atNs + increaseTimerNs;
    }

    private void increase(int flow, double atNs) {
        if (stage[flow] == fastRecoveryTimes) {
            target[flow] = Math.min(lineRate[flow], target[flow] + additiveIncrease);
        } else if (stage[flow] > fastRecoveryTimes) {
            target[flow] = Math.min(lineRate[flow], target[flow] + hyperIncrease);
        }
        rate[flow] = (rate[flow] + target[flow]) / 2;
        stage[flow]++;
        nextIncreaseNs[flow] = atNs + increaseTimerNs;
    }

    private void updateAlpha(int flow, double atNs) {
        long periods = (long) ((atNs - firstNotificationNs[flow]) / alphaPeriodNs);
        long passed = periods - alphaPeriodsDone[flow];
        if (passed <= 0) {
            return;
        }
        alphaPeriodsDone[flow] = periods;
        double value = alpha[flow];
        if (alphaNotified[flow]) {
            value = (1 - g) * value + g;
            alphaNotified[flow] = false;
            passed--;
        }
        alpha[flow] = value * (passed < decay.length ? decay[(int) passed] : StrictMath.pow(1 - g, (double) passed));
    }
}
