package io.fabrictwin.model.congestion;

import java.util.List;

/**
 * Paths of all transfers in flat arrays. A <em>hop</em> is one transfer at one port of its path; hop {@code offset[id] +
 * k} is its k-th. Delays that need no simulation are worked out here once.
 */
final class Paths {
    final int[] offset;
    final int[] port;
    final int[] transferOfHop;
    /** Whether a hop is the last one of its transfer. */
    final boolean[] isLastHop;
    /** Bytes on the wire. */
    final double[] wireBytes;
    /** Bytes on the wire of the last packet. */
    final double[] lastPacketBytes;
    /** From the instant at which the last byte leaves the bottleneck to the acknowledgement at the sender, empty network, ns. */
    final double[] tailNs;
    /** From a mark in a queue until the changed rate is felt in that queue, empty network, ns. */
    final double[] loopNs;
    /** Whether paths form a loop of ports; known once the order of ports has been asked for. */
    private boolean isCyclic;

    Paths(Network network, List<Activity> activities) {
        int count = activities.size();
        offset = new int[count + 1];
        for (int id = 0; id < count; id++) {
            offset[id + 1] =
                    offset[id] + (activities.get(id) instanceof Transfer transfer ? transfer.ports().length : 0);
        }
        port = new int[offset[count]];
        transferOfHop = new int[offset[count]];
        isLastHop = new boolean[offset[count]];
        for (int id = 0; id < count; id++) {
            if (offset[id + 1] > offset[id]) {
                isLastHop[offset[id + 1] - 1] = true;
            }
        }
        wireBytes = new double[count];
        lastPacketBytes = new double[count];
        tailNs = new double[count];
        loopNs = new double[count];
        Transport transport = network.transport();
        for (Activity activity : activities) {
            if (!(activity instanceof Transfer transfer)) {
                continue;
            }
            int id = transfer.id();
            wireBytes[id] = transport.wireBytesOf(transfer.bytes());
            lastPacketBytes[id] = transport.lastPacketWireBytes(transfer.bytes());
            double loop = 0;
            for (int k = 0; k < transfer.ports().length; k++) {
                int at = transfer.ports()[k];
                port[offset[id] + k] = at;
                transferOfHop[offset[id] + k] = id;
                loop += fixedNs(network, at)
                        + transport.wireBytes() * (8e9 / network.port(at).bitsPerSecond());
            }
            tailNs[id] = tailNs(network, transfer);
            loopNs[id] = loop;
        }
    }

    /** {@link #tailNs} of one transfer. */
    static double tailNs(Network network, Transfer transfer) {
        Transport transport = network.transport();
        double lastPacketBytes = transport.lastPacketWireBytes(transfer.bytes());
        int[] ports = transfer.ports();
        // Store and forward: the last packet, and the full one before it, which it may have to wait for.
        double last = 0;
        double lastButOne = transport.packets(transfer.bytes()) > 1
                ? -lastPacketBytes * 8e9 / network.port(ports[0]).bitsPerSecond()
                : Double.NEGATIVE_INFINITY;
        double fixedNs = 0;
        for (int k = 0; k < ports.length; k++) {
            double nsPerByte = 8e9 / network.port(ports[k]).bitsPerSecond();
            fixedNs += fixedNs(network, ports[k]);
            if (k > 0) {
                lastButOne += transport.wireBytes() * nsPerByte;
                last = Math.max(last, lastButOne) + lastPacketBytes * nsPerByte;
            }
        }
        return fixedNs + last;
    }

    /** Propagation both ways, and the acknowledgement on the way back. */
    private static double fixedNs(Network network, int port) {
        Network.Port forward = network.port(port);
        Network.Port back = network.port(Network.reverse(port));
        return forward.delayNs() + back.delayNs() + network.transport().ackBytes() * 8e9 / back.bitsPerSecond();
    }

    int transfers() {
        return wireBytes.length;
    }

    int firstPort(int id) {
        return port[offset[id]];
    }

    /** Whether the last {@link #portOrder} had to cut a loop of ports. */
    boolean isCyclic() {
        return isCyclic;
    }

    /** Sorts the first {@code count} values and keeps one of each; how many are left. */
    private static int distinct(long[] values, int count) {
        java.util.Arrays.sort(values, 0, count);
        int left = 0;
        for (int k = 0; k < count; k++) {
            if (left == 0 || values[k] != values[left - 1]) {
                values[left++] = values[k];
            }
        }
        return left;
    }

    /**
     * Ports in an order in which every path visits them from front to back. Where paths form a loop there is none; the
     * loop is then cut at its lowest port and what crosses the cut arrives a step later.
     */
    int[] portOrder(int portCount) {
        java.util.BitSet seen = new java.util.BitSet();
        long[] edges = new long[port.length];
        int edgeCount = 0;
        for (int id = 0; id < wireBytes.length; id++) {
            for (int hop = offset[id]; hop < offset[id + 1]; hop++) {
                seen.set(port[hop]);
                if (hop + 1 < offset[id + 1]) {
                    edges[edgeCount++] = (long) port[hop] << 32 | port[hop + 1];
                }
            }
        }
        edgeCount = distinct(edges, edgeCount);
        int[] firstEdge = new int[portCount + 1];
        int[] before = new int[portCount];
        for (int e = 0; e < edgeCount; e++) {
            firstEdge[(int) (edges[e] >>> 32) + 1]++;
            before[(int) edges[e]]++;
        }
        for (int p = 0; p < portCount; p++) {
            firstEdge[p + 1] += firstEdge[p];
        }
        int[] order = new int[seen.cardinality()];
        boolean[] placed = new boolean[portCount];
        java.util.PriorityQueue<Integer> free = new java.util.PriorityQueue<>();
        for (int p = seen.nextSetBit(0); p >= 0; p = seen.nextSetBit(p + 1)) {
            if (before[p] == 0) {
                free.add(p);
            }
        }
        int count = 0;
        int lowest = 0;
        while (count < order.length) {
            Integer next = free.poll();
            if (next == null) {
                isCyclic = true;
                while (!seen.get(lowest) || placed[lowest]) {
                    lowest++;
                }
                next = lowest;
            }
            if (placed[next]) {
                continue;
            }
            placed[next] = true;
            order[count++] = next;
            for (int e = firstEdge[next]; e < firstEdge[next + 1]; e++) {
                int after = (int) edges[e];
                if (--before[after] == 0 && !placed[after]) {
                    free.add(after);
                }
            }
        }
        return order;
    }
}
