package io.fabrictwin.model.congestion;

import java.util.ArrayList;
import java.util.List;

/** Small networks and loads that the tests share. */
final class Fabrics {
    static final double GBPS = 1e9;
    static final EcnProfile ECN = new EcnProfile(true, 400_000, 1_600_000, 0.2);
    static final PfcProfile PFC = new PfcProfile(true, 0.125, 4096, 3072, null);
    static final DcqcnProfile DCQCN = new DcqcnProfile(1.0 / 256, 1000, 4000, 300_000, 20e6, 200e6, 1e9, 1);

    private Fabrics() {}

    static Transport transport(TransportKind kind) {
        return new Transport(kind, 4104, 4152, 60, ECN, PFC, DCQCN);
    }

    /** Hosts h0, h1, ... on one switch, 100 Gbit/s and 1 us links. */
    static Network star(TransportKind kind, int hosts) {
        Network.Builder builder = Network.builder(transport(kind)).switchNode("s", 32 << 20);
        for (int host = 0; host < hosts; host++) {
            builder.host("h" + host).link("h" + host, "s", 100 * GBPS, 1000, null, null, null);
        }
        return builder.build();
    }

    /** Two leaves of {@code hosts} hosts each and two spines, all links 100 Gbit/s and 1 us. */
    static Network leafSpine(TransportKind kind, int hosts) {
        Network.Builder builder = Network.builder(transport(kind));
        for (String name : List.of("leaf0", "leaf1", "spine0", "spine1")) {
            builder.switchNode(name, 16 << 20);
        }
        for (int host = 0; host < 2 * hosts; host++) {
            builder.host("h" + host).link("h" + host, "leaf" + host / hosts, 100 * GBPS, 1000, null, null, null);
        }
        for (String leaf : List.of("leaf0", "leaf1")) {
            for (String spine : List.of("spine0", "spine1")) {
                builder.link(leaf, spine, 100 * GBPS, 1000, null, null, null);
            }
        }
        return builder.build();
    }

    static int[] path(Network network, String... nodes) {
        int[] ports = new int[nodes.length - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = network.portsBetween(nodes[hop], nodes[hop + 1])[0];
        }
        return ports;
    }

    /** Everybody but the last host of a star sends to the last one at once. */
    static List<Activity> incast(Network network, int senders, long bytes) {
        List<Activity> all = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            all.add(new Transfer(sender, path(network, "h" + sender, "s", "h" + senders), bytes, 0, new int[0]));
        }
        return all;
    }

    /** A ring in host order on a star: each message waits for the sender's own one and its left neighbour's before. */
    static List<Activity> ring(Network network, int ranks, int rounds, long bytes) {
        List<Activity> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int rank = 0; rank < ranks; rank++) {
                int[] after = round == 0
                        ? new int[0]
                        : new int[] {
                            (round - 1) * ranks + rank, (round - 1) * ranks + (rank + ranks - 1) % ranks,
                        };
                int[] ports = path(network, "h" + rank, "s", "h" + (rank + 1) % ranks);
                all.add(new Transfer(all.size(), ports, bytes, 0, after));
            }
        }
        return all;
    }
}
