package io.fabrictwin.model.congestion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hosts, switches and full-duplex links under one transport. Every link gives two ports (directed egress): port {@code
 * 2 * linkIndex} sends from its first to its second end, {@code 2 * linkIndex + 1} back. Immutable.
 */
public final class Network {
    private final Transport transport;
    private final List<String> nodes;
    private final Map<String, Integer> indexOfNode;
    private final boolean[] host;
    private final long[] bufferBytes;
    private final List<Port> ports;
    private final Map<String, DcqcnProfile> dcqcn;
    private final Map<Integer, Lane> lanes;
    private final int[] from;
    private final int[] to;
    /** By node: ports that send to it. */
    private final int[] ingresses;

    private Network(Builder builder) {
        transport = builder.transport;
        nodes = List.copyOf(builder.indexOfNode.keySet());
        indexOfNode = new LinkedHashMap<>(builder.indexOfNode);
        host = new boolean[nodes.size()];
        bufferBytes = new long[nodes.size()];
        for (int node = 0; node < nodes.size(); node++) {
            long bytes = builder.bufferBytes.get(node);
            host[node] = bytes < 0;
            bufferBytes[node] = Math.max(0, bytes);
        }
        ports = List.copyOf(builder.ports);
        dcqcn = Map.copyOf(builder.dcqcn);
        lanes = Map.copyOf(builder.lanes);
        from = new int[ports.size()];
        to = new int[ports.size()];
        ingresses = new int[nodes.size()];
        for (int p = 0; p < from.length; p++) {
            from[p] = index(ports.get(p).from());
            to[p] = index(ports.get(p).to());
            ingresses[to[p]]++;
        }
    }

    /** Starts a network whose ports follow {@code transport} unless they have their own settings. */
    public static Builder builder(Transport transport) {
        return new Builder(transport);
    }

    public Transport transport() {
        return transport;
    }

    /** A builder that has all of this network already; its links come first. */
    Builder toBuilder() {
        Builder builder = new Builder(transport);
        for (int node = 0; node < nodes.size(); node++) {
            builder.node(nodes.get(node), host[node] ? -1 : bufferBytes[node]);
        }
        builder.ports.addAll(ports);
        builder.dcqcn.putAll(dcqcn);
        builder.lanes.putAll(lanes);
        return builder;
    }

    /** Number of ports: two per link. */
    public int portCount() {
        return ports.size();
    }

    /** The directed egress port with this index. */
    public Port port(int index) {
        return ports.get(index);
    }

    /** The port of the same link in the other direction. */
    public static int reverse(int port) {
        return port ^ 1;
    }

    /** Ports that send from one node to another, in the order in which their links were added; empty if there are none. */
    public int[] portsBetween(String from, String to) {
        int count = 0;
        int[] found = new int[ports.size()];
        for (int index = 0; index < found.length; index++) {
            Port port = ports.get(index);
            if (port.from().equals(from) && port.to().equals(to)) {
                found[count++] = index;
            }
        }
        return java.util.Arrays.copyOf(found, count);
    }

    /** Names of all nodes in the order in which they were added. */
    public List<String> nodes() {
        return nodes;
    }

    /** Whether the node is a host. */
    public boolean isHost(String node) {
        return host[index(node)];
    }

    int index(String node) {
        Integer index = indexOfNode.get(node);
        if (index == null) {
            throw new IllegalArgumentException("unknown node: " + node);
        }
        return index;
    }

    /** Index of the node that sends at a port. */
    int from(int port) {
        return from[port];
    }

    /** Index of the node that a port sends to. */
    int to(int port) {
        return to[port];
    }

    /** Ports that send to a node. */
    int[] portsTo(int node) {
        int[] found = new int[ingresses[node]];
        int count = 0;
        for (int p = 0; p < to.length; p++) {
            if (to[p] == node) {
                found[count++] = p;
            }
        }
        return found;
    }

    boolean isHost(int node) {
        return host[node];
    }

    long bufferBytes(int node) {
        return bufferBytes[node];
    }

    /** Bytes that the sender at {@code port} may have on the way to and in the next switch: an equal part of its buffer. */
    double creditBytes(int port) {
        return (double) bufferBytes[to[port]] / ingresses[to[port]];
    }

    /** Whether the ingress that a port feeds pauses it, or gives it credits, before it has to drop anything. */
    boolean isLossless(int port) {
        return transport.kind().hasCredits() || ports.get(port).pfc().enabled();
    }

    /** Which queue of its line a port is; null: the only one. */
    @Nullable
    Lane lane(int port) {
        return lanes.get(port);
    }

    /** Priority of the queue; -1 where a line has one queue for all. */
    int priority(int port) {
        Lane lane = lanes.get(port);
        return lane == null ? -1 : lane.priority();
    }

    /** All queues of the line of a port. */
    List<Integer> lanesOf(int port) {
        Lane lane = lanes.get(port);
        if (lane == null) {
            return List.of(port);
        }
        return lanes.keySet().stream()
                .filter(other -> lanes.getOrDefault(other, lane).line() == lane.line())
                .sorted()
                .toList();
    }

    /** Rate control of the senders of a host. */
    DcqcnProfile dcqcn(int node) {
        return dcqcn.getOrDefault(nodes.get(node), transport.dcqcn());
    }

    /** Time in ns from a credit's use until it can be used again on an idle link: there, a packet, and back. */
    double creditLoopNs(int port) {
        return ports.get(port).delayNs()
                + ports.get(reverse(port)).delayNs()
                + transport.wireBytes() * 8e9 / ports.get(port).bitsPerSecond();
    }

    /**
     * A directed egress port and the ingress that it feeds.
     *
     * @param from node that sends
     * @param to node that receives
     * @param bitsPerSecond line rate
     * @param delayNs one-way propagation delay, ns
     * @param ecn marking of this egress queue
     * @param pfc pausing by the ingress at {@code to}
     * @param headroomBytes headroom of that ingress
     */
    public record Port(
            String from,
            String to,
            double bitsPerSecond,
            long delayNs,
            EcnProfile ecn,
            PfcProfile pfc,
            long headroomBytes) {
        public Port {
            Require.positive("bitsPerSecond", bitsPerSecond);
            Require.notNegative("delayNs", delayNs);
            Require.notNegative("headroomBytes", headroomBytes);
        }
    }

    /** Collects nodes and links; not thread-safe. */
    public static final class Builder {
        private final Transport transport;
        private final Map<String, Integer> indexOfNode = new LinkedHashMap<>();
        private final List<Long> bufferBytes = new ArrayList<>();
        private final List<Port> ports = new ArrayList<>();
        private final Map<String, DcqcnProfile> dcqcn = new HashMap<>();
        private final Map<Integer, Lane> lanes = new HashMap<>();

        private Builder(Transport transport) {
            this.transport = transport;
        }

        /** Adds a host. */
        public Builder host(String name) {
            return node(name, -1);
        }

        /** Adds a switch with a shared packet buffer. */
        public Builder switchNode(String name, long sharedBufferBytes) {
            Require.notNegative("bufferBytes", sharedBufferBytes);
            return node(name, sharedBufferBytes);
        }

        private Builder node(String name, long bytes) {
            if (indexOfNode.putIfAbsent(name, indexOfNode.size()) != null) {
                throw new IllegalArgumentException("node added twice: " + name);
            }
            bufferBytes.add(bytes);
            return this;
        }

        /**
         * Adds a full-duplex link. A null takes the transport's value; headroom without any given value is three times
         * rate times delay.
         */
        public Builder link(
                String a,
                String b,
                double bitsPerSecond,
                long delayNs,
                @Nullable EcnProfile ecn,
                @Nullable Double pfcAlpha,
                @Nullable Long headroomBytes) {
            for (String end : List.of(a, b)) {
                if (!indexOfNode.containsKey(end)) {
                    throw new IllegalArgumentException("link to an unknown node: " + end);
                }
            }
            if (a.equals(b)) {
                throw new IllegalArgumentException("link from a node to itself: " + a);
            }
            EcnProfile marking = ecn != null ? ecn : transport.ecn();
            PfcProfile pfc = transport.pfc().with(pfcAlpha, headroomBytes);
            long headroom = headroom(pfc, bitsPerSecond, delayNs);
            ports.add(new Port(a, b, bitsPerSecond, delayNs, marking, pfc, headroom));
            ports.add(new Port(b, a, bitsPerSecond, delayNs, marking, pfc, headroom));
            return this;
        }

        private static long headroom(PfcProfile pfc, double bitsPerSecond, long delayNs) {
            Long given = pfc.headroomBytes();
            return given != null ? given : (long) (3 * bitsPerSecond / 8 * delayNs / 1e9);
        }

        /** Gives one egress port another rate than the other direction has. */
        Builder bitsPerSecond(int port, double bitsPerSecond) {
            Port old = ports.get(port);
            ports.set(
                    port,
                    new Port(
                            old.from(),
                            old.to(),
                            bitsPerSecond,
                            old.delayNs(),
                            old.ecn(),
                            old.pfc(),
                            old.headroomBytes()));
            return this;
        }

        /** Gives one egress port its own marking. */
        public Builder ecn(int port, EcnProfile ecn) {
            Port old = ports.get(port);
            ports.set(
                    port,
                    new Port(
                            old.from(),
                            old.to(),
                            old.bitsPerSecond(),
                            old.delayNs(),
                            ecn,
                            old.pfc(),
                            old.headroomBytes()));
            return this;
        }

        /** Gives the ingress that {@code port} feeds its own pausing. */
        public Builder pfc(int port, PfcProfile pfc) {
            Port old = ports.get(port);
            ports.set(
                    port,
                    new Port(
                            old.from(),
                            old.to(),
                            old.bitsPerSecond(),
                            old.delayNs(),
                            old.ecn(),
                            pfc,
                            headroom(pfc, old.bitsPerSecond(), old.delayNs())));
            return this;
        }

        /** Gives the senders of a host their own rate control. */
        public Builder dcqcn(String host, DcqcnProfile profile) {
            dcqcn.put(host, profile);
            return this;
        }

        /** Lets a port be one of several queues of a line; all of them have the same ends, rate and delay. */
        public Builder lane(int port, Lane lane) {
            lanes.put(port, lane);
            return this;
        }

        /** The finished network. */
        public Network build() {
            return new Network(this);
        }
    }
}
