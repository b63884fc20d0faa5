package io.fabrictwin.model.congestion;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All shortest paths between the nodes of a network, as the ports that lead one hop nearer. Hosts forward nothing. */
final class ShortestPaths {
    private final Network network;
    private final int[][] portsOut;
    private final int[] to;
    private final Map<Integer, int[]> distancesTo = new HashMap<>();

    ShortestPaths(Network network) {
        this.network = network;
        int nodes = network.nodes().size();
        portsOut = new int[nodes][];
        int[] count = new int[nodes];
        to = new int[network.portCount()];
        for (int p = 0; p < to.length; p++) {
            count[network.index(network.port(p).from())]++;
            to[p] = network.index(network.port(p).to());
        }
        for (int node = 0; node < nodes; node++) {
            portsOut[node] = new int[count[node]];
        }
        for (int p = to.length - 1; p >= 0; p--) {
            int node = network.index(network.port(p).from());
            portsOut[node][--count[node]] = p;
        }
    }

    /** The node that a port sends to. */
    int to(int port) {
        return to[port];
    }

    /** Ports of a node that lead one hop nearer to the target, ascending; empty at the target or if there is no way. */
    int[] nextPorts(int node, int target) {
        int[] distance = distancesTo.computeIfAbsent(target, this::distances);
        return Arrays.stream(portsOut[node])
                .filter(p -> distance[to[p]] == distance[node] - 1)
                .toArray();
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
                    next.merge(to[p], share, Double::sum);
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
        ArrayDeque<Integer> reached = new ArrayDeque<>(List.of(target));
        while (!reached.isEmpty()) {
            int node = reached.remove();
            if (node != target && network.isHost(node)) {
                continue;
            }
            for (int p : portsOut[node]) {
                // Links are full duplex: a port out is a port in.
                if (distance[to[p]] == Integer.MAX_VALUE) {
                    distance[to[p]] = distance[node] + 1;
                    reached.add(to[p]);
                }
            }
        }
        return distance;
    }
}
