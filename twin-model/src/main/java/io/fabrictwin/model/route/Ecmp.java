package io.fabrictwin.model.route;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Equal-cost shortest paths over the links that are up, and the pick among them by a hash of the 5-tuple: each node takes
 * the next hops in the order of their hash seeds and picks the one at index {@code H mod n}, where {@code H} is the
 * 32-bit murmur3 hash, seeded with the node's own hash seed, of source address, destination address, and both ports
 * (source in the low half). Hosts do not forward. Immutable but for a cache of distances; not thread-safe.
 *
 * <p>Ignores parallel links between two nodes (they count once), weights, and the protocol number.
 */
public final class Ecmp {
    /**
     * A node of the graph.
     *
     * @param name unique name
     * @param hashSeed seed of its hash unless a {@link Hashing} says otherwise, and its place in the order of next hops;
     *     unique
     * @param address IPv4 address as a number (11.0.5.1 is 0x0b000501) for a host; null for a switch
     */
    public record Node(String name, int hashSeed, @Nullable Integer address) {}

    /** A full-duplex link that is up. */
    public record Link(String a, String b) {}

    /** A part of the 5-tuple that a hash may read. */
    public enum Field {
        SOURCE_ADDRESS("source-address"),
        DESTINATION_ADDRESS("destination-address"),
        SOURCE_PORT("source-port"),
        DESTINATION_PORT("destination-port");

        private final String word;

        Field(String word) {
            this.word = word;
        }

        /** As people write it. */
        public String word() {
            return word;
        }
    }

    /**
     * What a node hashes.
     *
     * @param seed 32 bits
     * @param fields the others are taken as 0
     */
    public record Hashing(int seed, Set<Field> fields) {
        /** All parts of the 5-tuple. */
        public static final Set<Field> ALL_FIELDS = Set.of(Field.values());

        public Hashing {
            fields = Set.copyOf(fields);
        }
    }

    private static final int UNREACHED = -1;

    private final Map<String, Integer> indexByName = new HashMap<>();
    private final List<Node> nodes;
    /** By node, its neighbours in the order of their hash seeds. */
    private final int[][] neighbours;
    /** By the neighbours of a host, the hops to it from every node but hosts: the same for all hosts behind them. */
    private final Map<List<Integer>, int[]> distances = new HashMap<>();

    private Ecmp(Collection<Node> nodes, Collection<Link> linksUp) {
        this.nodes = List.copyOf(nodes);
        Set<Integer> seeds = new HashSet<>();
        for (Node node : this.nodes) {
            if (indexByName.put(node.name(), indexByName.size()) != null) {
                throw new IllegalArgumentException("node given twice: " + node.name());
            }
            if (!seeds.add(node.hashSeed())) {
                throw new IllegalArgumentException("hash seed given twice: " + node.hashSeed());
            }
        }
        List<Set<Integer>> around = new ArrayList<>();
        this.nodes.forEach(node -> around.add(new TreeSet<>(
                Comparator.comparingInt(other -> this.nodes.get(other).hashSeed()))));
        for (Link link : linksUp) {
            around.get(index(link.a())).add(index(link.b()));
            around.get(index(link.b())).add(index(link.a()));
        }
        neighbours = new int[around.size()][];
        Arrays.setAll(
                neighbours,
                node -> around.get(node).stream().mapToInt(Integer::intValue).toArray());
    }

    /**
     * Routes over a graph.
     *
     * @throws IllegalArgumentException if a name or a hash seed occurs twice or a link names an unknown node
     */
    public static Ecmp of(Collection<Node> nodes, Collection<Link> linksUp) {
        return new Ecmp(nodes, linksUp);
    }

    /**
     * Names of the nodes that are one hop nearer to {@code destinationHost} than {@code at}, in the order in which the
     * hash picks; empty if the host cannot be reached from there.
     */
    public List<String> allNextHops(String at, String destinationHost) {
        int destination = host(destinationHost);
        return Arrays.stream(nextHops(index(at), destination, distancesTo(destination)))
                .mapToObj(next -> nodes.get(next).name())
                .toList();
    }

    /**
     * Names of the nodes on the path of a 5-tuple, from host to host; empty if there is none.
     *
     * @throws IllegalArgumentException for an unknown host
     */
    public List<String> path(String sourceHost, String destinationHost, int sourcePort, int destinationPort) {
        int destination = host(destinationHost);
        int at = host(sourceHost);
        int source = address(at);
        int target = address(destination);
        int ports = (sourcePort & 0xffff) | destinationPort << 16;
        int[] distance = distancesTo(destination);
        List<String> path = new ArrayList<>(List.of(sourceHost));
        while (at != destination) {
            int[] next = nextHops(at, destination, distance);
            if (next.length == 0) {
                return List.of();
            }
            int hash = Murmur3.hash(nodes.get(at).hashSeed(), source, target, ports);
            at = next[Integer.remainderUnsigned(hash, next.length)];
            path.add(nodes.get(at).name());
        }
        return List.copyOf(path);
    }

    /**
     * The hash of a 5-tuple at a node; its remainder by the number of next hops is the index of the one picked.
     *
     * @param hashing null: all fields with the node's own seed
     * @throws IllegalArgumentException for an unknown host
     */
    public int hash(
            String at,
            String sourceHost,
            String destinationHost,
            int sourcePort,
            int destinationPort,
            @Nullable Hashing hashing) {
        int seed = hashing == null ? nodes.get(index(at)).hashSeed() : hashing.seed();
        Set<Field> fields = hashing == null ? Hashing.ALL_FIELDS : hashing.fields();
        int low = fields.contains(Field.SOURCE_PORT) ? sourcePort & 0xffff : 0;
        int high = fields.contains(Field.DESTINATION_PORT) ? destinationPort << 16 : 0;
        return Murmur3.hash(
                seed,
                fields.contains(Field.SOURCE_ADDRESS) ? address(host(sourceHost)) : 0,
                fields.contains(Field.DESTINATION_ADDRESS) ? address(host(destinationHost)) : 0,
                low | high);
    }

    /** Neighbours one hop nearer to a host, in the order of their hash seeds. */
    private int[] nextHops(int at, int destination, int[] distance) {
        if (at == destination) {
            return new int[0];
        }
        int nearest = Integer.MAX_VALUE;
        for (int neighbour : neighbours[at]) {
            if (neighbour == destination) {
                return new int[] {destination};
            }
            if (distance[neighbour] != UNREACHED) {
                nearest = Math.min(nearest, distance[neighbour]);
            }
        }
        if (!isHost(at) && (distance[at] == UNREACHED || nearest >= distance[at])) {
            return new int[0];
        }
        int[] next = new int[neighbours[at].length];
        int count = 0;
        for (int neighbour : neighbours[at]) {
            if (distance[neighbour] == nearest) {
                next[count++] = neighbour;
            }
        }
        return Arrays.copyOf(next, count);
    }

    /** Hops to a host by node that forwards. */
    private int[] distancesTo(int host) {
        return distances.computeIfAbsent(
                Arrays.stream(neighbours[host]).boxed().toList(), unknown -> distancesBehind(neighbours[host]));
    }

    private int[] distancesBehind(int[] nearest) {
        int[] distance = new int[nodes.size()];
        Arrays.fill(distance, UNREACHED);
        int[] reached = new int[nodes.size()];
        int count = 0;
        for (int node : nearest) {
            if (!isHost(node)) {
                distance[node] = 1;
                reached[count++] = node;
            }
        }
        for (int place = 0; place < count; place++) {
            for (int neighbour : neighbours[reached[place]]) {
                if (!isHost(neighbour) && distance[neighbour] == UNREACHED) {
                    distance[neighbour] = distance[reached[place]] + 1;
                    reached[count++] = neighbour;
                }
            }
        }
        return distance;
    }

    private boolean isHost(int node) {
        return nodes.get(node).address() != null;
    }

    private int index(String name) {
        Integer index = indexByName.get(name);
        if (index == null) {
            throw new IllegalArgumentException("unknown node: " + name);
        }
        return index;
    }

    private int host(String name) {
        int node = index(name);
        if (!isHost(node)) {
            throw new IllegalArgumentException("not a host: " + name);
        }
        return node;
    }

    private int address(int host) {
        Integer address = nodes.get(host).address();
        if (address == null) {
            throw new IllegalArgumentException("not a host: " + nodes.get(host).name());
        }
        return address;
    }
}
