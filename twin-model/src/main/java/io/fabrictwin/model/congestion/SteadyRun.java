package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    /** Of the shortest bundle's time alone: in between rates stay. */
    private static final double SOLVING_SHARE = 0.04;

    private final Network network;
    private final ActivityGraph graph;
    private final long messageBytes;
    private final double[] weight;
    private final double[] cap;
    private final double[] tailNs;
    private final int[][] usedPorts;
    private final double[][] usedShares;
    private final double[] rate;
    private final double[] wireBytes;
    private final double[] remaining;
    private final double[] dataBytes;
    private final IntBag active = new IntBag();
    private final double solvingNs;
    private final PortShares shares;
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
        this.messageBytes = messageBytes;
        Paths paths = new Paths(network, activities);
        dataBytes = new double[network.portCount()];
        int count = activities.size();
        rate = new double[count];
        wireBytes = paths.wireBytes;
        tailNs = paths.tailNs;
        remaining = new double[count];
        weight = new double[count];
        cap = new double[count];
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
        solvingNs = shortestNs == Double.POSITIVE_INFINITY ? 0 : SOLVING_SHARE * shortestNs;
        shares = new PortShares(network, storms, contention, messageBytes, usedPorts, usedShares, weight, cap);
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
                watch(nowNs);
                solvedNs = nowNs;
                shares.solve(active, rate);
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

    private void watch(double nowNs) {
        if (solvedNs > Double.NEGATIVE_INFINITY) {
            shares.watch(nowNs - solvedNs);
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
        FluidResult.PortTotals totals =
                messageBytes == 0 || !transport.kind().hasQueues() ? null : shares.totals(packets);
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
