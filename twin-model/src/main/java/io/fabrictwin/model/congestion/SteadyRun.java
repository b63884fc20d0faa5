package io.fabrictwin.model.congestion;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One run at steady shares: rates are max-min fair from the start of a transfer on, without memory. Goes from one start or
 * end to the next. Sprayed transports load every port of their shortest paths with its share; fabric ports
 * of sprayed transports, and all ports of others, give no more than the transport's efficiency. A transport that begins
 * with a window has the lag of its first doublings added to each transfer, and one that fills windows by the round trip
 * shares in inverse proportion to it. A storm of pauses takes its share of the time from its port's rate.
 *
 * <p>Bundles are shared out like transfers, by the rates of their busiest pairs. Of a transport with queues, a port that is
 * filled gives what {@link Contention} tells of as many flows. Where there are bundles, rates are worked out anew a twenty-fifth
 * of the shortest bundle's time after the last time at the earliest: what starts in between waits for that.
 */
final class SteadyRun {
    private static final double BYTE_TOLERANCE = 0.001;
    /** A port that is held for ever would never let a run end. */
    private static final double LEAST_SHARE = 1e-3;
    /** Of the shortest bundle's time alone: in between rates stay. */
    private static final double SOLVING_SHARE = 0.04;
    /** A port that carries so much of what it can is full. */
    private static final double FULL = 0.99;

    private static final int NO_CONSTRAINT = -1;

    private final Network network;
    private final ActivityGraph graph;
    private final Paths paths;
    private final Contention contention;
    private final double[] weight;
    private final double[] cap;
    /** The cap by what the activity has to itself. */
    private final double[] alone;

    private final double[] tailNs;
    private final int[][] usedPorts;
    private final double[][] usedShares;
    private final double[] rate;
    private final double[] wireBytes;
    private final double[] remaining;
    private final double[] bytesPerNs;
    private final double[] dataBytes;
    private final MaxMin solver = new MaxMin();
    private final Problem problem = new Problem();
    private final IntBag active = new IntBag();
    private final long messageBytes;
    private final double senderBitsPerSecond;
    private final double solvingNs;
    /** By node, the ports that send to it. */
    private final int[][] feeding;

    private double[] flows;
    /** Those for which the manners were looked up. */
    private double[] flowsBefore;

    /** Activities under way by port. */
    private final int[] users;

    private final int[] constraint;
    private final double[] load;
    private final PortManners[] manners;
    /** Whether they are none to speak of. */
    private final boolean[] isEven;
    /** What a port gives with them, bytes per ns. */
    private final double[] capacity;
    /** Ports that any activity uses, in order. */
    private final int[] everUsed;

    private final double[] markedPackets;
    private final double[] pausedNs;
    private final double[] peakBytes;
    private double solvedNs = Double.NEGATIVE_INFINITY;
    private long steps;

    /**
     * @param messageBytes payload of a usual message of the bundles; 0: there are none
     */
    SteadyRun(
            Network network,
            List<Activity> activities,
            List<PauseStorm> storms,
            ActivityGraph graph,
            Contention contention,
            long messageBytes) {
        this.network = network;
        this.graph = graph;
        this.contention = contention;
        this.messageBytes = messageBytes;
        paths = new Paths(network, activities);
        int ports = network.portCount();
        bytesPerNs = new double[ports];
        dataBytes = new double[ports];
        feeding = messageBytes > 0 ? feeding(network) : new int[0][];
        flows = new double[ports];
        flowsBefore = new double[ports];
        users = new int[ports];
        constraint = new int[ports];
        load = new double[ports];
        manners = new PortManners[ports];
        Arrays.fill(manners, PortManners.EVEN);
        isEven = new boolean[ports];
        Arrays.fill(isEven, true);
        markedPackets = new double[ports];
        pausedNs = new double[ports];
        peakBytes = new double[ports];
        senderBitsPerSecond = IntStream.range(0, ports)
                .filter(port -> network.isHost(network.port(port).from()))
                .mapToDouble(port -> network.port(port).bitsPerSecond())
                .max()
                .orElse(0);
        addCapacities(storms);
        capacity = bytesPerNs.clone();
        int count = activities.size();
        rate = new double[count];
        wireBytes = paths.wireBytes;
        tailNs = paths.tailNs;
        remaining = new double[count];
        weight = new double[count];
        cap = new double[count];
        alone = new double[count];
        Arrays.fill(cap, Double.POSITIVE_INFINITY);
        usedPorts = new int[count][];
        usedShares = new double[count][];
        double shortestNs = Double.POSITIVE_INFINITY;
        ShortestPaths shortest = new ShortestPaths(network);
        Map<Long, Map<Integer, Double>> sharesOfPair = new HashMap<>();
        for (Activity activity : activities) {
            if (activity instanceof Transfer transfer) {
                add(transfer, shortest, sharesOfPair);
            } else if (activity instanceof Bundle bundle) {
                add(bundle);
                shortestNs = Math.min(shortestNs, bundle.aloneNs(network));
            }
        }
        BitSet used = new BitSet(ports);
        for (int[] own : usedPorts) {
            for (int k = 0; own != null && k < own.length; k++) {
                used.set(own[k]);
            }
        }
        everUsed = used.stream().toArray();
        solvingNs = shortestNs == Double.POSITIVE_INFINITY ? 0 : SOLVING_SHARE * shortestNs;
    }

    private void addCapacities(List<PauseStorm> storms) {
        Transport transport = network.transport();
        double[] heldShare = new double[network.portCount()];
        for (PauseStorm storm : storms) {
            heldShare[storm.port()] = (double) storm.pausedNs() / storm.periodNs();
        }
        for (int p = 0; p < network.portCount(); p++) {
            boolean isFabric = !network.isHost(network.port(p).from())
                    && !network.isHost(network.port(p).to());
            double efficiency = isFabric || !transport.kind().isSprayed() ? transport.efficiency() : 1;
            bytesPerNs[p] =
                    network.port(p).bitsPerSecond() / 8e9 * efficiency * Math.max(LEAST_SHARE, 1 - heldShare[p]);
        }
    }

    private static int[][] feeding(Network network) {
        List<List<Integer>> lists = new ArrayList<>();
        network.nodes().forEach(node -> lists.add(new ArrayList<>()));
        for (int port = 0; port < network.portCount(); port++) {
            lists.get(network.to(port)).add(port);
        }
        return lists.stream()
                .map(ports -> ports.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private void add(Transfer transfer, ShortestPaths shortest, Map<Long, Map<Integer, Double>> sharesOfPair) {
        TransportKind kind = network.transport().kind();
        int[] ports = transfer.ports();
        int id = transfer.id();
        weight[id] = kind.sharesByRoundTrip() ? 1 / Math.max(1, roundTripNs(ports)) : 1;
        if (!kind.isSprayed()) {
            usedPorts[id] = ports;
            usedShares[id] = new double[ports.length];
            Arrays.fill(usedShares[id], 1);
            return;
        }
        int from = network.from(ports[0]);
        int target = network.to(ports[ports.length - 1]);
        Map<Integer, Double> shares =
                sharesOfPair.computeIfAbsent((long) from << 32 | target, pair -> shortest.sprayedShares(from, target));
        usedPorts[id] = shares.keySet().stream().mapToInt(Integer::intValue).toArray();
        usedShares[id] =
                shares.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void add(Bundle bundle) {
        int id = bundle.id();
        weight[id] = 1;
        cap[id] = bundle.capBytesPerNs();
        usedPorts[id] = bundle.ports();
        usedShares[id] = bundle.flows();
        wireBytes[id] = bundle.wireBytes();
        tailNs[id] = bundle.tailNs();
    }

    FluidResult run() {
        double nowNs = 0;
        boolean changed = true;
        while (!graph.finished(nowNs)) {
            if (active.size() == 0) {
                if (graph.nothingQueued()) {
                    break;
                }
                nowNs = Math.max(nowNs, (double) graph.nextStartNs());
                changed = true;
            }
            while (!graph.nothingQueued() && graph.nextStartNs() <= nowNs) {
                int id = graph.pollTransfer();
                if (id >= 0) {
                    remaining[id] = wireBytes[id];
                    rate[id] = 0;
                    active.add(id);
                    changed = true;
                }
            }
            if (active.size() == 0) {
                continue;
            }
            if (changed && nowNs >= solvedNs + solvingNs) {
                solve(nowNs);
                changed = false;
            }
            double spanNs = graph.nextStartNs() - nowNs;
            if (changed) {
                spanNs = Math.min(spanNs, solvedNs + solvingNs - nowNs);
            }
            for (int k = 0; k < active.size(); k++) {
                int id = active.get(k);
                if (rate[id] > 0) {
                    spanNs = Math.min(spanNs, remaining[id] / rate[id]);
                }
            }
            nowNs += spanNs;
            steps++;
            for (int k = active.size() - 1; k >= 0; k--) {
                int id = active.get(k);
                remaining[id] -= Math.min(remaining[id], rate[id] * spanNs);
                if (remaining[id] <= BYTE_TOLERANCE) {
                    active.removeAt(k);
                    count(id);
                    graph.end(id, Math.round(nowNs + tailNs[id] + windowLagNs(id)));
                    changed = true;
                }
            }
        }
        watch(nowNs);
        for (int k = 0; k < active.size(); k++) {
            count(active.get(k));
        }
        return result();
    }

    /** Counts what an activity has sent. */
    private void count(int id) {
        double bytes = wireBytes[id] - remaining[id];
        for (int use = 0; use < usedPorts[id].length; use++) {
            dataBytes[usedPorts[id][use]] += bytes * usedShares[id][use];
        }
    }

    private void solve(double nowNs) {
        watch(nowNs);
        solvedNs = nowNs;
        double[] before = flows;
        flows = flowsBefore;
        flowsBefore = before;
        Arrays.fill(flows, 0);
        Arrays.fill(users, 0);
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            for (int use = 0; use < usedPorts[id].length; use++) {
                flows[usedPorts[id][use]] += usedShares[id][use];
                users[usedPorts[id][use]]++;
            }
        }
        for (int k = 0; messageBytes > 0 && k < everUsed.length; k++) {
            int port = everUsed[k];
            if (flows[port] != flowsBefore[port]
                    && Contention.runAs(flows[port]) != Contention.runAs(flowsBefore[port])) {
                int[] sending = feeding[network.from(port)];
                manners[port] = flows[port] == 0 || sending.length == 0
                        ? PortManners.EVEN
                        : contention.of(network, port, sending[0], flows[port], messageBytes, senderBitsPerSecond);
                isEven[port] = manners[port].equals(PortManners.EVEN);
                capacity[port] = bytesPerNs[port] * manners[port].efficiency();
            }
        }
        double[] solved = solver.solve(problem());
        for (int k = 0; k < active.size(); k++) {
            rate[active.get(k)] = solved[k];
        }
        Arrays.fill(load, 0);
        for (int k = 0; messageBytes > 0 && k < active.size(); k++) {
            int id = active.get(k);
            for (int use = 0; use < usedPorts[id].length; use++) {
                load[usedPorts[id][use]] += rate[id] * usedShares[id][use];
            }
        }
    }

    /**
     * Only ports that may hold somebody back: one that a single activity uses is a cap on it, and one that could not be filled
     * if all went at their caps is none.
     */
    private Problem problem() {
        Arrays.fill(load, 0);
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            double least = cap[id];
            for (int use = 0; use < usedPorts[id].length; use++) {
                int port = usedPorts[id][use];
                if (users[port] == 1) {
                    least = Math.min(least, capacity[port] / usedShares[id][use]);
                }
            }
            alone[id] = least;
            for (int use = 0; use < usedPorts[id].length; use++) {
                load[usedPorts[id][use]] += least * usedShares[id][use];
            }
        }
        problem.clear();
        for (int port : everUsed) {
            constraint[port] = users[port] > 1 && load[port] > capacity[port]
                    ? problem.addConstraint(capacity[port])
                    : NO_CONSTRAINT;
        }
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            problem.addVariable(weight[id], alone[id]);
            for (int use = 0; use < usedPorts[id].length; use++) {
                if (constraint[usedPorts[id][use]] != NO_CONSTRAINT) {
                    problem.use(constraint[usedPorts[id][use]], usedShares[id][use]);
                }
            }
        }
        return problem;
    }

    /** Puts down what full ports have done since rates were worked out. */
    private void watch(double nowNs) {
        double spanNs = nowNs - solvedNs;
        if (messageBytes == 0 || !(spanNs > 0) || spanNs == Double.POSITIVE_INFINITY) {
            return;
        }
        for (int port : everUsed) {
            if (!isEven[port] && load[port] >= FULL * capacity[port]) {
                PortManners own = manners[port];
                markedPackets[port] += own.markedFraction()
                        * load[port]
                        * spanNs
                        / network.transport().wireBytes();
                peakBytes[port] = Math.max(peakBytes[port], own.queuePeakBytes());
                for (int sending : feeding[network.from(port)]) {
                    pausedNs[sending] += own.pausedShare() * spanNs;
                }
            }
        }
    }

    private FluidResult result() {
        long[] txBytes = new long[dataBytes.length];
        double[] packets = new double[dataBytes.length];
        Transport transport = network.transport();
        double ackPerByte = (double) transport.ackBytes() / transport.wireBytes();
        for (int p = 0; p < txBytes.length; p++) {
            txBytes[p] = Math.round(dataBytes[p] + dataBytes[Network.reverse(p)] * ackPerByte);
            packets[p] = dataBytes[p] / transport.wireBytes();
        }
        FluidResult.PortTotals totals = messageBytes == 0 || !transport.kind().hasQueues()
                ? null
                : new FluidResult.PortTotals(
                        new double[packets.length],
                        peakBytes,
                        pausedNs,
                        packets,
                        markedPackets,
                        new double[packets.length]);
        return new FluidResult(
                graph.startsUntil(graph.stopNs()), graph.endsUntil(graph.stopNs()), txBytes, totals, steps);
    }

    /**
     * How much later a sender ends that starts with a window of some packets and doubles it each round trip until it has
     * filled the pipe, against one at full rate from the start: with window W, round trip T and rate r, {@code T (log2(r T /
     * W) - 1) + W / r}. A message that ends before counts up to its own size.
     */
    private double windowLagNs(int id) {
        double window = (double) network.transport().kind().initialWindowPackets()
                * network.transport().wireBytes();
        if (window == 0) {
            return 0;
        }
        int[] ports = usedPorts[id];
        double slowest = Double.POSITIVE_INFINITY;
        for (int p : ports) {
            slowest = Math.min(slowest, network.port(p).bitsPerSecond() / 8e9);
        }
        double roundTripNs = roundTripNs(ports);
        double pipe = Math.min(roundTripNs * slowest, wireBytes[id]);
        if (pipe <= window) {
            return 0;
        }
        double doublings = StrictMath.log(pipe / window) / StrictMath.log(2);
        return Math.max(0, roundTripNs * doublings - (pipe - window) / slowest);
    }

    private double roundTripNs(int[] ports) {
        double ns = 0;
        for (int p : ports) {
            ns += network.port(p).delayNs() + network.port(Network.reverse(p)).delayNs();
        }
        return ns;
    }
}
