package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What holds back neighbours: pauses, credits, storms. Each ingress of a switch (named by the egress port that feeds it)
 * holds the bytes that came through it and still wait; above its dynamic threshold it pauses that port, after the time
 * that the pause frame and the bytes in flight need.
 *
 * <p>Credits are the same with a fixed threshold: an ingress owns an equal part of its switch's buffer, and the sender stops
 * once what it has sent and what is held fill that part. Stopping takes no frame; room is told a packet at a time.
 */
final class PauseControl {
    /** Pauses of a storm after which a wait is not followed further. */
    private static final int LONGEST_WAIT_PAUSES = 100;
    /** Bytes from which on a threshold has been passed, and not only reached but for rounding. */
    private static final double PASSED_BYTES = 1;
    /** Share of the least bytes that can pause an ingress from which on steps heed it. */
    private static final double NEAR = 0.9;

    private static final PauseStorm[] NO_STORMS = {};

    private final boolean enabled;
    private final double[] resumeOffset;
    private final double[] reserve;
    /** Switch that a port sends to, whose ingress it feeds; -1: a host. */
    private final int[] switchOfIngress;
    /** By switch; empty for hosts. */
    private final int[][] ingresses;
    /** Node that a port sends from. */
    private final int[] switchOfPort;

    private final double[] alpha;
    /** Part of the threshold that does not depend on what is free; infinite where nothing is paused. */
    private final double[] fixed;

    private final double[] holdDelayNs;
    private final double[] releaseDelayNs;
    private final double[] sharedLimit;
    private final double[] sharedUsed;
    private final double[] nodeRate;
    private final double[] usedBefore;
    private final double[] nodeBytes;
    /** Bytes in a switch below which no ingress can get to its threshold, whichever of them holds the bytes. */
    private final double[] nearBytes;

    private final int[] pausingAt;
    private int pausingCount;
    private boolean mayPause;
    private boolean isAnyNear;
    private final IntBag expected = new IntBag();
    private final double[] expectedRate;
    private final IntBag expectedNodes = new IntBag();
    private final double[] sharedBefore;
    private final double[] occupancy;
    private final double[] counted;
    private final double[] inHeadroom;
    private final boolean[] pausing;
    private final IntBag touched = new IntBag();
    private final long[] frames;

    private final boolean[] held;
    /** Whether nothing holds a port, and nothing is known that will. */
    private final boolean[] isFree;

    private int bound;
    /** Ports that were free before the last step. */
    final IntBag newlyBound = new IntBag();

    private final double[][] toggleNs;
    private final int[] toggles;
    private final PauseStorm[][] storms;
    private final int[] stormPorts;
    /** Ports with changes ahead. */
    private final IntBag changing = new IntBag();

    PauseControl(Network network, List<PauseStorm> stormList) {
        boolean hasCredits = network.transport().kind().hasCredits();
        int ports = network.portCount();
        enabled = IntStream.range(0, ports).anyMatch(network::isLossless);
        resumeOffset = new double[ports];
        reserve = new double[ports];
        switchOfIngress = new int[ports];
        switchOfPort = new int[ports];
        ingresses = new int[network.nodes().size()][];
        Arrays.setAll(ingresses, node -> network.isHost(node) ? new int[0] : network.portsTo(node));
        alpha = new double[ports];
        fixed = new double[ports];
        holdDelayNs = new double[ports];
        releaseDelayNs = new double[ports];
        sharedLimit = new double[network.nodes().size()];
        sharedUsed = new double[sharedLimit.length];
        nodeRate = new double[sharedLimit.length];
        usedBefore = new double[sharedLimit.length];
        sharedBefore = new double[ports];
        for (int node = 0; node < sharedLimit.length; node++) {
            sharedLimit[node] = network.bufferBytes(node);
        }
        double wire = network.transport().wireBytes();
        for (int p = 0; p < ports; p++) {
            Network.Port port = network.port(p);
            int node = network.to(p);
            switchOfIngress[p] = network.isHost(node) ? -1 : node;
            switchOfPort[p] = network.from(p);
            PfcProfile pfc = port.pfc();
            Long xoffBytes = pfc.xoffBytes();
            boolean isPausing = network.isLossless(p);
            alpha[p] = isPausing && xoffBytes == null ? pfc.alpha() : 0;
            fixed[p] = isPausing ? xoffBytes == null ? 0 : xoffBytes : Double.POSITIVE_INFINITY;
            resumeOffset[p] = hasCredits ? network.transport().wireBytes() : pfc.resumeOffsetBytes();
            reserve[p] = hasCredits ? 0 : pfc.reserveBytes();
            double nsPerByte = 8e9 / port.bitsPerSecond();
            // The frame goes back and what is in flight still comes; a packet that has begun is finished.
            releaseDelayNs[p] =
                    port.delayNs() + network.port(Network.reverse(p)).delayNs() + 64 * nsPerByte;
            holdDelayNs[p] = releaseDelayNs[p] + wire * nsPerByte / 2;
            if (hasCredits && switchOfIngress[p] >= 0) {
                alpha[p] = 0;
                // What is in flight when the sender stops still comes: the buffer has its room.
                fixed[p] = Math.max(0, network.creditBytes(p) - holdDelayNs[p] / nsPerByte);
            } else {
                sharedLimit[node] -= (isPausing ? port.headroomBytes() : 0) + reserve[p];
            }
        }
        nodeBytes = new double[sharedLimit.length];
        pausingAt = new int[sharedLimit.length];
        nearBytes = new double[sharedLimit.length];
        java.util.Arrays.fill(nearBytes, Double.POSITIVE_INFINITY);
        expectedRate = new double[ports];
        for (int node = 0; node < sharedLimit.length; node++) {
            sharedLimit[node] = Math.max(0, sharedLimit[node]);
        }
        for (int p = 0; p < ports; p++) {
            int node = switchOfIngress[p];
            if (node >= 0) {
                double least = (fixed[p] + alpha[p] * sharedLimit[node]) / (1 + alpha[p]);
                nearBytes[node] = Math.min(nearBytes[node], NEAR * least);
            }
        }
        occupancy = new double[ports];
        counted = new double[ports];
        inHeadroom = new double[ports];
        pausing = new boolean[ports];
        frames = new long[ports];
        held = new boolean[ports];
        isFree = new boolean[ports];
        toggleNs = new double[ports][];
        toggles = new int[ports];
        storms = new PauseStorm[ports][];
        Arrays.fill(storms, NO_STORMS);
        Arrays.fill(isFree, true);
        for (PauseStorm storm : stormList) {
            PauseStorm[] before = storms[storm.port()];
            storms[storm.port()] = Arrays.copyOf(before, before.length + 1);
            storms[storm.port()][before.length] = storm;
            bind(storm.port());
        }
        stormPorts = stormList.stream()
                .mapToInt(PauseStorm::port)
                .distinct()
                .sorted()
                .toArray();
    }

    /** The queue of a port has grown by {@code bytes}. */
    void grew(int port, double bytes) {
        int node = switchOfPort[port];
        nodeBytes[node] = Math.max(0, nodeBytes[node] + bytes);
        mayPause |= nodeBytes[node] >= nearBytes[node];
    }

    /**
     * Whether an ingress may have to pause or resume the port that feeds it after this step. What each ingress of a switch
     * that {@link #isNear} holds is then to be told, all of it, and accounted.
     */
    boolean mustCount() {
        isAnyNear = enabled && (mayPause || pausingCount > 0);
        mayPause = false;
        for (int node = 0; isAnyNear && node < ingresses.length; node++) {
            if (isNear(node)) {
                for (int ingress : ingresses[node]) {
                    occupancy[ingress] = 0;
                }
            }
        }
        return isAnyNear;
    }

    /** An ingress holds {@code bytes} more. */
    void hold(int ingress, double bytes) {
        occupancy[ingress] += bytes;
    }

    /**
     * Accounts what the ingresses of full switches hold, and pauses or resumes the ports that feed them: first all bytes,
     * then all decisions, so that the order of ingresses does not matter.
     */
    void account(double fromNs, double untilNs) {
        touched.clear();
        newlyBound.clear();
        for (int node = 0; node < ingresses.length; node++) {
            if (isNear(node)) {
                usedBefore[node] = sharedUsed[node];
                for (int ingress : ingresses[node]) {
                    if (occupancy[ingress] != counted[ingress] || pausing[ingress]) {
                        touched.add(ingress);
                    }
                }
            }
        }
        for (int k = 0; k < touched.size(); k++) {
            count(touched.get(k));
        }
        for (int k = 0; k < touched.size(); k++) {
            decide(touched.get(k), fromNs, untilNs);
        }
    }

    boolean hasStorm(int port) {
        return stormPorts.length > 0 && storms[port].length > 0;
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

    /** When a port is next held or released, as far as that is known, ns after {@code nowNs}; infinite if nothing is. */
    double nextChangeNs(double nowNs) {
        double next = Double.POSITIVE_INFINITY;
        for (int k = 0; k < changing.size(); k++) {
            double[] times = toggleNs[changing.get(k)];
            int count = toggles[changing.get(k)];
            for (int t = 0; t < count; t++) {
                if (times[t] > nowNs) {
                    next = Math.min(next, times[t]);
                    break;
                }
            }
        }
        for (int p : stormPorts) {
            for (PauseStorm storm : storms[p]) {
                next = Math.min(next, storm.nextEdgeNs(nowNs));
            }
        }
        return next;
    }

    /** Whether nothing holds a port, and nothing is known that will. */
    boolean isFree(int port) {
        return isFree[port];
    }

    /** Whether a watchdog has this port drop what it has at {@code nowNs}. */
    boolean isDropping(int port, double nowNs) {
        if (isFree[port]) {
            return false;
        }
        for (PauseStorm storm : storms[port]) {
            if (storm.drops(nowNs)) {
                return true;
            }
        }
        return false;
    }

    /** Whether that holds of all ports. */
    boolean isAllFree() {
        return bound == 0;
    }

    /** Whether the port may not send at {@code nowNs}, which lies within or after the last step. */
    boolean isHeld(int port, double nowNs) {
        if (isFree[port]) {
            return false;
        }
        boolean isHeld = held[port];
        if (toggles[port] == 0 && storms[port].length == 0) {
            return isHeld;
        }
        for (int k = 0; k < toggles[port] && toggleNs[port][k] <= nowNs; k++) {
            isHeld = !isHeld;
        }
        for (PauseStorm storm : storms[port]) {
            isHeld |= storm.freeFrom(nowNs) > nowNs || storm.drops(nowNs);
        }
        return isHeld;
    }

    /** Whether a pause can depend on what each ingress of the switch at this port holds. */
    boolean isNearAt(int port) {
        return enabled && isNear(switchOfPort[port]);
    }

    /** Expects the queue of a port to grow at {@code rate} bytes per ns. */
    void expectQueue(int port, double rate) {
        int node = switchOfPort[port];
        if (nodeRate[node] == 0) {
            expectedNodes.add(node);
        }
        nodeRate[node] += rate;
    }

    /** Expects the bytes held for an ingress to grow at {@code rate} bytes per ns more than expected so far. */
    void expect(int ingress, double rate) {
        if (switchOfIngress[ingress] < 0 || rate == 0) {
            return;
        }
        if (expectedRate[ingress] == 0) {
            expected.add(ingress);
        }
        expectedRate[ingress] += rate;
    }

    /**
     * Time in ns until the first ingress pauses or resumes its neighbour, or a switch gets near that, if bytes grow as
     * expected; infinite if none does. Forgets what was expected.
     */
    double quietNs() {
        double spanNs = Double.POSITIVE_INFINITY;
        for (int k = 0; k < expected.size(); k++) {
            int ingress = expected.get(k);
            spanNs = Math.min(spanNs, quietNs(ingress, expectedRate[ingress]));
            expectedRate[ingress] = 0;
        }
        expected.clear();
        for (int k = 0; k < expectedNodes.size(); k++) {
            int node = expectedNodes.get(k);
            if (enabled && nodeRate[node] > 0 && !isNear(node)) {
                spanNs = Math.min(spanNs, (nearBytes[node] - nodeBytes[node]) / nodeRate[node]);
            }
            nodeRate[node] = 0;
        }
        expectedNodes.clear();
        return spanNs;
    }

    /** Whether in the last step any switch held so much that an ingress may have to pause, or one did. */
    boolean isAnyNear() {
        return isAnyNear;
    }

    /** Whether a switch holds so much that an ingress may have to pause, or one does. */
    private boolean isNear(int node) {
        return nodeBytes[node] >= nearBytes[node] || pausingAt[node] > 0;
    }

    private double quietNs(int ingress, double rate) {
        int node = switchOfIngress[ingress];
        double over = shared(ingress) - threshold(ingress, sharedUsed[node]);
        // The threshold falls as the buffer fills.
        double approach = rate + alpha[ingress] * nodeRate[node];
        if (!pausing[ingress]) {
            return approach > 0 ? (Math.max(0, -over) + PASSED_BYTES) / approach : Double.POSITIVE_INFINITY;
        }
        double headroomNs = rate < 0 ? inHeadroom[ingress] / -rate : Double.POSITIVE_INFINITY;
        return approach < 0
                ? headroomNs + (Math.max(0, over + resumeOffset[ingress]) + PASSED_BYTES) / -approach
                : Double.POSITIVE_INFINITY;
    }

    /** Time in ns within the step during which the port may send. Forgets changes before the end of the step. */
    double sendingNs(int port, double fromNs, double untilNs) {
        if (isFree[port]) {
            return untilNs - fromNs;
        }
        if (toggles[port] == 0 && storms[port].length == 0) {
            return held[port] ? 0 : untilNs - fromNs;
        }
        double sending = 0;
        double at = fromNs;
        int used = 0;
        while (used < toggles[port] && toggleNs[port][used] < untilNs) {
            double toggle = Math.max(at, toggleNs[port][used]);
            sending += held[port] ? 0 : toggle - at;
            at = toggle;
            held[port] = !held[port];
            used++;
        }
        if (used > 0) {
            System.arraycopy(toggleNs[port], used, toggleNs[port], 0, toggles[port] - used);
            toggles[port] -= used;
            if (toggles[port] == 0) {
                changing.remove(port);
                if (!held[port] && storms[port].length == 0) {
                    isFree[port] = true;
                    bound--;
                }
            }
        }
        sending += held[port] ? 0 : untilNs - at;
        for (PauseStorm storm : storms[port]) {
            double stormNs = storm.pausedBefore(untilNs) - storm.pausedBefore(fromNs);
            sending *= 1 - stormNs / (untilNs - fromNs);
        }
        return sending;
    }

    private double shared(int ingress) {
        return Math.max(0, counted[ingress] - inHeadroom[ingress] - reserve[ingress]);
    }

    private double threshold(int ingress, double used) {
        return fixed[ingress] + alpha[ingress] * Math.max(0, sharedLimit[switchOfIngress[ingress]] - used);
    }

    private void count(int ingress) {
        int node = switchOfIngress[ingress];
        double before = counted[ingress];
        double now = occupancy[ingress] < 1e-6 ? 0 : occupancy[ingress];
        occupancy[ingress] = now;
        double change = now - before;
        double sharedNow = shared(ingress);
        sharedBefore[ingress] = sharedNow;
        if (change > 0) {
            double room = Math.max(
                    0, threshold(ingress, usedBefore[node]) + reserve[ingress] - (before - inHeadroom[ingress]));
            inHeadroom[ingress] += Math.max(0, change - room);
        } else {
            inHeadroom[ingress] = Math.max(0, inHeadroom[ingress] + change);
        }
        counted[ingress] = now;
        sharedUsed[node] = Math.max(0, sharedUsed[node] + shared(ingress) - sharedNow);
    }

    private void decide(int ingress, double fromNs, double untilNs) {
        int node = switchOfIngress[ingress];
        double sharedNow = shared(ingress);
        double over = sharedNow - threshold(ingress, sharedUsed[node]);
        double overBefore = sharedBefore[ingress] - threshold(ingress, usedBefore[node]);
        if (!pausing[ingress]) {
            if (inHeadroom[ingress] > 0 || over >= 0) {
                pausing[ingress] = true;
                pausingCount++;
                pausingAt[node]++;
                frames[ingress]++;
                over += inHeadroom[ingress];
                toggle(ingress, crossedNs(fromNs, untilNs, over, overBefore) + holdDelayNs[ingress]);
            }
        } else if (inHeadroom[ingress] <= 0 && (sharedNow <= 0 || over + resumeOffset[ingress] <= 0)) {
            pausing[ingress] = false;
            pausingCount--;
            pausingAt[node]--;
            double above = sharedNow <= 0 ? 0 : over + resumeOffset[ingress];
            toggle(
                    ingress,
                    crossedNs(fromNs, untilNs, above, overBefore + resumeOffset[ingress]) + releaseDelayNs[ingress]);
        }
    }

    /** When a value that moved evenly from {@code before} to {@code after} in a step was 0. */
    private static double crossedNs(double fromNs, double untilNs, double after, double before) {
        double share = after == before ? 0 : after / (after - before);
        return untilNs - Math.min(1, Math.max(0, share)) * (untilNs - fromNs);
    }

    private void bind(int port) {
        if (isFree[port]) {
            isFree[port] = false;
            bound++;
            newlyBound.add(port);
        }
    }

    private void toggle(int port, double atNs) {
        if (toggleNs[port] == null) {
            toggleNs[port] = new double[4];
        } else if (toggles[port] == toggleNs[port].length) {
            toggleNs[port] = Arrays.copyOf(toggleNs[port], toggles[port] * 2);
        }
        bind(port);
        if (toggles[port] == 0) {
            changing.add(port);
        }
        double last = toggles[port] == 0 ? atNs : toggleNs[port][toggles[port] - 1];
        toggleNs[port][toggles[port]++] = Math.max(atNs, last);
    }
}
