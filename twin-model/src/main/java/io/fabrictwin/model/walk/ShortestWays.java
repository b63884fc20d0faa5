package io.fabrictwin.model.walk;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All shortest ways over the links of a frame that are not down. What is known to be a host or NIC forwards nothing. */
final class ShortestWays {
    /** A link in the direction of traffic. */
    record Hop(PortId out, PortId in) {}

    private final Map<DeviceId, List<Hop>> hops = new TreeMap<>();
    /** Links that are down, either way. */
    private final Map<DeviceId, List<Hop>> broken = new TreeMap<>();

    private final Set<DeviceId> ends = new TreeSet<>();
    /** Every step of a walk asks for the same target. */
    private final Map<DeviceId, Map<DeviceId, Integer>> distancesTo = new TreeMap<>();

    ShortestWays(FabricFrame frame) {
        for (Device device : frame.devices()) {
            if (device.kind() != null && device.kind() != DeviceKind.SWITCH) {
                ends.add(device.id());
            }
        }
        for (Link link : frame.links()) {
            Map<DeviceId, List<Hop>> own = Boolean.FALSE.equals(link.isUp()) ? broken : hops;
            add(own, link.id().a(), link.id().b());
            add(own, link.id().b(), link.id().a());
        }
        hops.values().forEach(list -> list.sort(Comparator.comparing(Hop::out)));
    }

    private static void add(Map<DeviceId, List<Hop>> hops, PortId out, PortId in) {
        hops.computeIfAbsent(out.device(), device -> new ArrayList<>()).add(new Hop(out, in));
    }

    /** Hops between neighbours over links that are down. */
    List<Hop> broken(DeviceId from, DeviceId to) {
        return broken.getOrDefault(from, List.of()).stream()
                .filter(hop -> hop.in().device().equals(to))
                .toList();
    }

    /** Hops of a device that lead one step nearer to the target; none where there is no way. */
    List<Hop> nearer(DeviceId at, DeviceId target) {
        Map<DeviceId, Integer> distances = distancesTo.computeIfAbsent(target, this::distances);
        Integer here = distances.get(at);
        if (here == null) {
            return List.of();
        }
        return hops.getOrDefault(at, List.of()).stream()
                .filter(hop -> {
                    Integer there = distances.get(hop.in().device());
                    boolean forwards = hop.in().device().equals(target)
                            || !ends.contains(hop.in().device());
                    return forwards && there != null && there == here - 1;
                })
                .toList();
    }

    private Map<DeviceId, Integer> distances(DeviceId target) {
        Map<DeviceId, Integer> distances = new TreeMap<>();
        distances.put(target, 0);
        Deque<DeviceId> reached = new ArrayDeque<>(List.of(target));
        while (!reached.isEmpty()) {
            DeviceId at = reached.remove();
            if (!at.equals(target) && ends.contains(at)) {
                continue;
            }
            int next = distances.getOrDefault(at, 0) + 1;
            for (Hop hop : hops.getOrDefault(at, List.of())) {
                if (distances.putIfAbsent(hop.in().device(), next) == null) {
                    reached.add(hop.in().device());
                }
            }
        }
        return distances;
    }
}
