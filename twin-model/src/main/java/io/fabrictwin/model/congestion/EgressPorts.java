package io.fabrictwin.model.congestion;

import java.util.Arrays;

/** The egress ports of a run: what each may send, what waits there, and what has been counted. Rates are bytes per ns. */
final class EgressPorts {
    /** Time over which the drain of a queue is averaged: several pause cycles. */
    private static final double DRAIN_MEMORY_NS = 20_000;
    /** Change of a load that matters, as a share of what the other direction has for data. */
    private static final double LOAD_TOLERANCE = 1e-4;
    /** Share of time or rate below which a drain is not taken to last. */
    private static final double LEAST_DRAIN = 0.1;

    private final Paths paths;
    private final Flows flows;
    private final Lines lines;
    final double[] lineRate;
    final boolean[] isHostPort;
    final EcnProfile[] ecn;
    final EgressQueue[] queue;
    /** Highest rate for data: that of the line, or of the loop of credits where its buffer is too small for the cable. */
    private final double[] highestRate;
    /** Rate at which data leaves. */
    final double[] loadRate;
    /** Share of the time outside of storms in which a queue could send lately; 1 while it is empty. */
    private final double[] drainShare;

    /** Flows under way that cross a port. */
    final int[] users;

    private final double[] dataBytes;
    /** Time up to which they are counted. */
    private final double[] countedNs;

    final double[] pausedNs;
    private final double[] queueTimesNs;
    private final double[] queuePeak;
    private final double[] markedPackets;
    private final double ackPerByte;
    private final double wireBytes;

    /** Ports in an order in which every path visits them from front to back, and the place of each. */
    private final int[] order;

    private final int[] place;
    /** Ports of hosts whose rates have to be worked out anew. */
    final IntBag staleHosts = new IntBag();
    /** Places of ports of switches for which the same holds. */
    private final PlaceSet staleSwitches;
    /** Places of ports of switches that have to be looked at in each step. */
    private final PlaceSet awake;

    private final boolean[] isStale;
    private int staleCount;
    private int sending;

    EgressPorts(Network network, Paths paths, Flows flows, Marking marking) {
        this.paths = paths;
        this.flows = flows;
        lines = new Lines(network);
        int ports = network.portCount();
        lineRate = new double[ports];
        highestRate = new double[ports];
        isHostPort = new boolean[ports];
        ecn = new EcnProfile[ports];
        queue = new EgressQueue[ports];
        wireBytes = network.transport().wireBytes();
        for (int p = 0; p < ports; p++) {
            Network.Port port = network.port(p);
            lineRate[p] = port.bitsPerSecond() / 8e9;
            highestRate[p] = network.transport().kind().hasCredits() && !network.isHost(network.to(p))
                    ? Math.min(lineRate[p], network.creditBytes(p) / network.creditLoopNs(p))
                    : lineRate[p];
            isHostPort[p] = network.isHost(network.from(p));
            ecn[p] = port.ecn();
            queue[p] = new EgressQueue(flows, marking, wireBytes);
        }
        drainShare = new double[ports];
        Arrays.fill(drainShare, 1);
        loadRate = new double[ports];
        isStale = new boolean[ports];
        order = paths.portOrder(ports);
        staleSwitches = new PlaceSet(order.length);
        awake = new PlaceSet(order.length);
        place = new int[ports];
        for (int k = 0; k < order.length; k++) {
            place[order[k]] = k;
        }
        users = new int[ports];
        dataBytes = new double[ports];
        countedNs = new double[ports];
        pausedNs = new double[ports];
        queueTimesNs = new double[ports];
        queuePeak = new double[ports];
        markedPackets = new double[ports];
        ackPerByte =
                (double) network.transport().ackBytes() / network.transport().wireBytes();
    }

    int count() {
        return lineRate.length;
    }

    /** Bytes per ns that a port has for data: acknowledgements of what comes the other way use the rest. */
    double capacity(int p) {
        int reverse = Network.reverse(p);
        double load = loadRate[reverse];
        for (int other : lines.others(reverse)) {
            load += loadRate[other];
        }
        return lines.share(p, Math.max(0, highestRate[p] - load * ackPerByte));
    }

    /** A lane would send at this rate; infinite where something waits. What that leaves to others is to be worked out. */
    void demand(int p, double rate) {
        if (lines.demand(p, rate)) {
            for (int other : lines.others(p)) {
                touchUsed(other);
            }
        }
    }

    /** Something has changed that bears on how fast flows leave this port. */
    void touch(int p) {
        if (!isStale[p]) {
            isStale[p] = true;
            staleCount++;
            if (isHostPort[p]) {
                staleHosts.add(p);
            } else {
                staleSwitches.add(place[p]);
                awake.add(place[p]);
            }
        }
    }

    boolean isStale(int p) {
        return isStale[p];
    }

    boolean isAnyStale() {
        return staleCount > 0;
    }

    /** How fast flows leave this port has been worked out. */
    void settle(int p) {
        if (isStale[p]) {
            isStale[p] = false;
            staleCount--;
            staleSwitches.remove(place[p]);
        }
    }

    /** The first stale port of a switch in the order of ports whose place is {@code from} or later; -1: none. */
    int nextStale(int from) {
        int at = staleSwitches.next(from);
        return at < 0 ? -1 : order[at];
    }

    /** The first port of a switch to look at in a step whose place is {@code from} or later; -1: none. */
    int nextAwake(int from) {
        int at = awake.next(from);
        return at < 0 ? -1 : order[at];
    }

    int placeAfter(int p) {
        return place[p] + 1;
    }

    /** Nothing happens at a port of a switch until it is touched. */
    void sleep(int p) {
        awake.remove(place[p]);
    }

    /** Sets the rate at which a port sends from now on, on which depends what the other direction has for data. */
    void load(int p, double rate, double nowNs) {
        double before = loadRate[p];
        if (rate == before) {
            return;
        }
        dataBytes[p] += before * (nowNs - countedNs[p]);
        countedNs[p] = nowNs;
        loadRate[p] = rate;
        sending += (rate > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
        int reverse = Network.reverse(p);
        if (Math.abs(rate - before) * ackPerByte > LOAD_TOLERANCE * lineRate[p]) {
            touchUsed(reverse);
            for (int other : lines.others(reverse)) {
                touchUsed(other);
            }
        }
    }

    private void touchUsed(int p) {
        if (users[p] > 0) {
            touch(p);
        }
    }

    /** Whether any port sends. */
    boolean isAnySending() {
        return sending > 0;
    }

    /** Bytes of data that a port has sent. */
    double dataBytes(int p) {
        return dataBytes[p] + loadRate[p] * (flows.nowNs - countedNs[p]);
    }

    /** Bytes of a flow that have left a hop by the end of the last step. */
    double passed(int hop) {
        int id = paths.transferOfHop[hop];
        return hop > paths.offset[id] ? queue[paths.port[hop]].passed(hop) : flows.injected(id);
    }

    void marked(int p, double bytes, double share) {
        markedPackets[p] += bytes / wireBytes * share;
    }

    /** Notes how a queue changed in a step: {@code busyNs} is the part of the step in which it held something. */
    void queued(int p, double before, double after, double busyNs) {
        queueTimesNs[p] += (before + after) / 2 * busyNs;
        queuePeak[p] = Math.max(queuePeak[p], after);
    }

    /** Notes that a queue could send for {@code sendingNs} of {@code freeNs} outside of storms. */
    void drained(int p, double sendingNs, double freeNs) {
        if (queue[p].isEmpty()) {
            drainShare[p] = 1;
        } else if (freeNs > 0) {
            double weight = Math.min(1, freeNs / DRAIN_MEMORY_NS);
            double mean = drainShare[p] + (sendingNs / freeNs - drainShare[p]) * weight;
            drainShare[p] = Math.max(mean, LEAST_DRAIN);
        }
    }

    /**
     * Rate at which a queue drains, pauses of neighbours of late included, storms not. Tells how long a last
     * acknowledgement waits; notifications are better met without it, as short pauses would delay them too long.
     */
    double drainRate(int p) {
        return Math.max(capacity(p), LEAST_DRAIN * lineRate[p]) * drainShare[p];
    }

    /** Bytes on the wire that a port has sent: data and acknowledgements. */
    long txBytes(int p) {
        return Math.round(dataBytes(p) + dataBytes(Network.reverse(p)) * ackPerByte);
    }

    long markedPackets(int p) {
        return (long) markedPackets[p];
    }

    /** Totals of a run that took {@code spanNs}; packets are counted where they may be marked. */
    FluidResult.PortTotals totals(double spanNs, boolean mayMark, double[] droppedBytes) {
        double[] mean = queueTimesNs.clone();
        double[] packets = new double[mean.length];
        for (int p = 0; p < mean.length; p++) {
            mean[p] /= spanNs;
            packets[p] = mayMark && !isHostPort[p] ? dataBytes(p) / wireBytes : 0;
        }
        return new FluidResult.PortTotals(mean, queuePeak, pausedNs, packets, markedPackets, droppedBytes);
    }
}
