package io.fabrictwin.model.congestion;

/**
 * Forwarding: in each step the bytes of every flow go through the ports of its path, and what a port cannot serve waits in
 * its queue. Queues mark what leaves; what waits is held against the ingress through which it came.
 */
final class SwitchPorts {
    /** Excess over a port's rate that may be ignored: the second-order error of acknowledgement load. */
    private static final double EXCESS_TOLERANCE = 0.002;
    /** Hazard within the resolution of marks from which on one is as good as sure. */
    private static final double SURE_HAZARD = 4;

    private final EgressPorts ports;
    private final Paths paths;
    private final Flows flows;
    private final Senders senders;
    private final PauseControl pauses;
    private final Marking marking;
    private final AckRoutes acks;
    private final Readings readings;
    private final Losses losses;
    private final boolean paced;
    private final int controlled;

    /** Place of a port in an order in which every path visits ports from front to back. */
    private final int[] rank;

    private int[] busy = new int[16];
    private int busyCount;
    private final IntBag[] hopsAt;
    private final double[] arrivingRate;
    private final double[] leavingRate;
    private boolean moved;
    private double loadMoved;

    /** Transfers from number {@code controlled} on heed no marks. */
    SwitchPorts(
            EgressPorts ports,
            Paths paths,
            Flows flows,
            Senders senders,
            PauseControl pauses,
            Marking marking,
            AckRoutes acks,
            Readings readings,
            Losses losses,
            boolean paced,
            int controlled) {
        this.ports = ports;
        this.paths = paths;
        this.flows = flows;
        this.senders = senders;
        this.pauses = pauses;
        this.marking = marking;
        this.acks = acks;
        this.readings = readings;
        this.losses = losses;
        this.paced = paced;
        this.controlled = controlled;
        int[] order = paths.portOrder(ports.count());
        rank = new int[ports.count()];
        for (int place = 0; place < order.length; place++) {
            rank[order[place]] = place;
        }
        hopsAt = new IntBag[ports.count()];
        arrivingRate = new double[paths.port.length];
        leavingRate = new double[paths.port.length];
    }

    void open(int id) {
        ports.users[paths.firstPort(id)]++;
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            int p = paths.port[hop];
            if (hopsAt[p] == null) {
                hopsAt[p] = new IntBag();
            }
            if (hopsAt[p].size() == 0) {
                enlist(p);
            }
            hopsAt[p].add(hop);
            ports.users[p]++;
        }
    }

    void close(int id) {
        ports.users[paths.firstPort(id)]--;
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            int p = paths.port[hop];
            hopsAt[p].remove(hop);
            ports.users[p]--;
            if (hopsAt[p].size() == 0) {
                strike(p);
            }
        }
    }

    private void enlist(int p) {
        if (busyCount == busy.length) {
            busy = java.util.Arrays.copyOf(busy, busyCount * 2);
        }
        int at = busyCount++;
        while (at > 0 && rank[busy[at - 1]] > rank[p]) {
            busy[at] = busy[at - 1];
            at--;
        }
        busy[at] = p;
    }

    private void strike(int p) {
        int at = 0;
        while (busy[at] != p) {
            at++;
        }
        System.arraycopy(busy, at + 1, busy, at, --busyCount - at);
        ports.load(p, 0);
    }

    /** Whether the last step moved anything. */
    boolean moved() {
        return moved;
    }

    /** Most by which the last step moved a load, as a share of what the other direction has for data. */
    double loadMoved() {
        return loadMoved;
    }

    /**
     * Time in ns from {@code nowNs} on until something in a switch changes what senders or queues do, if hosts inject at
     * {@code hostRate}: a queue gets empty, marks begin and come back after {@code loopNs}, or a pause begins or ends.
     */
    double quietNs(double nowNs, double[] hostRate, IntBag active, double loopNs) {
        double spanNs = Double.POSITIVE_INFINITY;
        int[] offset = paths.offset;
        boolean[] isLastHop = paths.isLastHop;
        int[] ids = active.values();
        for (int k = active.size() - 1; k >= 0; k--) {
            int id = ids[k];
            int hop = offset[id] + 1;
            if (hop < offset[id + 1]) {
                arrivingRate[hop] = flows.remaining[id] > 0 ? hostRate[id] : 0;
            }
        }
        for (int b = 0; b < busyCount; b++) {
            int p = busy[b];
            int[] hops = hopsAt[p].values();
            int count = hopsAt[p].size();
            EgressQueue waiting = ports.queue[p];
            boolean isEmpty = waiting.isEmpty();
            if (!isEmpty && pauses.isDropping(p, nowNs)) {
                spanNs = 0; // all of it goes at once, and frees whom it holds
            }
            double in = 0;
            for (int k = 0; k < count; k++) {
                in += arrivingRate[hops[k]];
            }
            double capacity = pauses.isHeld(p, nowNs) ? 0 : ports.capacity(p);
            boolean clear = isEmpty && in <= capacity * (1 + EXCESS_TOLERANCE);
            if (clear) {
                for (int k = 0; k < count; k++) {
                    int hop = hops[k];
                    if (!isLastHop[hop]) {
                        arrivingRate[hop + 1] = arrivingRate[hop];
                    }
                }
                continue;
            }
            double part = capacity / in;
            waiting.share(capacity, leavingRate);
            for (int k = 0; k < count; k++) {
                int hop = hops[k];
                double came = arrivingRate[hop];
                double left = isEmpty ? came * part : leavingRate[hop];
                leavingRate[hop] = 0;
                if (!isLastHop[hop]) {
                    arrivingRate[hop + 1] = left;
                }
                pauses.expect(paths.port[hop - 1], came - left);
            }
            double bytes = waiting.bytes();
            double slope = in - capacity;
            losses.expect(p, slope);
            if (paced && ports.ecn[p].enabled()) {
                double above = bytes - ports.ecn[p].kminBytes();
                if (above >= 0) {
                    spanNs = Math.min(spanNs, loopNs);
                } else if (slope > 0) {
                    spanNs = Math.min(spanNs, -above / slope + loopNs);
                }
            }
            if (slope < 0) {
                spanNs = Math.min(spanNs, bytes / -slope);
            }
        }
        return Math.min(Math.min(spanNs, pauses.quietNs()), losses.quietNs() + loopNs);
    }

    /** Moves what arrives in a step through all switches. */
    void forward(double fromNs, double untilNs) {
        moved = false;
        loadMoved = 0;
        for (int b = 0; b < busyCount; b++) {
            forward(busy[b], fromNs, untilNs);
        }
    }

    private void forward(int p, double fromNs, double untilNs) {
        int[] hops = hopsAt[p].values();
        int count = hopsAt[p].size();
        EgressQueue waiting = ports.queue[p];
        double[] arriving = flows.arriving;
        double in = 0;
        for (int k = 0; k < count; k++) {
            in += arriving[hops[k]];
        }
        if (in == 0 && waiting.isEmpty()) {
            loadMoved = Math.max(loadMoved, ports.load(p, 0));
            return;
        }
        if (pauses.isDropping(p, fromNs)) {
            dropAll(p, fromNs);
            return;
        }
        double sendingNs = pauses.sendingNs(p, fromNs, untilNs);
        double spanNs = untilNs - fromNs;
        ports.pausedNs[p] += spanNs - sendingNs;
        double budget = ports.capacity(p) * sendingNs;
        if (waiting.isEmpty() && in <= budget * (1 + EXCESS_TOLERANCE)) {
            passThrough(p, in, spanNs);
            return;
        }
        double before = waiting.bytes();
        if (in > 0) {
            double leavesAt = waiting.served() + before + in;
            waiting.openBatch(count);
            for (int k = 0; k < count; k++) {
                int hop = hops[k];
                double came = arriving[hop];
                if (came > 0) {
                    waiting.add(hop, came);
                    flows.leavesAtBytes[hop] = leavesAt;
                }
            }
            waiting.closeBatch();
        }
        waiting.serve(budget, fromNs, spanNs, flows.leaving, flows.lastServiceNs);
        double excess = losses.excess(p, waiting.bytes() - before);
        double after = waiting.bytes() - Math.min(excess, waiting.bytes());
        ports.drained(p, sendingNs, spanNs - pauses.stormNs(p, fromNs, untilNs));
        // The depth moves evenly, until the queue gets empty.
        double busyNs = after > 0 || budget <= in ? spanNs : Math.min(spanNs, before / (budget - in) * spanNs);
        ports.queued(p, before, after, busyNs);
        readings.queued(p, Math.max(before, after));
        double out = leave(p, before, after, fromNs, busyNs);
        loadMoved = Math.max(loadMoved, ports.load(p, out / spanNs));
        moved |= out > 0;
        ports.sent(p, out);
        if (excess > 0) {
            drop(p, excess, untilNs);
        }
    }

    /** Drops what came last to a queue. */
    private void drop(int p, double bytes, double atNs) {
        EgressQueue waiting = ports.queue[p];
        double before = waiting.bytes();
        waiting.drop(bytes, flows.leaving);
        losses.excess(p, waiting.bytes() - before);
        IntBag hops = hopsAt[p];
        for (int k = 0; k < hops.size(); k++) {
            int hop = hops.get(k);
            double lost = flows.leaving[hop];
            if (lost > 0) {
                flows.leaving[hop] = 0;
                flows.leavesAtBytes[hop] = Math.min(flows.leavesAtBytes[hop], waiting.served() + waiting.bytes());
                pauses.move(paths.port[hop - 1], -lost);
                losses.drop(hop, lost, atNs);
            }
        }
    }

    /** Drops what waits at a port and what comes to it. */
    private void dropAll(int p, double atNs) {
        loadMoved = Math.max(loadMoved, ports.load(p, 0));
        drop(p, ports.queue[p].bytes(), atNs);
        IntBag hops = hopsAt[p];
        for (int k = 0; k < hops.size(); k++) {
            int hop = hops.get(k);
            double came = flows.arriving[hop];
            if (came > 0) {
                flows.arriving[hop] = 0;
                losses.drop(hop, came, atNs);
            }
        }
    }

    private void passThrough(int p, double in, double spanNs) {
        loadMoved = Math.max(loadMoved, ports.load(p, in / spanNs));
        ports.sent(p, in);
        if (paced) {
            ports.marked(p, in, 0);
        }
        int[] hops = hopsAt[p].values();
        double[] arriving = flows.arriving;
        for (int k = 0; k < hopsAt[p].size(); k++) {
            int hop = hops[k];
            double bytes = arriving[hop];
            if (bytes > 0) {
                arriving[hop] = 0;
                flows.pass(hop, bytes);
            }
        }
    }

    /** Passes on what was served while the depth went from {@code before} to {@code after}; the bytes. */
    private double leave(int p, double before, double after, double fromNs, double busyNs) {
        double markFromNs = fromNs;
        double markUntilNs = fromNs + busyNs;
        double probability = 0;
        double first = 0;
        double last = 0;
        EcnProfile ecn = ports.ecn[p];
        if (paced && ecn.enabled() && Math.max(before, after) > ecn.kminBytes()) {
            // Marks are set in the part of the step in which the queue is above Kmin.
            double kmin = ecn.kminBytes();
            double perByte = busyNs / (after - before);
            if (before < kmin) {
                markFromNs = fromNs + (kmin - before) * perByte;
            } else if (after < kmin) {
                markUntilNs = fromNs + (kmin - before) * perByte;
            }
            first = ecn.markProbability(Math.max(before, kmin));
            last = ecn.markProbability(Math.max(after, kmin));
            probability = ecn.meanMarkProbability(Math.max(before, kmin), Math.max(after, kmin));
        }
        boolean marks = probability > 0 && markUntilNs > markFromNs;
        double share = marks ? Math.min(1, (markUntilNs - markFromNs) / busyNs) : 0;
        double hazardOfPacket = marks ? Marking.hazard(probability) : 0;
        double out = 0;
        int[] hops = hopsAt[p].values();
        int count = hopsAt[p].size();
        double[] arriving = flows.arriving;
        double[] leaving = flows.leaving;
        for (int k = 0; k < count; k++) {
            int hop = hops[k];
            double came = arriving[hop];
            double left = leaving[hop];
            arriving[hop] = 0;
            if (came != left) {
                pauses.move(paths.port[hop - 1], came - left);
            }
            if (left > 0) {
                leaving[hop] = 0;
                out += left;
                if (marks) {
                    mark(
                            hop,
                            marking.packets(hop, left * share) * hazardOfPacket,
                            markFromNs,
                            markUntilNs,
                            first,
                            last);
                }
                flows.pass(hop, left);
            }
        }
        if (paced) {
            ports.marked(p, out, probability * share);
        }
        return out;
    }

    /** Sets the marks of a hop in a stretch of time in which the probability moves evenly from first to last. */
    private void mark(int hop, double hazard, double fromNs, double untilNs, double first, double last) {
        int id = paths.transferOfHop[hop];
        if (id >= controlled) {
            return; // background heeds no marks
        }
        double from = fromNs;
        double spanNs = untilNs - fromNs;
        double perNs = hazard / spanNs;
        boolean sure = perNs * marking.resolutionNs() > SURE_HAZARD;
        while (from < untilNs) {
            double atNs = marking.nextMarkNs(id, perNs * (untilNs - from), from, untilNs);
            if (atNs > untilNs) {
                return;
            }
            double markedNs = fromNs + spanNs * risen((atNs - fromNs) / spanNs, first, last);
            if (senders.notify(id, markedNs + paths.loopNs[id] + queueingNs(hop, untilNs))) {
                readings.notified(paths.firstPort(id));
            }
            from = sure ? atNs + marking.resolutionNs() : atNs;
        }
    }

    /** Part of a stretch after which a value that moves evenly from first to last has brought this share of its sum. */
    private static double risen(double share, double first, double last) {
        double slope = last - first;
        if (Math.abs(slope) < 1e-3 * (first + last)) {
            return share;
        }
        return (Math.sqrt(first * first + slope * (first + last) * share) - first) / slope;
    }

    /** Time in ns that a mark set at this hop spends in queues on its way to the receiver and back to the sender. */
    double queueingNs(int markedHop, double nowNs) {
        int id = paths.transferOfHop[markedHop];
        double ns = acks.queueingNs(id, ports, pauses, nowNs);
        for (int hop = markedHop + 1; hop < paths.offset[id + 1]; hop++) {
            int p = paths.port[hop];
            ns += ports.queue[p].bytes() / ports.lineRate[p];
        }
        return ns;
    }
}
