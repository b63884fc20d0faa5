package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.scenario.ForkState.SwitchFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Equal-cost shortest paths over the links that are up, and the choice among them. */
final class Routing {
    private final ForkState state;
    private final Map<DeviceId, SortedSet<DeviceId>> neighbours = new TreeMap<>();
    private final Map<DeviceId, Map<DeviceId, Integer>> distances = new HashMap<>();

    Routing(ForkState state) {
        this.state = state;
        state.links.forEach((link, facts) -> {
            if (facts.isUp()) {
                DeviceId a = link.a().device();
                DeviceId b = link.b().device();
                neighbours.computeIfAbsent(a, id -> new TreeSet<>()).add(b);
                neighbours.computeIfAbsent(b, id -> new TreeSet<>()).add(a);
            }
        });
    }

    @Nullable
    List<DeviceId> path(DeviceId source, DeviceId destination, int sourcePort, int destinationPort) {
        List<DeviceId> path = new ArrayList<>(List.of(source));
        DeviceId at = source;
        while (!at.equals(destination)) {
            List<DeviceId> hops = nextHops(at, destination);
            if (hops.isEmpty()) {
                return null;
            }
            at = hops.get(
                    hops.size() == 1 ? 0 : choose(at, source, destination, sourcePort, destinationPort, hops.size()));
            path.add(at);
        }
        return path;
    }

    private int choose(DeviceId at, DeviceId source, DeviceId destination, int sport, int dport, int n) {
        SwitchFacts facts = state.switches.get(at);
        long seed = facts == null || facts.routingSeed() == null ? at.value().hashCode() : facts.routingSeed();
        int h = murmur((int) seed, new int[] {ip(source), ip(destination), (sport & 0xffff) | (dport << 16)});
        return (int) (Integer.toUnsignedLong(h) % n);
    }

    private int ip(DeviceId host) {
        ForkState.HostFacts facts = state.hosts.get(host);
        String address = facts == null ? null : facts.address();
        if (address == null) {
            return host.value().hashCode();
        }
        int ip = 0;
        for (String part : address.split("\\.", -1)) {
            ip = ip << 8 | Integer.parseInt(part);
        }
        return ip;
    }

    private static int murmur(int seed, int[] words) {
        int h = seed;
        for (int k : words) {
            k *= 0xcc9e2d51;
            k = Integer.rotateLeft(k, 15);
            k *= 0x1b873593;
            h ^= k;
            h = Integer.rotateLeft(h, 13);
            h = h * 5 + 0xe6546b64;
        }
        h ^= 12;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        h ^= h >>> 16;
        return h;
    }

    private List<DeviceId> nextHops(DeviceId at, DeviceId destination) {
        Map<DeviceId, Integer> distance = distances.computeIfAbsent(destination, this::distancesTo);
        Integer own = distance.get(at);
        if (own == null) {
            return List.of();
        }
        return neighbours.getOrDefault(at, new TreeSet<>()).stream()
                .filter(next -> distance.getOrDefault(next, Integer.MAX_VALUE) == own - 1)
                .sorted(Comparator.comparingLong(this::order).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private long order(DeviceId device) {
        SwitchFacts facts = state.switches.get(device);
        return facts == null || facts.routingSeed() == null ? -1 : facts.routingSeed();
    }

    private Map<DeviceId, Integer> distancesTo(DeviceId destination) {
        Map<DeviceId, Integer> distance = new HashMap<>(Map.of(destination, 0));
        ArrayDeque<DeviceId> queue = new ArrayDeque<>(List.of(destination));
        while (!queue.isEmpty()) {
            DeviceId at = queue.remove();
            for (DeviceId next : neighbours.getOrDefault(at, new TreeSet<>())) {
                boolean forwards = at.equals(destination) || state.switches.containsKey(at);
                if (forwards && !distance.containsKey(next)) {
                    distance.put(next, distance.getOrDefault(at, 0) + 1);
                    queue.add(next);
                }
            }
        }
        return distance;
    }
}
