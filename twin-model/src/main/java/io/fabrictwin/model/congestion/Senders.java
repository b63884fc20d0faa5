package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rate control of every sender, the exact state machine per flow but evaluated lazily: only at changes of the rate, when
 * the notifications that have come since the last one are taken in as well. Times are ns, rates bytes per ns.
 *
 * <p>The first notification sets alpha and starts the timers. From then on alpha is updated each alpha period, and a
 * check each decrease interval cuts the rate if a notification came since the last check; a variant that cuts at once
 * does both when a notification arrives. A cut restarts the increase timer and the byte counter, and each expiry of one
 * of them raises the rate: fast recovery, then additive increase once one of them is past it, then hyper increase once
 * both are. Without a byte counter the timer stands for it too, one expiry behind. Zhu et al., SIGCOMM 2015, section 5,
 * and the vendor parameter page; what differs between implementations is in {@link DcqcnVariant}.
 */
public final class Senders {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    /** By flow. */
    private final SenderConstants[] constants;

    private final boolean countsBytes;

    private final double[] lineRate;
    private final double[] rate;
    private final double[] target;
    private final double[] alpha;
    /** Where alpha's periods and the grid of decrease checks start: at the first notification, or at the last cut at once. */
    private final double[] originNs;

    private final long[] alphaPeriodsDone;
    private final boolean[] alphaNotified;
    private final boolean[] decreaseNotified;
    private final double[] nextDecreaseNs;
    private final double[] nextIncreaseNs;
    private final double[] nextByteIncreaseNs;
    private final double[] bytesSinceCut;
    private final int[] timerStage;
    private final int[] byteStage;
    private final double[] nextEventNs;
    private final double[] notifiableNs;

    // Notifications on their way, a linked list per flow in order of arrival.
    private final int[] firstPending;
    private final int[] lastPending;
    private double[] pendingNs = new double[256];
    private int[] pendingNext = new int[256];
    private int[] pendingBefore = new int[256];
    private int freePending = -1;
    private int usedPending;

    /** Senders of {@code flows} flows with the same constants, none of them open. */
    public Senders(DcqcnProfile profile, int flows) {
        this(Collections.nCopies(flows, profile));
    }

    /** Senders with the constants of each flow, none of them open. */
    Senders(List<DcqcnProfile> profiles) {
        int flows = profiles.size();
        Map<DcqcnProfile, SenderConstants> known = new HashMap<>();
        constants = new SenderConstants[flows];
        for (int flow = 0; flow < flows; flow++) {
            // Neighbours mostly have the same profile, and to compare is quicker than to look up.
            constants[flow] = flow > 0 && profiles.get(flow).equals(profiles.get(flow - 1))
                    ? constants[flow - 1]
                    : known.computeIfAbsent(profiles.get(flow), SenderConstants::new);
        }
        countsBytes = known.values().stream().anyMatch(own -> own.countsBytes);
        lineRate = new double[flows];
        rate = new double[flows];
        target = new double[flows];
        alpha = new double[flows];
        originNs = new double[flows];
        alphaPeriodsDone = new long[flows];
        alphaNotified = new boolean[flows];
        decreaseNotified = new boolean[flows];
        nextDecreaseNs = new double[flows];
        nextIncreaseNs = new double[flows];
        nextByteIncreaseNs = new double[flows];
        bytesSinceCut = new double[flows];
        timerStage = new int[flows];
        byteStage = new int[flows];
        nextEventNs = new double[flows];
        notifiableNs = new double[flows];
        firstPending = new int[flows];
        lastPending = new int[flows];
        Arrays.fill(firstPending, -1);
        Arrays.fill(lastPending, -1);
    }

    /** A new flow starts at line rate. */
    public void open(int flow, double lineBytesPerNs) {
        double highest = Math.min(lineBytesPerNs, constants[flow].maxRate);
        lineRate[flow] = highest;
        rate[flow] = highest;
        target[flow] = highest;
        originNs[flow] = NEVER;
        nextDecreaseNs[flow] = NEVER;
        nextIncreaseNs[flow] = NEVER;
        nextByteIncreaseNs[flow] = NEVER;
        nextEventNs[flow] = NEVER;
        notifiableNs[flow] = 0;
        timerStage[flow] = 0;
        byteStage[flow] = 0;
    }

    /** Forgets what is on its way to a flow that has ended. */
    public void close(int flow) {
        while (firstPending[flow] >= 0) {
            dropFirstPending(flow);
        }
        nextEventNs[flow] = NEVER;
    }

    /** The pace now, bytes per ns. */
    public double rate(int flow) {
        return rate[flow];
    }

    /** Time of the next change of the flow's rate; infinite if nothing known will change it. */
    public double nextEventNs(int flow) {
        return nextEventNs[flow];
    }

    /**
     * A marked packet whose notification would reach the sender at {@code arrivalNs}: the receiver sends none within its
     * interval after the last one. Whether it sends one.
     */
    public boolean notify(int flow, double arrivalNs) {
        if (constants[flow].notificationIntervalNs > 0) {
            if (arrivalNs < notifiableNs[flow]) {
                return false;
            }
            notifiableNs[flow] = arrivalNs + constants[flow].notificationIntervalNs;
        }
        int slot;
        if (freePending >= 0) {
            slot = freePending;
            freePending = pendingNext[slot];
        } else {
            if (usedPending == pendingNs.length) {
                pendingNs = Arrays.copyOf(pendingNs, usedPending * 2);
                pendingNext = Arrays.copyOf(pendingNext, usedPending * 2);
                pendingBefore = Arrays.copyOf(pendingBefore, usedPending * 2);
            }
            slot = usedPending++;
        }
        pendingNs[slot] = arrivalNs;
        // One set further down the path may come back first.
        int before = lastPending[flow];
        int after = -1;
        while (before >= 0 && pendingNs[before] > arrivalNs) {
            after = before;
            before = pendingBefore[before];
        }
        pendingBefore[slot] = before;
        pendingNext[slot] = after;
        if (after < 0) {
            lastPending[flow] = slot;
        } else {
            pendingBefore[after] = slot;
        }
        if (before >= 0) {
            pendingNext[before] = slot;
        } else {
            firstPending[flow] = slot;
            nextEventNs[flow] = Math.min(nextEventNs[flow], nextByPendingNs(flow));
        }
        return true;
    }

    /** When the first notification on its way brings about a change of the rate; infinite if it only tells what is known. */
    private double nextByPendingNs(int flow) {
        double arrivalNs = pendingNs[firstPending[flow]];
        boolean isFirst = originNs[flow] == NEVER;
        if (constants[flow].cutsAtOnce || (isFirst && constants[flow].firstRate > 0)) {
            return arrivalNs;
        }
        if (isFirst) {
            return arrivalNs + constants[flow].decreaseIntervalNs + 1;
        }
        return decreaseNotified[flow] ? NEVER : checkAfterNs(flow, arrivalNs);
    }

    /** The first check after {@code atNs} whether to cut. */
    private double checkAfterNs(int flow, double atNs) {
        double since = atNs - originNs[flow] - 1;
        return originNs[flow]
                + 1
                + (Math.floor(since / constants[flow].decreaseIntervalNs) + 1) * constants[flow].decreaseIntervalNs;
    }

    /** Arrival from which on the receiver's interval lets a notification through, ns. */
    public double notifiableNs(int flow) {
        return notifiableNs[flow];
    }

    /** Whether the bytes sent matter, so that no step may be left out. */
    boolean countsBytes() {
        return countsBytes;
    }

    /** Bytes that the pace allowed by {@code nowNs} and that were not sent, as others or a pause held them back. */
    public void held(int flow, double bytes, double nowNs) {
        if (constants[flow].countsBytes && nextByteIncreaseNs[flow] != NEVER) {
            bytesSinceCut[flow] = Math.max(0, bytesSinceCut[flow] - bytes);
            awaitBytes(flow, nowNs);
            awaitNext(flow);
        }
    }

    private void dropFirstPending(int flow) {
        int slot = firstPending[flow];
        firstPending[flow] = pendingNext[slot];
        if (firstPending[flow] < 0) {
            lastPending[flow] = -1;
        } else {
            pendingBefore[firstPending[flow]] = -1;
        }
        pendingNext[slot] = freePending;
        freePending = slot;
    }

    /** Handles all state changes before {@code untilNs} and returns the bytes that the pace allows from {@code fromNs} on. */
    public double advance(int flow, double fromNs, double untilNs) {
        double bytes = 0;
        double now = fromNs;
        while (nextEventNs[flow] < untilNs) {
            double event = nextEventNs[flow];
            if (event > now) {
                bytes += pass(flow, event - now);
                now = event;
            }
            handle(flow, event);
        }
        return bytes + pass(flow, untilNs - now);
    }

    private double pass(int flow, double spanNs) {
        double bytes = rate[flow] * spanNs;
        if (constants[flow].countsBytes) {
            bytesSinceCut[flow] += bytes;
        }
        return bytes;
    }

    private void handle(int flow, double event) {
        while (firstPending[flow] >= 0 && pendingNs[firstPending[flow]] < event) {
            arriveNext(flow);
        }
        // Order at one instant: alpha (lazily, inside), then the decrease check, then the increases, then arrivals.
        if (nextDecreaseNs[flow] <= event) {
            decrease(flow, nextDecreaseNs[flow]);
        } else if (nextIncreaseNs[flow] <= event) {
            timerStage[flow]++;
            nextIncreaseNs[flow] += constants[flow].increaseTimerNs;
            increase(flow, event);
        } else if (nextByteIncreaseNs[flow] <= event) {
            byteStage[flow]++;
            bytesSinceCut[flow] = 0;
            increase(flow, event);
        } else if (firstPending[flow] >= 0 && pendingNs[firstPending[flow]] <= event) {
            arriveNext(flow);
        }
        awaitNext(flow);
    }

    private void arriveNext(int flow) {
        double arrival = pendingNs[firstPending[flow]];
        dropFirstPending(flow);
        arrive(flow, arrival);
    }

    private void awaitNext(int flow) {
        double next = Math.min(nextDecreaseNs[flow], nextIncreaseNs[flow]);
        if (constants[flow].countsBytes) {
            next = Math.min(next, nextByteIncreaseNs[flow]);
        }
        if (firstPending[flow] >= 0) {
            next = Math.min(next, nextByPendingNs(flow));
        }
        nextEventNs[flow] = next;
    }

    private void awaitBytes(int flow, double atNs) {
        if (constants[flow].countsBytes) {
            nextByteIncreaseNs[flow] =
                    atNs + Math.max(0, constants[flow].byteCounterBytes - bytesSinceCut[flow]) / rate[flow];
        }
    }

    private void arrive(int flow, double atNs) {
        boolean isFirst = originNs[flow] == NEVER;
        if (isFirst) {
            originNs[flow] = atNs;
            alpha[flow] = constants[flow].initialAlpha;
            alphaPeriodsDone[flow] = 0;
            if (constants[flow].firstRate > 0) {
                rate[flow] = Math.min(rate[flow], constants[flow].firstRate);
            }
        }
        if (constants[flow].cutsAtOnce) {
            updateAlpha(flow, atNs);
            cut(flow, atNs);
            alpha[flow] = (1 - constants[flow].g) * alpha[flow] + constants[flow].g;
            originNs[flow] = atNs;
            alphaPeriodsDone[flow] = 0;
        } else if (isFirst) {
            decreaseNotified[flow] = true;
            nextDecreaseNs[flow] = atNs + constants[flow].decreaseIntervalNs + 1;
        } else {
            updateAlpha(flow, atNs);
            alphaNotified[flow] = true;
            if (!decreaseNotified[flow]) {
                decreaseNotified[flow] = true;
                nextDecreaseNs[flow] = checkAfterNs(flow, atNs);
            }
        }
    }

    private void decrease(int flow, double atNs) {
        updateAlpha(flow, atNs);
        cut(flow, atNs);
        decreaseNotified[flow] = false;
        nextDecreaseNs[flow] = NEVER;
    }

    private void cut(int flow, double atNs) {
        boolean follows = switch (constants[flow].targetFollows) {
            case ALWAYS -> true;
            case AFTER_INCREASE -> timerStage[flow] + byteStage[flow] > 0;
            case AFTER_TIMER_INCREASE -> timerStage[flow] > 0;
        };
        if (follows) {
            target[flow] = rate[flow];
        }
        double kept = Math.max(constants[flow].leastKeptShare, 1 - alpha[flow] / constants[flow].cutDivisor);
        rate[flow] = Math.max(constants[flow].minRate, rate[flow] * kept);
        timerStage[flow] = 0;
        byteStage[flow] = 0;
        bytesSinceCut[flow] = 0;
        nextIncreaseNs[flow] = atNs + constants[flow].increaseTimerNs;
        awaitBytes(flow, atNs);
    }

    private void increase(int flow, double atNs) {
        SenderConstants own = constants[flow];
        int timer = timerStage[flow];
        int slower = own.countsBytes ? Math.min(timer, byteStage[flow]) : timer - 1;
        if (slower > own.fastRecoveryTimes) {
            int rounds = own.hyperIncreaseGrows ? slower - own.fastRecoveryTimes : 1;
            double step = own.hyperIncrease * rounds;
            target[flow] = Math.min(lineRate[flow], target[flow] + step);
        } else if (Math.max(timer, byteStage[flow]) > own.fastRecoveryTimes) {
            target[flow] = Math.min(lineRate[flow], target[flow] + own.additiveIncrease);
        }
        rate[flow] = (rate[flow] + target[flow]) / 2;
        awaitBytes(flow, atNs);
    }

    private void updateAlpha(int flow, double atNs) {
        long periods = (long) ((atNs - originNs[flow]) / constants[flow].alphaPeriodNs);
        long passed = periods - alphaPeriodsDone[flow];
        if (passed <= 0) {
            return;
        }
        alphaPeriodsDone[flow] = periods;
        double value = alpha[flow];
        if (alphaNotified[flow]) {
            value = (1 - constants[flow].g) * value + constants[flow].g;
            alphaNotified[flow] = false;
            passed--;
        }
        alpha[flow] = value * constants[flow].kept(passed);
    }
}
