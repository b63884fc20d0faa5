package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * {@link #LONGEST_FINE_NS} long, shorter while short transfers are under way that others wait for.
 */
final class FluidRun implements PortObserver.Counters {
    /** Longest fine step: the finest timer of common senders. */
    private static final double LONGEST_FINE_NS = 1000;

    private static final double SHORTEST_FINE_NS = 100;
    /** Fine steps that the shortest transfer that others wait for is cut into at least. */
    private static final double STEPS_PER_TRANSFER = 100;
    /** Steps without a byte moved after which what is held is taken to be held for ever. */
    private static final long STANDSTILL_STEPS = 1_000_000;

    /** Excess over a port's rate that a quiet stretch may ignore: the second-order error of acknowledgement load. */
    private static final double QUIET_TOLERANCE = 0.002;

    /** Time over which the drain of a queue is averaged: several pause cycles. */
    private static final double DRAIN_MEMORY_NS = 20_000;
    /** Share of the line rate below which a drain is not taken to last. */
    private static final double LEAST_DRAIN = 0.1;

    private static final double BYTE_TOLERANCE = 0.01;
    private static final double LARGEST_HAZARD = 60;

    private final Network network;
    private final Transport transport;
    private final ActivityGraph graph;
    private final Paths paths;
    private final AckRoutes acks;
    private final LastAcks lastAcks;
    private final boolean paced;
    private final Senders senders;
    private final PauseControl pauses;
    private final long seed;

    // Ports.
    private final int[] hostPorts;
    private final int[] switchPorts;
    private final double[] lineRate;
    private final EcnProfile[] ecn;
    private final EgressQueue[] queue;
    private final boolean[] isHostPort;
    private final IntBag[] sources;
    private final IntBag[] hopsAt;
    private final double[] loadRate;
    private final double[] quietRate;
    /**
     * Rate at which a queue has drained lately, pauses of neighbours included, storms not; the line rate while it is empty. Tells how long a last
     * acknowledgement waits; notifications are better met without it, as short pauses would delay them too long.
     */
    private final double[] drainRate;

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
    private final IntBag draining = new IntBag();
    private final boolean[] chained;
    private final double[] lineNs;
    private final double[] remaining;
    private final double[] delivered;
    private final double[] pacedUntilNs;
    private final double[] injectedNs;
    private final double[] wanted;
    private final double[] pacedBytes;
    private final double[] possibleBytes;
    private final double[] hazard;
    private final double[] hazardLimit;
    private final long[] draw;
    // Hops.
    private final double[] arriving;
    private final double[] leaving;
    private final double[] lastServiceNs;
    private final double[] packetPhase;

    private final List<EcnChange> ecnChanges;
    private final Readings readings;
    private int nextEcnChange;
    private double nowNs;
    private long steps;
    private boolean moved;
    private long stepsWithoutMove;
    private boolean activeChanged;
    private double finestNs;

    FluidRun(
            Network network,
            List<Activity> activities,
            List<PauseStorm> storms,
            List<EcnChange> ecnChanges,
            @Nullable PortObserver observer,
            ActivityGraph graph,
            long seed) {
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
        this.ecnChanges = ecnChanges.stream()
                .sorted(Comparator.comparingLong(EcnChange::atNs))
                .toList();
        readings = new Readings(observer, network.portCount());
        int ports = network.portCount();
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
        int[] order = paths.portOrder(ports);
        hostPorts = Arrays.stream(order).filter(p -> isHostPort[p]).toArray();
        switchPorts = Arrays.stream(order).filter(p -> !isHostPort[p]).toArray();
        loadRate = new double[ports];
        drainRate = lineRate.clone();
        ackPerByte = (double) transport.ackBytes() / transport.wireBytes();
        queueTimesNs = new double[ports];
        queuePeak = new double[ports];
        pausedNs = new double[ports];
        packets = new double[ports];
        markedPackets = new double[ports];
        dataBytes = new double[ports];
        lastAcks = new LastAcks(acks, queue, dataBytes, pauses);
        lineNs = new double[transfers];
        chained = new boolean[transfers];
        for (Activity activity : activities) {
            for (int before : activity.after()) {
                chained[before] = true;
            }
        }
        quietRate = new double[ports];
        remaining = new double[transfers];
        delivered = new double[transfers];
        pacedUntilNs = new double[transfers];
        injectedNs = new double[transfers];
        wanted = new double[transfers];
        pacedBytes = new double[transfers];
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
            changeSettings();
            readings.upTo(nowNs, this);
            double spanNs = Math.min(quietSpanNs(), Math.max(1, nextInterruptionNs() - nowNs));
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
            stepsWithoutMove = moved ? 0 : stepsWithoutMove + 1;
            if (stepsWithoutMove > STANDSTILL_STEPS && graph.nothingQueued()) {
                break;
            }
        }
        readings.end(nowNs, this);
        return result();
    }

    private void changeSettings() {
        while (nextEcnChange < ecnChanges.size()
                && ecnChanges.get(nextEcnChange).atNs() <= nowNs) {
            EcnChange change = ecnChanges.get(nextEcnChange++);
            ecn[change.port()] = change.ecn();
        }
    }

    /** When a quiet stretch has to end because something from outside happens, ns. */
    private double nextInterruptionNs() {
        long changeNs = nextEcnChange < ecnChanges.size()
                ? ecnChanges.get(nextEcnChange).atNs()
                : Long.MAX_VALUE;
        return Math.min(changeNs, readings.nextStopNs());
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
        activeChanged = true;
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
        double spanNs = graph.nextStartNs() - nowNs;
        Arrays.fill(quietRate, 0);
        for (int p : hostPorts) {
            IntBag flows = sources[p];
            int count = flows.size();
            if (count == 0) {
                continue;
            }
            if (pauses.hasStorm(p)) {
                return 0;
            }
            double sum = 0;
            for (int k = 0; k < count; k++) {
                int id = flows.get(k);
                wanted[id] = lineRate[p];
                if (paced) {
                    if (senders.nextEventNs(id) <= nowNs) {
                        senders.advance(id, nowNs, Math.nextUp(nowNs));
                    }
                    wanted[id] = senders.rate(id);
                    spanNs = Math.min(spanNs, senders.nextEventNs(id) - nowNs);
                }
                sum += wanted[id];
            }
            double capacity = capacity(p);
            double level = sum > capacity ? fillLevel(flows, capacity) : Double.POSITIVE_INFINITY;
            for (int k = 0; k < count; k++) {
                int id = flows.get(k);
                double rate = Math.min(wanted[id], level);
                double early = paths.lastPacketBytes[id] * (1 - rate / lineRate[p]);
                spanNs = Math.min(spanNs, Math.max(1.0, (remaining[id] - early) / rate));
                for (int hop = paths.offset[id]; hop < paths.offset[id + 1]; hop++) {
                    quietRate[paths.port[hop]] += rate;
                }
            }
        }
        for (int p : switchPorts) {
            if (quietRate[p] == 0) {
                continue;
            }
            if (pauses.hasStorm(p)) {
                return 0;
            }
            double ack = ackPerByte * Math.min(lineRate[p], quietRate[Network.reverse(p)]);
            if (quietRate[p] + ack > lineRate[p] * (1 + QUIET_TOLERANCE)) {
                return 0;
            }
        }
        return spanNs;
    }

    /** Bytes per ns that a port has for data: acknowledgements of what comes the other way use the rest. */
    private double capacity(int p) {
        return Math.max(0, lineRate[p] - loadRate[Network.reverse(p)] * ackPerByte);
    }

    /** Length of the next step where queues matter. */
    private double fineNs() {
        if (activeChanged) {
            activeChanged = false;
            double shortest = STEPS_PER_TRANSFER * LONGEST_FINE_NS;
            for (int k = 0; k < active.size(); k++) {
                int id = active.get(k);
                if (chained[id]) {
                    shortest = Math.min(shortest, lineNs[id]);
                }
            }
            finestNs = Math.max(SHORTEST_FINE_NS, shortest / STEPS_PER_TRANSFER);
        }
        return finestNs;
    }

    private void step(double fromNs, double untilNs) {
        moved = false;
        for (int p : hostPorts) {
            inject(p, fromNs, untilNs);
        }
        for (int p : switchPorts) {
            if (hopsAt[p].size() > 0) {
                forward(p, fromNs, untilNs);
            }
        }
        pauses.account(fromNs, untilNs);
        finish(untilNs);
    }

    private void inject(int p, double fromNs, double untilNs) {
        IntBag flows = sources[p];
        int count = flows.size();
        if (count == 0) {
            loadRate[p] = 0;
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
            pacedBytes[id] = bytes;
            possibleBytes[id] = bytes * free;
            wanted[id] = Math.min(possibleBytes[id], remaining[id]);
            sum += wanted[id];
        }
        double budget = capacity(p) * sendingNs;
        double sent = 0;
        double level = Double.POSITIVE_INFINITY;
        if (sum > budget) {
            level = fillLevel(flows, budget);
        }
        for (int k = count - 1; k >= 0; k--) {
            int id = flows.get(k);
            double bytes = Math.min(wanted[id], level);
            double rest = remaining[id] - bytes;
            if (rest > paths.lastPacketBytes[id] || bytes == 0) {
                remaining[id] = rest;
                pacedUntilNs[id] = untilNs;
            } else {
                bytes = sendLast(p, id, bytes, level, untilNs) ? remaining[id] : bytes;
                remaining[id] -= bytes;
                if (remaining[id] == 0) {
                    flows.removeAt(k);
                    draining.add(id);
                } else {
                    pacedUntilNs[id] = untilNs;
                }
            }
            if (paced && bytes < pacedBytes[id]) {
                senders.held(id, pacedBytes[id] - bytes, untilNs);
            }
            sent += bytes;
            pass(paths.offset[id], bytes);
        }
        loadRate[p] = sent / spanNs;
        dataBytes[p] += sent;
        moved |= sent > 0;
    }

    /**
     * Whether a flow that may send {@code bytes} in a step gets its last packet out: a packet leaves at line rate once its
     * turn has come, however slow the pace.
     */
    private boolean sendLast(int p, int id, double bytes, double level, double untilNs) {
        double startNs = pacedUntilNs[id];
        double possible = Math.max(bytes, Math.min(possibleBytes[id], level));
        double pace = possible / (untilNs - startNs);
        double early = paths.lastPacketBytes[id] * Math.max(0, 1 - pace / lineRate[p]);
        if (remaining[id] - bytes > early + BYTE_TOLERANCE) {
            return false;
        }
        double turnNs = startNs + Math.max(0, remaining[id] - early) / pace;
        injectedNs[id] = Math.min(untilNs, turnNs) + early / lineRate[p];
        return true;
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
        double budget = capacity(p) * sendingNs;
        if (waiting.isEmpty() && in <= budget * (1 + QUIET_TOLERANCE)) {
            loadRate[p] = in / spanNs;
            dataBytes[p] += in;
            packets[p] += paced ? in / transport.wireBytes() : 0;
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
        noteDrain(p, budget, spanNs - pauses.stormNs(p, fromNs, untilNs), waiting.isEmpty());
        queuedPorts -= waiting.isEmpty() ? 1 : 0;
        queueTimesNs[p] += (before + after) / 2 * spanNs;
        queuePeak[p] = Math.max(queuePeak[p], after);
        readings.queued(p, after);
        double probability = paced ? (ecn[p].markProbability(before) + ecn[p].markProbability(after)) / 2 : 0;
        double hazardOfPacket = probability > 0 ? Math.min(LARGEST_HAZARD, -StrictMath.log1p(-probability)) : 0;
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
        loadRate[p] = out / spanNs;
        moved |= out > 0;
        dataBytes[p] += out;
        packets[p] += paced ? out / transport.wireBytes() : 0;
        markedPackets[p] += out / transport.wireBytes() * probability;
    }

    private void noteDrain(int p, double budget, double freeNs, boolean isEmpty) {
        if (isEmpty) {
            drainRate[p] = lineRate[p];
            return;
        }
        if (freeNs <= 0) {
            return;
        }
        double weight = Math.min(1, freeNs / DRAIN_MEMORY_NS);
        double mean = drainRate[p] + (budget / freeNs - drainRate[p]) * weight;
        drainRate[p] = Math.max(mean, lineRate[p] * LEAST_DRAIN);
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
        if (senders.notify(id, fromNs + share * spanNs + paths.loopNs[id] + queueingNs(hop))) {
            readings.notified(paths.firstPort(id));
        }
    }

    /** Time in ns that a mark set at this hop spends in queues on its way to the receiver and back to the sender. */
    private double queueingNs(int markedHop) {
        int id = paths.transferOfHop[markedHop];
        double ns = acks.queueingNs(id, queue, lineRate, pauses, nowNs);
        for (int hop = markedHop + 1; hop < paths.offset[id + 1]; hop++) {
            int p = paths.port[hop];
            ns += queue[p].bytes() / lineRate[p];
        }
        return ns;
    }

    private void finish(double untilNs) {
        for (int slot = lastAcks.size() - 1; slot >= 0; slot--) {
            endWhenBack(slot, untilNs);
        }
        for (int k = draining.size() - 1; k >= 0; k--) {
            int id = draining.get(k);
            if (delivered[id] < paths.wireBytes[id] - BYTE_TOLERANCE) {
                continue;
            }
            double drained = injectedNs[id];
            for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
                drained = Math.max(drained, lastServiceNs[hop]);
                hopsAt[paths.port[hop]].remove(hop);
            }
            draining.removeAt(k);
            active.remove(id);
            activeChanged = true;
            senders.close(id);
            if (acks.isKnown(id)) {
                lastAcks.add(id, drained);
                endWhenBack(lastAcks.size() - 1, untilNs);
            } else {
                graph.end(
                        id,
                        Math.round(
                                drained + paths.tailNs[id] + acks.queueingNs(id, queue, drainRate, pauses, untilNs)));
            }
        }
    }

    private void endWhenBack(int slot, double untilNs) {
        if (lastAcks.advance(slot, loadRate, untilNs)) {
            int id = lastAcks.transfer(slot);
            graph.end(id, Math.round(lastAcks.atNs(slot) + paths.tailNs[id]));
            lastAcks.remove(slot);
        }
    }

    private FluidResult result() {
        int ports = network.portCount();
        long[] txBytes = new long[ports];
        double span = Math.max(1, graph.stopNs());
        for (int p = 0; p < ports; p++) {
            txBytes[p] = txBytes(p);
            queueTimesNs[p] /= span;
        }
        return new FluidResult(
                graph.startsUntil(graph.stopNs()),
                graph.endsUntil(graph.stopNs()),
                txBytes,
                new FluidResult.PortTotals(queueTimesNs, queuePeak, pausedNs, packets, markedPackets),
                steps);
    }

    @Override
    public long txBytes(int port) {
        return Math.round(dataBytes[port] + dataBytes[Network.reverse(port)] * ackPerByte);
    }

    @Override
    public long markedPackets(int port) {
        return (long) markedPackets[port];
    }

    @Override
    public long notifications(int port) {
        return readings.notifications(port);
    }

    @Override
    public long pauseFrames(int port) {
        return pauses.frames(port) + pauses.stormPeriods(port, nowNs);
    }

    @Override
    public long pausedNs(int port) {
        return Math.round(Math.max(pausedNs[port], pauses.stormNs(port, nowNs)));
    }

    @Override
    public long queueBytes(int port) {
        return Math.round(queue[port].bytes());
    }

    @Override
    public long queuePeakBytes(int port) {
        return readings.peakBytes(port);
    }
}
