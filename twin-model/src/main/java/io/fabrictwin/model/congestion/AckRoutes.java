package io.fabrictwin.model.congestion;

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
    /**
     * How much later than the data in a queue, which is told by the time at which it left its sender, the last
     * acknowledgement gets there, ns: so long what is ahead of it has kept leaving.
     */
    private double[] lateNs = new double[64];

    private int size;

    private final Network network;
    private final double[] upstreamNs;
    // By node, while acknowledgements spread: the part of them that gets there, and when.
    private final double[] part;
    private final double[] travelledNs;

    AckRoutes(Network network, List<Activity> activities) {
        this.network = network;
        ShortestPaths shortest = new ShortestPaths(network);
        offset = new int[activities.size()];
        end = new int[activities.size()];
        isKnown = new boolean[activities.size()];
        upstreamNs = upstreamNs(network, activities);
        part = new double[network.nodes().size()];
        travelledNs = new double[part.length];
        Map<Long, Integer> known = new HashMap<>();
        for (Activity activity : activities) {
            if (!(activity instanceof Transfer transfer)) {
                continue;
            }
            int id = transfer.id();
            int[] given = transfer.ackPorts();
            if (given != null) {
                isKnown[id] = true;
                offset[id] = size;
                double travelledNs = delayNs(network, transfer.ports());
                for (int p : given) {
                    add(p, 1, travelledNs - upstreamNs[p]);
                    travelledNs += network.port(p).delayNs();
                }
                end[id] = size;
                continue;
            }
            int[] ports = transfer.ports();
            int sender = network.from(ports[0]);
            int receiver = network.to(ports[ports.length - 1]);
            long pair = (long) receiver << 32 | sender;
            Integer same = known.putIfAbsent(pair, id);
            if (same != null) {
                offset[id] = offset[same];
                end[id] = end[same];
                continue;
            }
            offset[id] = size;
            spread(shortest, receiver, sender, delayNs(network, ports));
            end[id] = size;
        }
    }

    private static double delayNs(Network network, int[] ports) {
        double ns = 0;
        for (int p : ports) {
            ns += network.port(p).delayNs();
        }
        return ns;
    }

    /** Least delay in ns of the data that crosses a port on its way there; 0 where none does. */
    private static double[] upstreamNs(Network network, List<Activity> activities) {
        double[] upstreamNs = new double[network.portCount()];
        Arrays.fill(upstreamNs, Double.POSITIVE_INFINITY);
        for (Activity activity : activities) {
            if (activity instanceof Transfer transfer) {
                double ns = 0;
                for (int p : transfer.ports()) {
                    upstreamNs[p] = Math.min(upstreamNs[p], ns);
                    ns += network.port(p).delayNs();
                }
            }
        }
        for (int p = 0; p < upstreamNs.length; p++) {
            upstreamNs[p] = upstreamNs[p] == Double.POSITIVE_INFINITY ? 0 : upstreamNs[p];
        }
        return upstreamNs;
    }

    private void spread(ShortestPaths shortest, int from, int target, double dataNs) {
        int[] level = {from};
        part[from] = 1;
        travelledNs[from] = dataNs;
        while (level.length > 0 && part[target] == 0) {
            IntBag next = new IntBag();
            for (int node : level) {
                int[] choices = shortest.nextPorts(node, target);
                double each = part[node] / choices.length;
                for (int p : choices) {
                    add(p, each, travelledNs[node] - upstreamNs[p]);
                    int reached = network.to(p);
                    if (part[reached] == 0) {
                        next.add(reached);
                    }
                    part[reached] += each;
                    travelledNs[reached] = travelledNs[node] + network.port(p).delayNs();
                }
                part[node] = 0;
            }
            level = Arrays.copyOf(next.values(), next.size());
            Arrays.sort(level);
        }
        for (int node : level) {
            part[node] = 0;
        }
    }

    private void add(int p, double each, double late) {
        if (size == port.length) {
            port = Arrays.copyOf(port, size * 2);
            share = Arrays.copyOf(share, size * 2);
            lateNs = Arrays.copyOf(lateNs, size * 2);
        }
        port[size] = p;
        lateNs[size] = Math.max(0, late);
        share[size++] = each;
    }

    /** How much later than data in this place's queue the last acknowledgement gets there, ns. */
    double lateNs(int place) {
        return lateNs[place];
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
     * Time in ns that an acknowledgement of the transfer waits in queues that drain at line rate: the mean over its
     * possible paths.
     */
    double queueingNs(int id, EgressPorts ports, PauseControl pauses, double nowNs) {
        double ns = 0;
        for (int k = offset[id]; k < end[id]; k++) {
            int p = port[k];
            if (!ports.queue[p].isEmpty() || pauses.hasStorm(p)) {
                ns += share[k] * pauses.spanNs(p, nowNs, ports.queue[p].bytes() / ports.lineRate[p]);
            }
        }
        return ns;
    }

    /**
     * The same for the last acknowledgement of the transfer: pauses of neighbours are taken to go on as they did lately,
     * and what is ahead of it leaves while it is on its way.
     */
    double lastQueueingNs(int id, EgressPorts ports, PauseControl pauses, double nowNs) {
        double ns = 0;
        for (int k = offset[id]; k < end[id]; k++) {
            int p = port[k];
            if (!ports.queue[p].isEmpty()) {
                double waitNs = pauses.spanNs(p, nowNs, ports.queue[p].bytes() / ports.drainRate(p));
                ns += share[k] * Math.max(0, waitNs - lateNs[k]);
            } else if (pauses.hasStorm(p)) {
                ns += share[k] * pauses.spanNs(p, nowNs + lateNs[k], 0);
            }
        }
        return ns;
    }
}
