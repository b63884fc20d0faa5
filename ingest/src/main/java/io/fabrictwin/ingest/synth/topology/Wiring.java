package io.fabrictwin.ingest.synth.topology;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Devices and cables by number. Node n below {@link #nics()} is the NIC of GPU n; switches follow. Every link gives two
 * ports, named by who sends there: {@code 2 x link} from its first to its second end, {@code 2 x link + 1} back. Immutable.
 */
public final class Wiring {
    /** Rate of every link. */
    public static final long BITS_PER_SECOND = 400_000_000_000L;

    private final int nics;
    private final DeviceId[] names;
    private final byte[] tiers;
    /** By port: the node that sends there. */
    private final int[] senders;

    private final long[] delaysNs;
    private final int[] firstPort;
    private final int[] portsByNode;
    private final PortId[] ids;

    private Wiring(Builder builder, boolean isInfiniband) {
        nics = (int) builder.tiers.stream().filter(tier -> tier == 0).count();
        int nodes = builder.names.size();
        names = builder.names.stream().map(DeviceId::new).toArray(DeviceId[]::new);
        tiers = new byte[nodes];
        for (int node = 0; node < nodes; node++) {
            tiers[node] = builder.tiers.get(node);
        }
        senders = Arrays.copyOf(builder.senders, 2 * builder.links);
        delaysNs = Arrays.copyOf(builder.delaysNs, builder.links);
        firstPort = new int[nodes + 1];
        for (int sender : senders) {
            firstPort[sender + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            firstPort[node + 1] += firstPort[node];
        }
        portsByNode = new int[senders.length];
        ids = new PortId[senders.length];
        int[] used = new int[nodes];
        for (int port = 0; port < senders.length; port++) {
            int node = senders[port];
            int place = used[node]++;
            portsByNode[firstPort[node] + place] = port;
            ids[port] = new PortId(names[node], portName(node, place, isInfiniband));
        }
    }

    private String portName(int node, int place, boolean isInfiniband) {
        if (isInfiniband) {
            return Integer.toString(place + 1);
        }
        return isNic(node) ? "eth" + place : "Ethernet" + 8 * place;
    }

    /** Number of NICs. */
    public int nics() {
        return nics;
    }

    /** Number of NICs and switches. */
    public int nodes() {
        return names.length;
    }

    /** Number of cables. */
    public int links() {
        return delaysNs.length;
    }

    /** Number of ports: two a cable. */
    public int ports() {
        return senders.length;
    }

    public boolean isNic(int node) {
        return node < nics;
    }

    /** 0 for NICs, 1 for the switches that they are wired to, and so on. */
    public int tier(int node) {
        return tiers[node];
    }

    public DeviceId name(int node) {
        return names[node];
    }

    /** The node that sends at a port. */
    public int from(int port) {
        return senders[port];
    }

    /** The node that a port sends to. */
    public int to(int port) {
        return senders[port ^ 1];
    }

    /** The port at the other end of the cable. */
    public static int reverse(int port) {
        return port ^ 1;
    }

    public PortId id(int port) {
        return ids[port];
    }

    public LinkId link(int link) {
        return new LinkId(ids[2 * link], ids[2 * link + 1]);
    }

    /** One-way delay, as planned. */
    public long delayNs(int link) {
        return delaysNs[link];
    }

    /** Number of ports of a node. */
    public int degree(int node) {
        return firstPort[node + 1] - firstPort[node];
    }

    /** The port of a node at a place, from 0. */
    public int port(int node, int place) {
        return portsByNode[firstPort[node] + place];
    }

    /** Devices on a way, the two NICs included. */
    public List<DeviceId> devices(int[] path) {
        List<DeviceId> devices = new ArrayList<>(path.length + 1);
        devices.add(names[senders[path[0]]]);
        for (int port : path) {
            devices.add(names[to(port)]);
        }
        return devices;
    }

    /** Numbers nodes and links as they are added; NICs come first. */
    static final class Builder {
        /** A cable of some metres to a switch of the same row, and of some tens of metres beyond. */
        private static final long NIC_DELAY_NS = 1_000;

        private static final long SWITCH_DELAY_NS = 1_500;

        private final List<String> names = new ArrayList<>();
        private final List<Byte> tiers = new ArrayList<>();
        private int[] senders = new int[1024];
        private long[] delaysNs = new long[512];
        private int links;

        /** Adds the NICs, wired to nothing yet. */
        Builder nics(int count) {
            for (int nic = 0; nic < count; nic++) {
                node(
                        String.format(
                                Locale.ROOT,
                                "server%04d-nic%d",
                                nic / Topology.NICS_PER_SERVER,
                                nic % Topology.NICS_PER_SERVER),
                        0);
            }
            return this;
        }

        /** Adds a node and returns its number. */
        int node(String name, int tier) {
            names.add(name);
            tiers.add((byte) tier);
            return names.size() - 1;
        }

        /** Adds a link and returns its number. */
        int link(int a, int b) {
            if (links == delaysNs.length) {
                delaysNs = Arrays.copyOf(delaysNs, 2 * links);
                senders = Arrays.copyOf(senders, 4 * links);
            }
            senders[2 * links] = a;
            senders[2 * links + 1] = b;
            delaysNs[links] = tiers.get(a) == 0 ? NIC_DELAY_NS : SWITCH_DELAY_NS;
            return links++;
        }

        Wiring build(boolean isInfiniband) {
            return new Wiring(this, isInfiniband);
        }
    }
}
