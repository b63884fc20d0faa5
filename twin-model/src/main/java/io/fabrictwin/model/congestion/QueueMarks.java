package io.fabrictwin.model.congestion;

/**
 * Marks that queues set on what leaves them: where in a step a queue marks, which flows' packets get one, and when their
 * senders learn of it.
 */
final class QueueMarks {
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
    private final boolean paced;

    // The part of the present step in which the queue asked for last marks.
    private double stretchFromNs;
    private double stretchUntilNs;
    /** Depth at its begin and at its end. */
    private double firstBytes;

    private double lastBytes;
    /** Mean probability of a mark. */
    private double probability;
    /** Part of the time in which the queue holds something. */
    private double share;
    /** Over that time. */
    private double hazardPerByte;

    QueueMarks(
            EgressPorts ports,
            Paths paths,
            Flows flows,
            Senders senders,
            PauseControl pauses,
            Marking marking,
            AckRoutes acks,
            Readings readings,
            boolean paced) {
        this.ports = ports;
        this.paths = paths;
        this.flows = flows;
        this.senders = senders;
        this.pauses = pauses;
        this.marking = marking;
        this.acks = acks;
        this.readings = readings;
        this.paced = paced;
    }

    /** Time in ns until the queue of a port, growing at {@code slope} bytes per ns, may mark; infinite if it will not. */
    double quietNs(int p, double slope) {
        if (!paced || !ports.ecn[p].enabled()) {
            return Double.POSITIVE_INFINITY;
        }
        double below = ports.ecn[p].kminBytes() - ports.queue[p].bytes();
        if (below <= 0) {
            return 0;
        }
        return slope > 0 ? below / slope : Double.POSITIVE_INFINITY;
    }

    /**
     * Hazard of a mark by byte that leaves, the mean over the time of a step in which the queue holds something: {@code
     * busyNs}, in which its depth goes evenly from {@code before} to {@code after}.
     */
    double hazardPerByte(int p, double before, double after, double fromNs, double busyNs) {
        EcnProfile ecn = ports.ecn[p];
        if (!paced || !ecn.enabled() || Math.max(before, after) <= ecn.kminBytes()) {
            return 0;
        }
        double kmin = ecn.kminBytes();
        double perByte = busyNs / (after - before);
        stretchFromNs = before < kmin ? fromNs + (kmin - before) * perByte : fromNs;
        stretchUntilNs = after < kmin ? fromNs + (kmin - before) * perByte : fromNs + busyNs;
        firstBytes = Math.max(before, kmin);
        lastBytes = Math.max(after, kmin);
        probability = ecn.meanMarkProbability(firstBytes, lastBytes);
        if (probability <= 0 || stretchUntilNs <= stretchFromNs) {
            return 0;
        }
        share = Math.min(1, (stretchUntilNs - stretchFromNs) / busyNs);
        hazardPerByte = share * marking.hazardPerByte(probability);
        return hazardPerByte;
    }

    /**
     * Counts and sets the marks of what a queue has served in the step of the last {@link #hazardPerByte}.
     *
     * @param hops those that cross the port
     * @param bytes that have left
     * @param before hazard of the queue at the begin of the step
     * @param serviceRate service by ns
     */
    void served(int p, IntBag hops, double bytes, double before, double serviceRate, double untilNs) {
        ports.marked(p, bytes, probability * share);
        if (ports.queue[p].hazard() >= ports.queue[p].nextMark()) {
            mark(p, hops, before, serviceRate, untilNs);
        }
    }

    private void mark(int p, IntBag bag, double before, double serviceRate, double untilNs) {
        EgressQueue waiting = ports.queue[p];
        double now = waiting.hazard();
        double spanNs = stretchUntilNs - stretchFromNs;
        double first = ports.ecn[p].markProbability(firstBytes);
        double last = ports.ecn[p].markProbability(lastBytes);
        double next = Double.POSITIVE_INFINITY;
        int[] hops = bag.values();
        for (int k = bag.size() - 1; k >= 0; k--) {
            int hop = hops[k];
            if (marking.due(hop) > now) {
                next = Math.min(next, marking.due(hop));
                continue;
            }
            double rate = flows.heading[hop];
            double perByte = hazardPerByte / rate;
            double passed = waiting.passed(hop);
            boolean isSure = (now - before) * rate / spanNs * marking.resolutionNs() > SURE_HAZARD;
            double apartBytes = isSure ? rate * serviceRate * marking.resolutionNs() : 0;
            if (marking.isResting(hop) && marking.restsUntilBytes(hop) <= passed) {
                double since = (passed - marking.restsUntilBytes(hop)) * perByte;
                marking.resume(hop, rate, Math.max(before, now - since));
            }
            while (marking.due(hop) <= now && !marking.isResting(hop)) {
                double due = marking.due(hop);
                double part = Math.min(1, Math.max(0, (due - before) / (now - before)));
                double place = passed - (now - due) / perByte;
                double more = marking.toPacketEnd(hop, place);
                double markedNs = stretchFromNs + spanNs * risen(part, first, last) + more / (rate * serviceRate);
                int id = paths.transferOfHop[hop];
                if (senders.notify(id, markedNs + paths.loopNs[id] + queueingNs(hop, untilNs))) {
                    readings.notified(paths.firstPort(id));
                }
                double restUntil = Math.max(place + more, Math.min(passed, place + apartBytes));
                if (restUntil > passed) {
                    marking.rest(hop, restUntil, now);
                } else {
                    marking.resume(hop, rate, now - (passed - restUntil) * perByte);
                }
            }
            next = Math.min(next, marking.due(hop));
        }
        waiting.nextMark(next);
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
