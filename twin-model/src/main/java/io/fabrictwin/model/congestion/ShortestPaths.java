package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** All shortest paths between the nodes of a network, as the ports that lead one hop nearer. Hosts forward nothing. */
final class ShortestPaths {
    private final Network network;
    private final int[][] portsOut;
    /** By target; null until somebody asks. */
    private final int[][] distancesTo;

    ShortestPaths(Network network) {
        this.network = network;
        int nodes = network.nodes().size();
        portsOut = new int[nodes][];
        distancesTo = new int[nodes][];
        int[] count = new int[nodes];
        int ports = network.portCount();
        for (int p = 0; p < ports; p++) {
            count[network.from(p)]++;
        }
        for (int node = 0; node < nodes; node++) {
            portsOut[node] = new int[count[node]];
        }
        for (int p = ports - 1; p >= 0; p--) {
            int node = network.from(p);
            portsOut[node][--count[node]] = p;
        }
    }

    /** Ports of a node that lead one hop nearer to the target, ascending; empty at the target or if there is no way. */
    int[] nextPorts(int node, int target) {
        int[] distance = distancesTo[target];
        if (distance == null) {
            distance = distances(target);
            distancesTo[target] = distance;
        }
        int[] nearer = new int[portsOut[node].length];
        int count = 0;
        for (int p : portsOut[node]) {
            if (distance[network.to(p)] == distance[node] - 1) {
                nearer[count++] = p;
            }
        }
        return Arrays.copyOf(nearer, count);
    }

    /**
     * The share of the traffic between two nodes that each port carries if every node spreads what it has over all ports
     * that lead nearer, in proportion to their rates.
     */
    Map<Integer, Double> sprayedShares(int from, int target) {
        Map<Integer, Double> shares = new TreeMap<>();
        Map<Integer, Double> level = new TreeMap<>(Map.of(from, 1.0));
        while (!level.isEmpty() && !level.containsKey(target)) {
            Map<Integer, Double> next = new TreeMap<>();
            level.forEach((node, part) -> {
                int[] choices = nextPorts(node, target);
                double rates = 0;
                for (int p : choices) {
                    rates += network.port(p).bitsPerSecond();
                }
                for (int p : choices) {
                    double share = part * network.port(p).bitsPerSecond() / rates;
                    shares.merge(p, share, Double::sum);
                    next.merge(network.to(p), share, Double::sum);
                }
            });
            level = next;
        }
        return shares;
    }

    private int[] distances(int target) {
        int[] distance = new int[portsOut.length];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[target] = 0;
        int[] reached = new int[portsOut.length];
        int count = 1;
        reached[0] = target;
        for (int k = 0; k < count; k++) {
            int node = reached[k];
            if (node != target && network.isHost(node)) {
                continue;
            }
            for (int p : portsOut[node]) {
                // Links are full duplex: a port out is a port in.
                int next = network.to(p);
                if (distance[next] == Integer.MAX_VALUE) {
                    distance[next] = distance[node] + 1;
                    reached[count++] = next;
                }
            }
        }
        return distance;
    }
}
