package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.List;

/**
 * Pauses between neighbours. Each ingress of a switch (named by the egress port that feeds it) holds the bytes that came
 * through it and still wait; above its dynamic threshold it pauses that port, after the time that the pause frame and
 * the bytes in flight need. Storms hold ports as well.
 */
final class PauseControl {
    /** Pauses of a storm after which a wait is not followed further. */
    private static final int LONGEST_WAIT_PAUSES = 100;

    private final boolean enabled;
    private final double resumeOffset;
    private final double reserve;
    private final int[] switchOfIngress;
    private final double[] alpha;
    private final double[] holdDelayNs;
    private final double[] releaseDelayNs;
    private final double[] sharedLimit;
    private final double[] sharedUsed;
    private final double[] occupancy;
    private final double[] counted;
    private final double[] inHeadroom;
    private final boolean[] pausing;
    private final IntBag touched = new IntBag();
    private final boolean[] isTouched;
    private final long[] frames;

    private final boolean[] held;
    private final double[][] toggleNs;
    private final int[] toggles;
    private final PauseStorm[][] storms;
    private int pausingCount;
    private int togglesPending;
    private int heldCount;

    PauseControl(Network network, List<PauseStorm> stormList) {
        PfcProfile pfc = network.transport().pfc();
        enabled = pfc.enabled();
        resumeOffset = pfc.resumeOffsetBytes();
        reserve = pfc.reserveBytes();
        int ports = network.portCount();
        switchOfIngress = new int[ports];
        alpha = new double[ports];
        holdDelayNs = new double[ports];
        releaseDelayNs = new double[ports];
        sharedLimit = new double[network.nodes().size()];
        sharedUsed = new double[sharedLimit.length];
        for (int node = 0; node < sharedLimit.length; node++) {
            sharedLimit[node] = network.bufferBytes(node);
        }
        double wire = network.transport().wireBytes();
        for (int p = 0; p < ports; p++) {
            Network.Port port = network.port(p);
            int node = network.index(port.to());
            switchOfIngress[p] = network.isHost(node) ? -1 : node;
            alpha[p] = port.pfcAlpha();
            double nsPerByte = 8e9 / port.bitsPerSecond();
            // The frame goes back and what is in flight still comes; a packet that has begun is finished.
            releaseDelayNs[p] =
                    port.delayNs() + network.port(Network.reverse(p)).delayNs() + 64 * nsPerByte;
            holdDelayNs[p] = releaseDelayNs[p] + wire * nsPerByte / 2;
            sharedLimit[node] -= port.headroomBytes() + reserve;
        }
        for (int node = 0; node < sharedLimit.length; node++) {
            sharedLimit[node] = Math.max(0, sharedLimit[node]);
        }
        occupancy = new double[ports];
        counted = new double[ports];
        inHeadroom = new double[ports];
        pausing = new boolean[ports];
        isTouched = new boolean[ports];
        frames = new long[ports];
        held = new boolean[ports];
        toggleNs = new double[ports][4];
        toggles = new int[ports];
        storms = new PauseStorm[ports][];
        for (int p = 0; p < ports; p++) {
            int port = p;
            storms[p] = stormList.stream().filter(storm -> storm.port() == port).toArray(PauseStorm[]::new);
        }
    }

    /** Bytes came in (or left, if negative) that travelled through this ingress. */
    void move(int ingress, double bytes) {
        if (!enabled) {
            return;
        }
        occupancy[ingress] += bytes;
        if (!isTouched[ingress]) {
            isTouched[ingress] = true;
            touched.add(ingress);
        }
    }

    /** Accounts every ingress whose bytes changed in a step, and pauses or resumes the ports that feed them. */
    void account(double fromNs, double untilNs) {
        for (int k = 0; k < touched.size(); k++) {
            int ingress = touched.get(k);
            isTouched[ingress] = false;
            account(ingress, fromNs, untilNs);
        }
        touched.clear();
    }

    boolean hasStorm(int port) {
        return storms[port].length > 0;
    }

    /** Times that a switch has paused this port. */
    long frames(int port) {
        return frames[port];
    }

    /** Pauses that storms have begun on this port. */
    long stormPeriods(int port, double nowNs) {
        long periods = 0;
        for (PauseStorm storm : storms[port]) {
            periods += storm.periodsBefore(nowNs);
        }
        return periods;
    }

    /** Time in ns that storms have held this port, whether it had something to send or not. */
    double stormNs(int port, double nowNs) {
        double ns = 0;
        for (PauseStorm storm : storms[port]) {
            ns += storm.pausedBefore(nowNs);
        }
        return ns;
    }

    /** Time in ns within a step that storms hold this port. */
    double stormNs(int port, double fromNs, double untilNs) {
        return hasStorm(port) ? stormNs(port, untilNs) - stormNs(port, fromNs) : 0;
    }

    /** Time in ns from {@code fromNs} on until this port has had {@code sendingNs} outside of storms. */
    double spanNs(int port, double fromNs, double sendingNs) {
        double spanNs = sendingNs;
        for (int pass = 0; pass < LONGEST_WAIT_PAUSES && hasStorm(port); pass++) {
            double untilNs = fromNs + spanNs;
            for (PauseStorm storm : storms[port]) {
                untilNs = storm.freeFrom(untilNs);
            }
            double neededNs = Math.max(untilNs - fromNs, sendingNs + stormNs(port, fromNs, untilNs));
            if (neededNs <= spanNs) {
                break;
            }
            spanNs = neededNs;
        }
        return spanNs;
    }

    /** Whether no port is held or about to be. */
    boolean isQuiet() {
        return pausingCount == 0 && togglesPending == 0 && heldCount == 0;
    }

    /** Time in ns within the step during which the port may send. Forgets changes before the end of the step. */
    double sendingNs(int port, double fromNs, double untilNs) {
        double sending = 0;
        double at = fromNs;
        int used = 0;
        while (used < toggles[port] && toggleNs[port][used] < untilNs) {
            double toggle = Math.max(at, toggleNs[port][used]);
            sending += held[port] ? 0 : toggle - at;
            at = toggle;
            held[port] = !held[port];
            heldCount += held[port] ? 1 : -1;
            used++;
        }
        if (used > 0) {
            System.arraycopy(toggleNs[port], used, toggleNs[port], 0, toggles[port] - used);
            toggles[port] -= used;
            togglesPending -= used;
        }
        sending += held[port] ? 0 : untilNs - at;
        for (PauseStorm storm : storms[port]) {
            double stormNs = storm.pausedBefore(untilNs) - storm.pausedBefore(fromNs);
            sending *= 1 - stormNs / (untilNs - fromNs);
        }
        return sending;
    }

    private void account(int ingress, double fromNs, double untilNs) {
        int node = switchOfIngress[ingress];
        double before = counted[ingress];
        double now = Math.max(0, occupancy[ingress]);
        if (now < 1e-6) {
            now = 0;
            occupancy[ingress] = 0;
        }
        double change = now - before;
        if (change == 0 && !pausing[ingress]) {
            return;
        }
        double sharedBefore = Math.max(0, before - inHeadroom[ingress] - reserve);
        double threshold = alpha[ingress] * Math.max(0, sharedLimit[node] - sharedUsed[node]);
        if (change > 0) {
            double room = Math.max(0, threshold + reserve - (before - inHeadroom[ingress]));
            inHeadroom[ingress] += Math.max(0, change - room);
        } else {
            inHeadroom[ingress] = Math.max(0, inHeadroom[ingress] + change);
        }
        counted[ingress] = now;
        double shared = Math.max(0, now - inHeadroom[ingress] - reserve);
        sharedUsed[node] = Math.max(0, sharedUsed[node] + shared - sharedBefore);
        threshold = alpha[ingress] * Math.max(0, sharedLimit[node] - sharedUsed[node]);
        if (!pausing[ingress]) {
            if (inHeadroom[ingress] > 0 || shared >= threshold) {
                pausing[ingress] = true;
                frames[ingress]++;
                pausingCount++;
                double over = Math.max(0, now - reserve - threshold);
                double share = change > 0 ? Math.min(1, over / change) : 0;
                toggle(ingress, untilNs - share * (untilNs - fromNs) + holdDelayNs[ingress]);
            }
        } else if (inHeadroom[ingress] <= 0 && (shared <= 0 || shared + resumeOffset <= threshold)) {
            pausing[ingress] = false;
            pausingCount--;
            double below = shared <= 0 ? 0 : threshold - resumeOffset - shared;
            double share = change < 0 ? Math.min(1, below / -change) : 0;
            toggle(ingress, untilNs - share * (untilNs - fromNs) + releaseDelayNs[ingress]);
        }
    }

    private void toggle(int port, double atNs) {
        if (toggles[port] == toggleNs[port].length) {
            toggleNs[port] = Arrays.copyOf(toggleNs[port], toggles[port] * 2);
        }
        double last = toggles[port] == 0 ? atNs : toggleNs[port][toggles[port] - 1];
        toggleNs[port][toggles[port]++] = Math.max(atNs, last);
        togglesPending++;
    }
}
