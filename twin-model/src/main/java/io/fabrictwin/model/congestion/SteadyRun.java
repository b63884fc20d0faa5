package io.fabrictwin.model.congestion;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One run at steady shares: rates are max-min fair from the start of a transfer on; no queues, no marks, no pauses. Goes from
 * one start or end to the next. Sprayed transports load every port of their shortest paths with its share; fabric ports
 * of sprayed transports, and all ports of others, give no more than the transport's efficiency. A transport that begins
 * with a window has the lag of its first doublings added to each transfer, and one that fills windows by the round trip
 * shares in inverse proportion to it. A storm of pauses takes its share of the time from its port's rate.
 */
final class SteadyRun {
    private static final double BYTE_TOLERANCE = 0.001;
    /** A port that is held for ever would never let a run end. */
    private static final double LEAST_SHARE = 1e-3;

    private final Network network;
    private final ActivityGraph graph;
    private final Paths paths;
    private final double[] weight;
    private final int[][] usedPorts;
    private final double[][] usedShares;
    private final double[] remaining;
    private final double[] dataBytes;
    private final MaxMin solver = new MaxMin();
    private final Problem problem = new Problem();
    private final IntBag active = new IntBag();
    private long steps;

    SteadyRun(Network network, List<Activity> activities, List<PauseStorm> storms, ActivityGraph graph) {
        this.network = network;
        this.graph = graph;
        paths = new Paths(network, activities);
        Transport transport = network.transport();
        TransportKind kind = transport.kind();
        double[] heldShare = new double[network.portCount()];
        for (PauseStorm storm : storms) {
            heldShare[storm.port()] = (double) storm.pausedNs() / storm.periodNs();
        }
        for (int p = 0; p < network.portCount(); p++) {
            boolean isFabric = !network.isHost(network.port(p).from())
                    && !network.isHost(network.port(p).to());
            double efficiency = isFabric || !kind.isSprayed() ? transport.efficiency() : 1;
            problem.addConstraint(
                    network.port(p).bitsPerSecond() / 8e9 * efficiency * Math.max(LEAST_SHARE, 1 - heldShare[p]));
        }
        remaining = new double[paths.transfers()];
        weight = new double[paths.transfers()];
        usedPorts = new int[paths.transfers()][];
        usedShares = new double[paths.transfers()][];
        ShortestPaths shortest = new ShortestPaths(network);
        Map<Long, Map<Integer, Double>> sharesOfPair = new HashMap<>();
        for (Activity activity : activities) {
            if (activity instanceof Transfer transfer) {
                int[] ports = transfer.ports();
                int id = transfer.id();
                weight[id] = kind.sharesByRoundTrip() ? 1 / Math.max(1, roundTripNs(ports)) : 1;
                if (!kind.isSprayed()) {
                    usedPorts[id] = ports;
                    usedShares[id] = new double[ports.length];
                    Arrays.fill(usedShares[id], 1);
                    continue;
                }
                int from = network.from(ports[0]);
                int target = network.to(ports[ports.length - 1]);
                Map<Integer, Double> shares = sharesOfPair.computeIfAbsent(
                        (long) from << 32 | target, pair -> shortest.sprayedShares(from, target));
                usedPorts[id] =
                        shares.keySet().stream().mapToInt(Integer::intValue).toArray();
                usedShares[id] = shares.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray();
            }
        }
        dataBytes = new double[network.portCount()];
    }

    FluidResult run() {
        double nowNs = 0;
        boolean changed = true;
        double[] rate = new double[0];
        while (!graph.finished(nowNs)) {
            if (active.size() == 0) {
                if (graph.nothingQueued()) {
                    break;
                }
                nowNs = Math.max(nowNs, (double) graph.nextStartNs());
            }
            while (!graph.nothingQueued() && graph.nextStartNs() <= nowNs) {
                int id = graph.pollTransfer();
                if (id >= 0) {
                    remaining[id] = paths.wireBytes[id];
                    active.add(id);
                    changed = true;
                }
            }
            if (active.size() == 0) {
                continue;
            }
            if (changed) {
                rate = rates();
                changed = false;
            }
            double spanNs = graph.nextStartNs() - nowNs;
            for (int k = 0; k < active.size(); k++) {
                spanNs = Math.min(spanNs, remaining[active.get(k)] / rate[k]);
            }
            nowNs += spanNs;
            steps++;
            for (int k = active.size() - 1; k >= 0; k--) {
                int id = active.get(k);
                double bytes = Math.min(remaining[id], rate[k] * spanNs);
                remaining[id] -= bytes;
                for (int use = 0; use < usedPorts[id].length; use++) {
                    dataBytes[usedPorts[id][use]] += bytes * usedShares[id][use];
                }
                if (remaining[id] <= BYTE_TOLERANCE) {
                    active.removeAt(k);
                    graph.end(id, Math.round(nowNs + paths.tailNs[id] + windowLagNs(id)));
                    changed = true;
                }
            }
        }
        long[] txBytes = new long[dataBytes.length];
        double ackPerByte =
                (double) network.transport().ackBytes() / network.transport().wireBytes();
        for (int p = 0; p < txBytes.length; p++) {
            txBytes[p] = Math.round(dataBytes[p] + dataBytes[Network.reverse(p)] * ackPerByte);
        }
        return new FluidResult(
                graph.startsUntil(graph.stopNs()), graph.endsUntil(graph.stopNs()), txBytes, null, steps);
    }

    private double[] rates() {
        problem.clearVariables();
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            problem.addVariable(weight[id], Double.POSITIVE_INFINITY);
            for (int use = 0; use < usedPorts[id].length; use++) {
                problem.use(usedPorts[id][use], usedShares[id][use]);
            }
        }
        return solver.solve(problem);
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
        double bytesPerNs = Double.POSITIVE_INFINITY;
        for (int p : ports) {
            bytesPerNs = Math.min(bytesPerNs, network.port(p).bitsPerSecond() / 8e9);
        }
        double roundTripNs = roundTripNs(ports);
        double pipe = Math.min(roundTripNs * bytesPerNs, paths.wireBytes[id]);
        if (pipe <= window) {
            return 0;
        }
        double doublings = StrictMath.log(pipe / window) / StrictMath.log(2);
        return Math.max(0, roundTripNs * doublings - (pipe - window) / bytesPerNs);
    }

    private double roundTripNs(int[] ports) {
        double ns = 0;
        for (int p : ports) {
            ns += network.port(p).delayNs() + network.port(Network.reverse(p)).delayNs();
        }
        return ns;
    }
}
