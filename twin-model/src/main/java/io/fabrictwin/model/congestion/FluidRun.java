package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.List;

/**
 * One run of the network-wide fluid. Each flow is paced by its sender, injected at its host's port and moves through the
 * egress queues of its path within a step; what a queue cannot serve in the step waits there.
 *
 * <p>All hops of a path are simulated in the time frame of the sender: a byte that leaves the host now is seen at each
 * queue now, and the propagation delays appear in three closed forms instead: the loop delay of a mark, the loop delay
 * of a pause, and the tail after the last byte.
 *
 * <p>While no queue holds anything and no port is overloaded, nothing changes until the next event of a sender or an
 * activity, and one step goes there. Otherwise steps are fine: at most
 * {@link #LONGEST_FINE_NS} long, shorter while short transfers are under way.
 */
final class FluidRun {
    /** Longest fine step: the finest timer of common senders. */
    private static final double LONGEST_FINE_NS = 1000;

    private static final double SHORTEST_FINE_NS = 100;
    /** Fine steps that the shortest transfer under way is cut into at least. */
    private static final double STEPS_PER_TRANSFER = 100;

    /** Excess over a port's rate that a quiet stretch may ignore: the second-order error of acknowledgement load. */
    private static final double QUIET_TOLERANCE = 0.002;

    private static final double BYTE_TOLERANCE = 0.01;
    private static final double LARGEST_HAZARD = 60;

    private final Network network;
    private final Transport transport;
    private final ActivityGraph graph;
    private final Paths paths;
    private final AckRoutes acks;
    private final boolean paced;
    private final Senders senders;
    private final PauseControl pauses;
    private final long seed;

    // Ports.
    private final int[] order;
    private final double[] lineRate;
    private final EcnProfile[] ecn;
    private final EgressQueue[] queue;
    private final boolean[] isHostPort;
    private final IntBag[] sources;
    private final IntBag[] hopsAt;
    private final double[] ackRate;
    private final double[] loadRate;
    private final double ackPerByte;
    private final double[] queueTimesNs;
    private final double[] queuePeak;
    private final double[] pausedNs;
    private final double[] packets;
    private final double[] markedPackets;
    private final double[] dataBytes;
    private int queuedPorts;

    // Flows.
    private final IntBag active = new IntBag();
    private final double[] lineNs;
    private final double[] remaining;
    private final double[] delivered;
    private final double[] pacedUntilNs;
    private final double[] injectedNs;
    private final double[] wanted;
    private final double[] possibleBytes;
    private final double[] hazard;
    private final double[] hazardLimit;
    private final long[] draw;
    // Hops.
    private final double[] arriving;
    private final double[] leaving;
    private final double[] lastServiceNs;
    private final double[] packetPhase;

    private double nowNs;
    private long steps;

    FluidRun(Network network, List<Activity> activities, List<PauseStorm> storms, ActivityGraph graph, long seed) {
        this.network = network;
        this.transport = network.transport();
        this.graph = graph;
        this.seed = seed;
        paths = new Paths(network, activities);
        acks = new AckRoutes(network, activities);
        int transfers = paths.transfers();
        paced = transport.kind() == TransportKind.ROCE_DCQCN;
        senders = new Senders(transport.dcqcn(), transfers);
        pauses = new PauseControl(network, storms);
        int ports = network.portCount();
        order = paths.portOrder(ports);
        lineRate = new double[ports];
        ecn = new EcnProfile[ports];
        queue = new EgressQueue[ports];
        isHostPort = new boolean[ports];
        sources = new IntBag[ports];
        hopsAt = new IntBag[ports];
        for (int p = 0; p < ports; p++) {
            Network.Port port = network.port(p);
            lineRate[p] = port.bitsPerSecond() / 8e9;
            ecn[p] = port.ecn();
            isHostPort[p] = network.isHost(port.from());
            queue[p] = new EgressQueue(transport.wireBytes());
            sources[p] = new IntBag();
            hopsAt[p] = new IntBag();
        }
        ackRate = new double[ports];
        loadRate = new double[ports];
        ackPerByte = (double) transport.ackBytes() / transport.wireBytes();
        queueTimesNs = new double[ports];
        queuePeak = new double[ports];
        pausedNs = new double[ports];
        packets = new double[ports];
        markedPackets = new double[ports];
        dataBytes = new double[ports];
        lineNs = new double[transfers];
        remaining = new double[transfers];
        delivered = new double[transfers];
        pacedUntilNs = new double[transfers];
        injectedNs = new double[transfers];
        wanted = new double[transfers];
        possibleBytes = new double[transfers];
        hazard = new double[transfers];
        hazardLimit = new double[transfers];
        draw = new long[transfers];
        arriving = new double[paths.port.length];
        leaving = new double[paths.port.length];
        lastServiceNs = new double[paths.port.length];
        packetPhase = new double[paths.port.length];
    }

    FluidResult run() {
        while (!graph.finished(nowNs)) {
            if (active.size() == 0) {
                if (graph.nothingQueued()) {
                    break;
                }
                nowNs = Math.max(nowNs, (double) graph.nextStartNs());
            }
            while (!graph.nothingQueued() && graph.nextStartNs() <= nowNs) {
                open();
            }
            if (active.size() == 0) {
                continue;
            }
            double spanNs = quietSpanNs();
            if (spanNs <= 0) {
                spanNs = fineNs();
                double until = nowNs + spanNs;
                while (!graph.nothingQueued() && graph.nextStartNs() < until) {
                    open();
                }
            }
            step(nowNs, nowNs + spanNs);
            nowNs += spanNs;
            steps++;
        }
        return result();
    }

    private void open() {
        int id = graph.pollTransfer();
        if (id < 0) {
            return;
        }
        int port = paths.firstPort(id);
        remaining[id] = paths.wireBytes[id];
        lineNs[id] = paths.wireBytes[id] / lineRate[port];
        pacedUntilNs[id] = graph.startNs(id);
        injectedNs[id] = Double.POSITIVE_INFINITY;
        senders.open(id, lineRate[port]);
        draw[id] = Draws.next(Draws.stream(seed, id));
        hazardLimit[id] = Draws.exponential(draw[id]);
        sources[port].add(id);
        active.add(id);
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            hopsAt[paths.port[hop]].add(hop);
            draw[id] = Draws.next(draw[id]);
            packetPhase[hop] = Draws.uniform(draw[id]);
        }
    }

    /** Length of the next step if nothing queues until then; 0 if something does. */
    private double quietSpanNs() {
        if (queuedPorts > 0 || !pauses.isQuiet()) {
            return 0;
        }
        Arrays.fill(loadRate, 0);
        for (int p : order) {
            for (int k = 0; k < sources[p].size(); k++) {
                int id = sources[p].get(k);
                if (paced && senders.nextEventNs(id) <= nowNs) {
                    senders.advance(id, nowNs, Math.nextUp(nowNs));
                }
                loadRate[p] += paced ? senders.rate(id) : lineRate[p];
            }
        }
        double spanNs = graph.nextStartNs() - nowNs;
        for (int p : order) {
            if (sources[p].size() == 0) {
                continue;
            }
            if (pauses.hasStorm(p)) {
                return 0;
            }
            double capacity = lineRate[p] - ackRate[p];
            if (loadRate[p] > capacity && sources[p].size() > 1 && paced) {
                // Shares of an overloaded host change with every rate: leave it to fine steps.
                return 0;
            }
            double share = Math.min(1, capacity / loadRate[p]);
            for (int k = 0; k < sources[p].size(); k++) {
                int id = sources[p].get(k);
                double rate = (paced ? senders.rate(id) : lineRate[p]) * share;
                double early = paths.lastPacketBytes[id] * (1 - rate / lineRate[p]);
                spanNs = Math.min(spanNs, Math.max(1.0, (remaining[id] - early) / rate));
                if (paced) {
                    spanNs = Math.min(spanNs, senders.nextEventNs(id) - nowNs);
                }
                for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
                    loadRate[paths.port[hop]] += rate;
                }
            }
        }
        for (int p : order) {
            if (isHostPort[p] || loadRate[p] == 0) {
                continue;
            }
            if (pauses.hasStorm(p)) {
                return 0;
            }
            double ack = ackPerByte * Math.min(lineRate[p], loadRate[Network.reverse(p)]);
            if (loadRate[p] + ack > lineRate[p] * (1 + QUIET_TOLERANCE)) {
                return 0;
            }
        }
        return spanNs;
    }

    private double fineNs() {
        double shortest = STEPS_PER_TRANSFER * LONGEST_FINE_NS;
        for (int k = 0; k < active.size(); k++) {
            shortest = Math.min(shortest, lineNs[active.get(k)]);
        }
        return Math.max(SHORTEST_FINE_NS, shortest / STEPS_PER_TRANSFER);
    }

    private void step(double fromNs, double untilNs) {
        double spanNs = untilNs - fromNs;
        for (int p : order) {
            if (isHostPort[p]) {
                inject(p, fromNs, untilNs);
            }
        }
        for (int p : order) {
            if (!isHostPort[p] && hopsAt[p].size() > 0) {
                forward(p, fromNs, untilNs);
            }
        }
        for (int p : order) {
            pauses.account(p, fromNs, untilNs);
        }
        for (int p : order) {
            // Acknowledgements of what went one way use the other way.
            int back = Network.reverse(p);
            ackRate[back] = loadRate[p] / spanNs * ackPerByte;
        }
        finish();
    }

    private void inject(int p, double fromNs, double untilNs) {
        IntBag flows = sources[p];
        loadRate[p] = 0;
        int count = flows.size();
        if (count == 0) {
            return;
        }
        double sendingNs = pauses.sendingNs(p, fromNs, untilNs);
        double spanNs = untilNs - fromNs;
        pausedNs[p] += spanNs - sendingNs;
        double free = sendingNs / spanNs;
        double sum = 0;
        for (int k = 0; k < count; k++) {
            int id = flows.get(k);
            double start = pacedUntilNs[id];
            double bytes = paced ? senders.advance(id, start, untilNs) : lineRate[p] * (untilNs - start);
            possibleBytes[id] = bytes * free;
            wanted[id] = Math.min(possibleBytes[id], remaining[id]);
            sum += wanted[id];
        }
        double budget = Math.max(0, (lineRate[p] - ackRate[p])) * sendingNs;
        double level = Double.POSITIVE_INFINITY;
        if (sum > budget) {
            level = fillLevel(flows, budget);
        }
        for (int k = count - 1; k >= 0; k--) {
            int id = flows.get(k);
            double bytes = Math.min(wanted[id], level);
            // A packet leaves at line rate once its turn has come, however slow the pace.
            double pace = bytes / spanNs;
            double early = sendingNs > 0 ? paths.lastPacketBytes[id] * Math.max(0, 1 - pace / lineRate[p]) : 0;
            double rest = remaining[id] - bytes;
            if (rest <= early + BYTE_TOLERANCE && bytes > 0) {
                double start = pacedUntilNs[id];
                double needed = Math.max(0, remaining[id] - early);
                double possible = Math.max(bytes, Math.min(possibleBytes[id], level));
                injectedNs[id] = Math.min(untilNs, start + needed / possible * (untilNs - start)) + early / lineRate[p];
                bytes = remaining[id];
                remaining[id] = 0;
                flows.removeAt(k);
            } else {
                remaining[id] = rest;
                pacedUntilNs[id] = untilNs;
            }
            loadRate[p] += bytes;
            pass(paths.offset[id], bytes);
        }
        dataBytes[p] += loadRate[p];
    }

    private double fillLevel(IntBag flows, double budget) {
        int count = flows.size();
        double level = budget / count;
        for (int pass = 0; pass < 32; pass++) {
            double below = 0;
            int above = 0;
            for (int k = 0; k < count; k++) {
                double want = wanted[flows.get(k)];
                if (want <= level) {
                    below += want;
                } else {
                    above++;
                }
            }
            if (above == 0) {
                return level;
            }
            double next = (budget - below) / above;
            if (next <= level * (1 + 1e-12)) {
                return next;
            }
            level = next;
        }
        return level;
    }

    /** Hands bytes that left a hop to the next one, or to the receiver. */
    private void pass(int hop, double bytes) {
        int id = paths.transferOfHop[hop];
        if (hop + 1 < paths.offset[id + 1]) {
            arriving[hop + 1] += bytes;
        } else {
            delivered[id] += bytes;
        }
    }

    private void forward(int p, double fromNs, double untilNs) {
        IntBag hops = hopsAt[p];
        EgressQueue waiting = queue[p];
        double in = 0;
        for (int k = 0; k < hops.size(); k++) {
            in += arriving[hops.get(k)];
        }
        if (in == 0 && waiting.isEmpty()) {
            loadRate[p] = 0;
            return;
        }
        double sendingNs = pauses.sendingNs(p, fromNs, untilNs);
        double spanNs = untilNs - fromNs;
        pausedNs[p] += spanNs - sendingNs;
        double budget = Math.max(0, lineRate[p] - ackRate[p]) * sendingNs;
        if (waiting.isEmpty() && in <= budget * (1 + QUIET_TOLERANCE)) {
            loadRate[p] = in;
            dataBytes[p] += in;
            packets[p] += in / transport.wireBytes();
            for (int k = 0; k < hops.size(); k++) {
                int hop = hops.get(k);
                double bytes = arriving[hop];
                if (bytes > 0) {
                    arriving[hop] = 0;
                    pass(hop, bytes);
                }
            }
            return;
        }
        double before = waiting.bytes();
        if (in > 0) {
            waiting.openBatch();
            for (int k = 0; k < hops.size(); k++) {
                int hop = hops.get(k);
                if (arriving[hop] > 0) {
                    waiting.add(hop, arriving[hop]);
                }
            }
        }
        queuedPorts += before == 0 ? 1 : 0;
        waiting.serve(budget, fromNs, spanNs, leaving, lastServiceNs);
        double after = waiting.bytes();
        queuedPorts -= waiting.isEmpty() ? 1 : 0;
        queueTimesNs[p] += (before + after) / 2 * spanNs;
        queuePeak[p] = Math.max(queuePeak[p], after);
        double probability = paced ? (ecn[p].markProbability(before) + ecn[p].markProbability(after)) / 2 : 0;
        double hazardOfPacket = probability > 0 ? Math.min(LARGEST_HAZARD, -Math.log1p(-probability)) : 0;
        double out = 0;
        for (int k = 0; k < hops.size(); k++) {
            int hop = hops.get(k);
            double came = arriving[hop];
            double left = leaving[hop];
            arriving[hop] = 0;
            if (came != left) {
                pauses.move(paths.port[hop - 1], came - left);
            }
            if (left > 0) {
                leaving[hop] = 0;
                out += left;
                if (hazardOfPacket > 0) {
                    mark(hop, left, hazardOfPacket, fromNs, spanNs);
                }
                pass(hop, left);
            }
        }
        loadRate[p] = out;
        dataBytes[p] += out;
        packets[p] += out / transport.wireBytes();
        markedPackets[p] += out / transport.wireBytes() * probability;
    }

    private void mark(int hop, double bytes, double hazardOfPacket, double fromNs, double spanNs) {
        int id = paths.transferOfHop[hop];
        double phase = packetPhase[hop] + bytes / transport.wireBytes();
        double whole = Math.floor(phase);
        packetPhase[hop] = phase - whole;
        if (whole == 0) {
            return;
        }
        double before = hazard[id];
        hazard[id] += whole * hazardOfPacket;
        if (hazard[id] < hazardLimit[id]) {
            return;
        }
        double share = (hazardLimit[id] - before) / (whole * hazardOfPacket);
        hazard[id] = 0;
        draw[id] = Draws.next(draw[id]);
        hazardLimit[id] = Draws.exponential(draw[id]);
        senders.notify(id, fromNs + share * spanNs + paths.loopNs[id] + queueingNs(hop));
    }

    /** Time in ns that a mark set at this hop spends in queues on its way to the receiver and back to the sender. */
    private double queueingNs(int markedHop) {
        int id = paths.transferOfHop[markedHop];
        double ns = acks.queueingNs(id, queue, lineRate);
        for (int hop = markedHop + 1; hop < paths.offset[id + 1]; hop++) {
            int p = paths.port[hop];
            ns += queue[p].bytes() / lineRate[p];
        }
        return ns;
    }

    private void finish() {
        for (int k = active.size() - 1; k >= 0; k--) {
            int id = active.get(k);
            if (remaining[id] > 0 || delivered[id] < paths.wireBytes[id] - BYTE_TOLERANCE) {
                continue;
            }
            double drained = injectedNs[id];
            for (int hop = paths.offset[id]; hop < paths.offset[id + 1]; hop++) {
                drained = Math.max(drained, lastServiceNs[hop]);
                if (hop > paths.offset[id]) {
                    hopsAt[paths.port[hop]].remove(hop);
                }
            }
            double back = acks.queueingNs(id, queue, lineRate);
            active.removeAt(k);
            senders.close(id);
            graph.end(id, Math.round(drained + paths.tailNs[id] + back));
        }
    }

    private FluidResult result() {
        int ports = network.portCount();
        long[] txBytes = new long[ports];
        double span = Math.max(1, graph.stopNs());
        for (int p = 0; p < ports; p++) {
            txBytes[p] = Math.round(dataBytes[p] + dataBytes[Network.reverse(p)] * ackPerByte);
            queueTimesNs[p] /= span;
        }
        return new FluidResult(
                graph.startsUntil(graph.stopNs()),
                graph.endsUntil(graph.stopNs()),
                txBytes,
                new FluidResult.PortTotals(queueTimesNs, queuePeak, pausedNs, packets, markedPackets),
                steps);
    }
}
