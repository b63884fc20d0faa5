package io.fabrictwin.model.congestion;

/**
 * Forwarding: flows go through the ports of their paths at rates that stay until something changes, and what a port cannot
 * serve waits in its queue. {@link QueueMarks Queues mark} what leaves; what waits is held against the ingress through
 * which it came.
 */
final class SwitchPorts {
    /** Excess over a port's rate that may be ignored: the second-order error of acknowledgement load. */
    private static final double EXCESS_TOLERANCE = 0.002;
    /** Share of what a port may send in a step by which that may differ from what was planned. */
    private static final double EVEN_TOLERANCE = 1e-9;

    private final EgressPorts ports;
    private final Paths paths;
    private final Flows flows;
    private final PauseControl pauses;
    private final QueueMarks marks;
    private final Readings readings;
    private final Losses losses;

    private final IntBag[] hopsAt;
    /** Whether any path goes on from a port to another. */
    private final boolean[] leadsOn;
    /** Rate at which a port is to send. */
    private final double[] planned;

    private final double[] passedBefore;

    SwitchPorts(
            EgressPorts ports,
            Paths paths,
            Flows flows,
            PauseControl pauses,
            QueueMarks marks,
            Readings readings,
            Losses losses) {
        this.ports = ports;
        this.paths = paths;
        this.flows = flows;
        this.pauses = pauses;
        this.marks = marks;
        this.readings = readings;
        this.losses = losses;
        hopsAt = new IntBag[ports.count()];
        leadsOn = new boolean[ports.count()];
        for (int hop = 0; hop < paths.port.length; hop++) {
            leadsOn[paths.port[hop]] |= !paths.isLastHop[hop];
        }
        planned = new double[ports.count()];
        passedBefore = new double[paths.port.length];
    }

    void open(int id) {
        ports.users[paths.firstPort(id)]++;
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            int p = paths.port[hop];
            if (hopsAt[p] == null) {
                hopsAt[p] = new IntBag();
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
                ports.load(p, 0, flows.nowNs);
                ports.demand(p, 0);
                ports.settle(p);
                ports.sleep(p);
            }
        }
    }

    /** A flow comes to a hop at another rate from now on. */
    void come(int hop, double rate, double nowNs) {
        int p = paths.port[hop];
        ports.queue[p].come(hop, rate, nowNs);
        ports.touch(p);
    }

    /** Works out at which rates flows leave from {@code nowNs} on where something has changed, from front to back. */
    void share(double nowNs) {
        for (int p = ports.nextStale(0); p >= 0; p = ports.nextStale(ports.placeAfter(p))) {
            ports.settle(p);
            share(p, nowNs);
        }
    }

    private void share(int p, double nowNs) {
        EgressQueue waiting = ports.queue[p];
        boolean isFree = pauses.isFree(p);
        boolean maySend = isFree || !(pauses.isHeld(p, nowNs) || pauses.isDropping(p, nowNs));
        double capacity = maySend ? ports.capacity(p) : 0;
        boolean isClear = waiting.isEmpty() && waiting.comingRate() <= capacity * (1 + EXCESS_TOLERANCE);
        if (isClear && isFree) {
            waiting.clear(nowNs);
            ports.sleep(p);
        } else {
            waiting.step(nowNs);
        }
        planned[p] = isClear ? waiting.comingRate() : capacity;
        double demand = maySend ? Double.POSITIVE_INFINITY : 0;
        ports.demand(p, isClear ? waiting.comingRate() : demand);
        if (leadsOn[p]) {
            passOn(p, isClear ? 1 : waiting.share(capacity), nowNs);
        }
        ports.load(p, planned[p], nowNs);
    }

    /** Lets flows come to their next ports at this part of the rates at which they are to leave. */
    private void passOn(int p, double part, double nowNs) {
        int[] hops = hopsAt[p].values();
        for (int k = hopsAt[p].size() - 1; k >= 0; k--) {
            int hop = hops[k];
            if (!paths.isLastHop[hop]) {
                double rate = flows.heading[hop] * part;
                if (rate != flows.coming[hop + 1]) {
                    come(hop + 1, rate, nowNs);
                }
            }
        }
    }

    /**
     * Time in ns from {@code nowNs} on until something in a switch changes what senders or queues do: a queue gets empty,
     * marks begin and come back after {@code loopNs}, or a pause begins or ends.
     */
    double quietNs(double nowNs, double loopNs) {
        double spanNs = Double.POSITIVE_INFINITY;
        for (int p = ports.nextAwake(0); p >= 0; p = ports.nextAwake(ports.placeAfter(p))) {
            EgressQueue waiting = ports.queue[p];
            if (!waiting.isEmpty() && pauses.isDropping(p, nowNs)) {
                spanNs = 0; // all of it goes at once, and frees whom it holds
            }
            double slope = waiting.comingRate() - planned[p];
            if (waiting.isEmpty() && slope <= 0) {
                continue;
            }
            pauses.expectQueue(p, slope);
            if (pauses.isNearAt(p)) {
                double part = waiting.share(planned[p]);
                IntBag hops = hopsAt[p];
                for (int k = 0; k < hops.size(); k++) {
                    int hop = hops.get(k);
                    pauses.expect(paths.port[hop - 1], flows.coming[hop] - flows.heading[hop] * part);
                }
            }
            losses.expect(p, slope);
            spanNs = Math.min(spanNs, marks.quietNs(p, slope) + loopNs);
            if (slope < 0) {
                spanNs = Math.min(spanNs, waiting.bytes() / -slope);
            }
        }
        return Math.min(Math.min(spanNs, pauses.quietNs()), losses.quietNs() + loopNs);
    }

    /** Moves what comes in a step through all switches. */
    void forward(double fromNs, double untilNs) {
        for (int p = ports.nextAwake(0); p >= 0; p = ports.nextAwake(ports.placeAfter(p))) {
            forward(p, fromNs, untilNs);
        }
    }

    private void forward(int p, double fromNs, double untilNs) {
        EgressQueue waiting = ports.queue[p];
        waiting.step(fromNs);
        boolean isFree = pauses.isFree(p);
        if (!isFree && pauses.isDropping(p, fromNs)) {
            dropAll(p, fromNs);
            return;
        }
        double spanNs = untilNs - fromNs;
        double sendingNs = isFree ? spanNs : pauses.sendingNs(p, fromNs, untilNs);
        double in = waiting.comingRate() * spanNs;
        double before = waiting.bytes();
        double budget = ports.capacity(p) * sendingNs;
        if (before == 0 && in <= budget * (1 + EXCESS_TOLERANCE)) {
            ports.pausedNs[p] += in > 0 ? spanNs - sendingNs : 0;
            if (leadsOn[p]) {
                passOn(p, 1, fromNs);
            }
            waiting.passThrough(spanNs);
            ports.load(p, waiting.comingRate(), fromNs);
            ports.touch(p);
            return;
        }
        ports.pausedNs[p] += spanNs - sendingNs;
        double after = Math.max(0, before + in - budget);
        // The depth moves evenly, until the queue gets empty.
        double busyNs = after > 0 || budget <= in ? spanNs : Math.min(spanNs, before / (budget - in) * spanNs);
        boolean isUneven = leadsOn[p]
                && (ports.isStale(p)
                        || after == 0
                        || Math.abs(budget - planned[p] * spanNs) > EVEN_TOLERANCE * budget
                        || waiting.turnsWithin(budget));
        if (isUneven) {
            note(p);
        }
        double hazardPerByte = marks.hazardPerByte(p, before, after, fromNs, busyNs);
        double hazard = waiting.hazard();
        double service = waiting.service();
        waiting.serve(in, budget, fromNs, spanNs, hazardPerByte);
        if (isUneven) {
            passOnMean(p, fromNs, spanNs);
        }
        double excess = Math.min(losses.excess(p, waiting.bytes() - before), waiting.bytes());
        if (excess > 0) {
            drop(p, Math.min(excess, in), untilNs);
        }
        double out = Math.min(budget, before + in);
        pauses.grew(p, waiting.bytes() - before);
        ports.drained(p, sendingNs, spanNs - pauses.stormNs(p, fromNs, untilNs));
        ports.queued(p, before, waiting.bytes(), busyNs);
        readings.queued(p, Math.max(before, waiting.bytes()));
        ports.load(p, out / spanNs, fromNs);
        if (!isFree || isUneven || before == 0 || waiting.isEmpty()) {
            ports.touch(p);
        }
        if (hazardPerByte > 0) {
            marks.served(p, hopsAt[p], out, hazard, (waiting.service() - service) / spanNs, untilNs);
        }
    }

    /** Notes what has passed a port before a step in which flows leave at changing rates. */
    private void note(int p) {
        IntBag hops = hopsAt[p];
        for (int k = 0; k < hops.size(); k++) {
            passedBefore[hops.get(k)] = ports.queue[p].passed(hops.get(k));
        }
    }

    private void passOnMean(int p, double nowNs, double spanNs) {
        EgressQueue waiting = ports.queue[p];
        int[] hops = hopsAt[p].values();
        for (int k = hopsAt[p].size() - 1; k >= 0; k--) {
            int hop = hops[k];
            if (!paths.isLastHop[hop]) {
                double rate = Math.max(0, waiting.passed(hop) - passedBefore[hop]) / spanNs;
                if (rate != flows.coming[hop + 1]) {
                    come(hop + 1, rate, nowNs);
                }
            }
        }
    }

    /** Drops part of what came to a queue in a step. */
    private void drop(int p, double bytes, double atNs) {
        EgressQueue waiting = ports.queue[p];
        double part = bytes / waiting.comingRate();
        waiting.drop(bytes);
        losses.excess(p, -bytes);
        IntBag hops = hopsAt[p];
        for (int k = 0; k < hops.size(); k++) {
            int hop = hops.get(k);
            if (flows.coming[hop] > 0) {
                losses.drop(hop, flows.coming[hop] * part, atNs);
            }
        }
    }

    /** Drops what waits at a port and what comes to it. */
    private void dropAll(int p, double atNs) {
        EgressQueue waiting = ports.queue[p];
        ports.load(p, 0, atNs);
        pauses.grew(p, -waiting.bytes());
        losses.excess(p, -waiting.bytes());
        IntBag hops = hopsAt[p];
        for (int k = 0; k < hops.size(); k++) {
            int hop = hops.get(k);
            double bytes = held(hop);
            if (bytes > 0) {
                losses.drop(hop, bytes, atNs);
            }
        }
        waiting.dropAll(atNs);
        if (leadsOn[p]) {
            passOn(p, 0, atNs);
        }
        ports.touch(p);
    }

    /** Bytes of a flow that wait at a hop. */
    private double held(int hop) {
        return Math.max(0, ports.passed(hop - 1) - losses.droppedAt(hop) - ports.passed(hop));
    }

    /** Tells what the ingresses of full switches hold. */
    void tellHeld() {
        for (int p = ports.nextAwake(0); p >= 0; p = ports.nextAwake(ports.placeAfter(p))) {
            if (!ports.queue[p].isEmpty() && pauses.isNearAt(p)) {
                IntBag hops = hopsAt[p];
                for (int k = 0; k < hops.size(); k++) {
                    int hop = hops.get(k);
                    pauses.hold(paths.port[hop - 1], held(hop));
                }
            }
        }
    }
}
