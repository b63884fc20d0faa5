package io.fabrictwin.model.congestion;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the acknowledgements of each transfer travel: the ports that the transfer names, or, as a fabric hashes
 * acknowledgements on their own, all shortest paths back, each port with the share of them that crosses it.
 */
final class AckRoutes {
    private final int[] offset;
    private final int[] end;
    private final boolean[] isKnown;
    private int[] port = new int[64];
    private double[] share = new double[64];
    private int size;

    AckRoutes(Network network, List<Activity> activities) {
        int nodes = network.nodes().size();
        int[][] portsOut = new int[nodes][];
        int[] count = new int[nodes];
        int[] to = new int[network.portCount()];
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
        offset = new int[activities.size()];
        end = new int[activities.size()];
        isKnown = new boolean[activities.size()];
        Map<Long, Integer> known = new HashMap<>();
        Map<Integer, int[]> distancesTo = new HashMap<>();
        for (Activity activity : activities) {
            if (!(activity instanceof Transfer transfer)) {
                continue;
            }
            int id = transfer.id();
            int[] given = transfer.ackPorts();
            if (given != null) {
                isKnown[id] = true;
                offset[id] = size;
                for (int p : given) {
                    add(p, 1);
                }
                end[id] = size;
                continue;
            }
            int[] ports = transfer.ports();
            int sender = network.index(network.port(ports[0]).from());
            int receiver = to[ports[ports.length - 1]];
            long pair = (long) receiver << 32 | sender;
            Integer same = known.putIfAbsent(pair, id);
            if (same != null) {
                offset[id] = offset[same];
                end[id] = end[same];
                continue;
            }
            int[] distance = distancesTo.computeIfAbsent(sender, target -> distances(network, portsOut, to, target));
            offset[id] = size;
            spread(receiver, sender, distance, portsOut, to);
            end[id] = size;
        }
    }

    /** Hops to {@code target} from every node; hosts forward nothing. */
    private static int[] distances(Network network, int[][] portsOut, int[] to, int target) {
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

    private void spread(int from, int target, int[] distance, int[][] portsOut, int[] to) {
        Map<Integer, Double> level = new java.util.TreeMap<>(Map.of(from, 1.0));
        while (!level.isEmpty() && !level.containsKey(target)) {
            Map<Integer, Double> next = new java.util.TreeMap<>();
            for (Map.Entry<Integer, Double> entry : level.entrySet()) {
                int node = entry.getKey();
                int choices = 0;
                for (int p : portsOut[node]) {
                    choices += distance[to[p]] == distance[node] - 1 ? 1 : 0;
                }
                for (int p : portsOut[node]) {
                    if (distance[to[p]] == distance[node] - 1) {
                        double part = entry.getValue() / choices;
                        add(p, part);
                        next.merge(to[p], part, Double::sum);
                    }
                }
            }
            level = next;
        }
    }

    private void add(int p, double part) {
        if (size == port.length) {
            port = Arrays.copyOf(port, size * 2);
            share = Arrays.copyOf(share, size * 2);
        }
        port[size] = p;
        share[size++] = part;
    }

    /** Whether the transfer names the path of its acknowledgements. */
    boolean isKnown(int id) {
        return isKnown[id];
    }

    int first(int id) {
        return offset[id];
    }

    int end(int id) {
        return end[id];
    }

    int port(int place) {
        return port[place];
    }

    /**
     * Time in ns that an acknowledgement of the transfer waits in queues on its way from {@code nowNs} on, storms
     * included: the mean over its possible paths.
     */
    double queueingNs(int id, EgressQueue[] queue, double[] drainRate, PauseControl pauses, double nowNs) {
        double ns = 0;
        for (int k = offset[id]; k < end[id]; k++) {
            ns += share[k] * pauses.spanNs(port[k], nowNs, queue[port[k]].bytes() / drainRate[port[k]]);
        }
        return ns;
    }
}
