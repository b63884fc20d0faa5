package io.fabrictwin.model.congestion;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares ports out among the activities that are under way, max-min fair, and counts what full ports do meanwhile. Only ports
 * that any activity uses have a place here; which of them hold somebody back is found anew each time.
 */
final class PortShares {
    /** A port that is held for ever would never let a run end. */
    private static final double LEAST_SHARE = 1e-3;
    /** A port that carries so much of what it can is full. */
    private static final double FULL = 0.99;

    private static final int NO_CONSTRAINT = -1;

    private final Network network;
    private final Contention contention;
    private final long messageBytes;
    private final double[] weight;
    private final double[] cap;
    private final double[][] usedShares;
    /** By activity, places of the ports that it uses. */
    private final int[][] usedPlaces;
    /** By place, the port. */
    private final int[] port;
    /** By place, what a port gives if nobody disturbs it, bytes per ns. */
    private final double[] bytesPerNs;
    /** The same under {@link #manners}. */
    private final double[] capacity;

    private final PortManners[] manners;
    /** Whether they are none to speak of. */
    private final boolean[] isEven;
    /** By node, the ports that send to it; empty without bundles. */
    private final int[][] feeding;

    private final double senderBitsPerSecond;
    private final MaxMin solver = new MaxMin();
    private final Problem problem = new Problem();

    /** By place, connections under way. */
    private double[] flows;
    /** Those for which the manners were looked up. */
    private double[] flowsBefore;

    /** By place, activities under way. */
    private final int[] users;

    private final int[] constraint;
    private final double[] load;
    /** By activity, the cap by what it has to itself. */
    private final double[] alone;

    private final double[] markedPackets;
    private final double[] pausedNs;
    private final double[] peakBytes;

    /**
     * @param messageBytes payload of a usual message of the bundles; 0: there are none
     * @param usedPorts by activity; null: it uses none
     * @param usedShares by activity, what it loads each of them with at a rate of 1
     */
    PortShares(
            Network network,
            List<PauseStorm> storms,
            Contention contention,
            long messageBytes,
            int[][] usedPorts,
            double[][] usedShares,
            double[] weight,
            double[] cap) {
        this.network = network;
        this.contention = contention;
        this.messageBytes = messageBytes;
        this.weight = weight;
        this.cap = cap;
        this.usedShares = usedShares;
        int ports = network.portCount();
        BitSet used = new BitSet(ports);
        for (int[] own : usedPorts) {
            for (int k = 0; own != null && k < own.length; k++) {
                used.set(own[k]);
            }
        }
        port = used.stream().toArray();
        int[] placeOf = new int[ports];
        for (int place = 0; place < port.length; place++) {
            placeOf[port[place]] = place;
        }
        usedPlaces = new int[usedPorts.length][];
        for (int id = 0; id < usedPorts.length; id++) {
            int[] own = usedPorts[id];
            usedPlaces[id] = own == null
                    ? new int[0]
                    : Arrays.stream(own).map(raw -> placeOf[raw]).toArray();
        }
        bytesPerNs = rates(storms);
        capacity = bytesPerNs.clone();
        manners = new PortManners[port.length];
        Arrays.fill(manners, PortManners.EVEN);
        isEven = new boolean[port.length];
        Arrays.fill(isEven, true);
        feeding = messageBytes > 0 ? feeding(network) : new int[0][];
        senderBitsPerSecond = IntStream.range(0, ports)
                .filter(own -> network.isHost(network.port(own).from()))
                .mapToDouble(own -> network.port(own).bitsPerSecond())
                .max()
                .orElse(0);
        flows = new double[port.length];
        flowsBefore = new double[port.length];
        users = new int[port.length];
        constraint = new int[port.length];
        load = new double[port.length];
        alone = new double[usedPorts.length];
        markedPackets = new double[ports];
        pausedNs = new double[ports];
        peakBytes = new double[ports];
    }

    private double[] rates(List<PauseStorm> storms) {
        Transport transport = network.transport();
        double[] heldShare = new double[network.portCount()];
        for (PauseStorm storm : storms) {
            heldShare[storm.port()] = (double) storm.pausedNs() / storm.periodNs();
        }
        return Arrays.stream(port)
                .mapToDouble(own -> {
                    Network.Port facts = network.port(own);
                    boolean isFabric = !network.isHost(facts.from()) && !network.isHost(facts.to());
                    double efficiency = isFabric || !transport.kind().isSprayed() ? transport.efficiency() : 1;
                    return facts.bitsPerSecond() / 8e9 * efficiency * Math.max(LEAST_SHARE, 1 - heldShare[own]);
                })
                .toArray();
    }

    private static int[][] feeding(Network network) {
        List<List<Integer>> lists = new ArrayList<>();
        network.nodes().forEach(node -> lists.add(new ArrayList<>()));
        for (int own = 0; own < network.portCount(); own++) {
            lists.get(network.to(own)).add(own);
        }
        return lists.stream()
                .map(ports -> ports.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** Works out the rates of the activities under way, bytes per ns. */
    void solve(IntBag active, double[] rate) {
        countFlows(active);
        if (messageBytes > 0) {
            lookUpManners();
        }
        double[] solved = solver.solve(problem(active));
        for (int k = 0; k < active.size(); k++) {
            rate[active.get(k)] = solved[k];
        }
        if (messageBytes > 0) {
            addLoads(active, rate);
        }
    }

    private void countFlows(IntBag active) {
        double[] before = flows;
        flows = flowsBefore;
        flowsBefore = before;
        Arrays.fill(flows, 0);
        Arrays.fill(users, 0);
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            int[] places = usedPlaces[id];
            for (int use = 0; use < places.length; use++) {
                flows[places[use]] += usedShares[id][use];
                users[places[use]]++;
            }
        }
    }

    private void lookUpManners() {
        for (int place = 0; place < port.length; place++) {
            if (flows[place] == flowsBefore[place]
                    || Contention.runAs(flows[place]) == Contention.runAs(flowsBefore[place])) {
                continue;
            }
            int[] sending = feeding[network.from(port[place])];
            manners[place] = flows[place] == 0 || sending.length == 0
                    ? PortManners.EVEN
                    : contention.of(network, port[place], sending[0], flows[place], messageBytes, senderBitsPerSecond);
            isEven[place] = manners[place].equals(PortManners.EVEN);
            capacity[place] = bytesPerNs[place] * manners[place].efficiency();
        }
    }

    private void addLoads(IntBag active, double[] rate) {
        Arrays.fill(load, 0);
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            int[] places = usedPlaces[id];
            for (int use = 0; use < places.length; use++) {
                load[places[use]] += rate[id] * usedShares[id][use];
            }
        }
    }

    /**
     * Only ports that may hold somebody back: one that a single activity uses is a cap on it, and one that could not be filled
     * if all went at their caps is none.
     */
    private Problem problem(IntBag active) {
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            double least = cap[id];
            int[] places = usedPlaces[id];
            for (int use = 0; use < places.length; use++) {
                if (users[places[use]] == 1) {
                    least = Math.min(least, capacity[places[use]] / usedShares[id][use]);
                }
            }
            alone[id] = least;
        }
        addLoads(active, alone);
        problem.clear();
        for (int place = 0; place < port.length; place++) {
            constraint[place] = users[place] > 1 && load[place] > capacity[place]
                    ? problem.addConstraint(capacity[place])
                    : NO_CONSTRAINT;
        }
        for (int k = 0; k < active.size(); k++) {
            int id = active.get(k);
            problem.addVariable(weight[id], alone[id]);
            int[] places = usedPlaces[id];
            for (int use = 0; use < places.length; use++) {
                if (constraint[places[use]] != NO_CONSTRAINT) {
                    problem.use(constraint[places[use]], usedShares[id][use]);
                }
            }
        }
        return problem;
    }

    /** Puts down what full ports have done for a time, ns, at the rates worked out last. */
    void watch(double spanNs) {
        for (int place = 0; place < port.length && messageBytes > 0; place++) {
            if (!isEven[place] && load[place] >= FULL * capacity[place]) {
                PortManners own = manners[place];
                markedPackets[port[place]] += own.markedFraction()
                        * load[place]
                        * spanNs
                        / network.transport().wireBytes();
                peakBytes[port[place]] = Math.max(peakBytes[port[place]], own.queuePeakBytes());
                for (int sending : feeding[network.from(port[place])]) {
                    pausedNs[sending] += own.pausedShare() * spanNs;
                }
            }
        }
    }

    /**
     * What ports did.
     *
     * @param packets sent by each
     */
    FluidResult.PortTotals totals(double[] packets) {
        return new FluidResult.PortTotals(
                new double[packets.length], peakBytes, pausedNs, packets, markedPackets, new double[packets.length]);
    }
}
