package io.fabrictwin.model.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, List<Node>> neighbours = new HashMap<>();
    private final Map<String, Map<String, Integer>> distancesTo = new HashMap<>();

    private Ecmp(Collection<Node> nodes, Collection<Link> linksUp) {
        Set<Integer> seeds = new TreeSet<>();
        Map<String, Set<Node>> sorted = new HashMap<>();
        for (Node node : nodes) {
            if (this.nodes.put(node.name(), node) != null) {
                throw new IllegalArgumentException("node given twice: " + node.name());
            }
            if (!seeds.add(node.hashSeed())) {
                throw new IllegalArgumentException("hash seed given twice: " + node.hashSeed());
            }
        }
        for (Link link : linksUp) {
            around(sorted, node(link.a())).add(node(link.b()));
            around(sorted, node(link.b())).add(node(link.a()));
        }
        sorted.forEach((name, around) -> neighbours.put(name, List.copyOf(around)));
    }

    private static Set<Node> around(Map<String, Set<Node>> sorted, Node node) {
        return sorted.computeIfAbsent(node.name(), name -> new TreeSet<>(Comparator.comparingInt(Node::hashSeed)));
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
        return nextHops(node(at), host(destinationHost)).stream()
                .map(Node::name)
                .toList();
    }

    /**
     * Names of the nodes on the path of a 5-tuple, from host to host; empty if there is none.
     *
     * @throws IllegalArgumentException for an unknown host
     */
    public List<String> path(String sourceHost, String destinationHost, int sourcePort, int destinationPort) {
        Node destination = host(destinationHost);
        Node at = host(sourceHost);
        int source = address(at);
        int target = address(destination);
        int ports = (sourcePort & 0xffff) | destinationPort << 16;
        List<String> path = new ArrayList<>(List.of(at.name()));
        while (!at.equals(destination)) {
            List<Node> next = nextHops(at, destination);
            if (next.isEmpty()) {
                return List.of();
            }
            int hash = Murmur3.hash(at.hashSeed(), source, target, ports);
            at = next.get(Integer.remainderUnsigned(hash, next.size()));
            path.add(at.name());
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
        int seed = hashing == null ? node(at).hashSeed() : hashing.seed();
        Set<Field> fields = hashing == null ? Hashing.ALL_FIELDS : hashing.fields();
        int low = fields.contains(Field.SOURCE_PORT) ? sourcePort & 0xffff : 0;
        int high = fields.contains(Field.DESTINATION_PORT) ? destinationPort << 16 : 0;
        return Murmur3.hash(
                seed,
                fields.contains(Field.SOURCE_ADDRESS) ? address(host(sourceHost)) : 0,
                fields.contains(Field.DESTINATION_ADDRESS) ? address(host(destinationHost)) : 0,
                low | high);
    }

    private List<Node> nextHops(Node at, Node destination) {
        Map<String, Integer> distance = distancesTo.computeIfAbsent(destination.name(), this::distances);
        Integer here = distance.get(at.name());
        if (here == null || here == 0) {
            return List.of();
        }
        return neighbours.getOrDefault(at.name(), List.of()).stream()
                .filter(next -> forwards(next, destination)
                        && distance.getOrDefault(next.name(), Integer.MAX_VALUE) == here - 1)
                .toList();
    }

    private static boolean forwards(Node node, Node destination) {
        return node.address() == null || node.equals(destination);
    }

    private Map<String, Integer> distances(String destination) {
        Map<String, Integer> distance = new HashMap<>(Map.of(destination, 0));
        ArrayDeque<String> reached = new ArrayDeque<>(List.of(destination));
        while (!reached.isEmpty()) {
            String name = reached.remove();
            if (!forwards(node(name), node(destination))) {
                continue;
            }
            int next = distance.getOrDefault(name, 0) + 1;
            for (Node neighbour : neighbours.getOrDefault(name, List.of())) {
                if (distance.putIfAbsent(neighbour.name(), next) == null) {
                    reached.add(neighbour.name());
                }
            }
        }
        return distance;
    }

    private Node node(String name) {
        Node node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("unknown node: " + name);
        }
        return node;
    }

    private Node host(String name) {
        Node node = node(name);
        if (node.address() == null) {
            throw new IllegalArgumentException("not a host: " + name);
        }
        return node;
    }

    private static int address(Node host) {
        Integer address = host.address();
        if (address == null) {
            throw new IllegalArgumentException("not a host: " + host.name());
        }
        return address;
    }
}
