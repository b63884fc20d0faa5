package io.fabrictwin.model.layout;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A drawing of a fabric: hosts at the lower edge, above them the switches by their distance from the nearest host, at the
 * upper edge what is joined to no host. Within a tier devices stand in order of name, numbers in names by value, evenly spread.
 *
 * @param devices by tier from below, then from the left
 * @param links in order
 * @param tiers number of rows
 */
public record FabricLayout(List<PlacedDevice> devices, List<PlacedLink> links, int tiers) {
    /** Tier of what is joined to no host. */
    public static final int APART = -1;

    public FabricLayout {
        devices = List.copyOf(devices);
        links = List.copyOf(links);
    }

    /** Places every device of the frame, and those that only a port or link tells of. */
    public static FabricLayout of(FabricFrame frame) {
        SortedMap<DeviceId, SortedSet<DeviceId>> neighbours = new TreeMap<>();
        frame.devices().forEach(device -> neighbours.put(device.id(), new TreeSet<>()));
        for (Port port : frame.ports()) {
            neighbours.computeIfAbsent(port.id().device(), unknown -> new TreeSet<>());
        }
        List<Link> links = frame.links();
        for (Link link : links) {
            DeviceId a = link.id().a().device();
            DeviceId b = link.id().b().device();
            if (!a.equals(b)) {
                neighbours.computeIfAbsent(a, unknown -> new TreeSet<>()).add(b);
                neighbours.computeIfAbsent(b, unknown -> new TreeSet<>()).add(a);
            }
        }
        Map<DeviceId, Integer> tierByDevice = tiers(hosts(frame, neighbours), neighbours);
        return new FabricLayout(
                placed(neighbours.keySet(), tierByDevice),
                placed(links),
                rows(neighbours.keySet(), tierByDevice).size());
    }

    /** Hosts, and NICs that are joined to no host of their own. What nobody told the kind of counts by its links. */
    private static List<DeviceId> hosts(FabricFrame frame, SortedMap<DeviceId, SortedSet<DeviceId>> neighbours) {
        Map<DeviceId, DeviceKind> kindByDevice = new HashMap<>();
        for (Device device : frame.devices()) {
            if (device.kind() != null) {
                kindByDevice.put(device.id(), device.kind());
            }
        }
        List<DeviceId> hosts = new ArrayList<>();
        neighbours.forEach((device, joined) -> {
            DeviceKind kind = kindByDevice.get(device);
            boolean isHost = kind == null
                    ? joined.size() == 1
                    : switch (kind) {
                        case HOST -> true;
                        case NIC -> joined.stream().noneMatch(other -> kindByDevice.get(other) == DeviceKind.HOST);
                        case SWITCH -> false;
                    };
            if (isHost) {
                hosts.add(device);
            }
        });
        return hosts;
    }

    private static Map<DeviceId, Integer> tiers(
            List<DeviceId> hosts, SortedMap<DeviceId, SortedSet<DeviceId>> neighbours) {
        Map<DeviceId, Integer> tierByDevice = new HashMap<>();
        Collection<DeviceId> reached = hosts;
        for (int tier = 0; !reached.isEmpty(); tier++) {
            SortedSet<DeviceId> next = new TreeSet<>();
            for (DeviceId device : reached) {
                tierByDevice.put(device, tier);
                next.addAll(neighbours.getOrDefault(device, Collections.emptySortedSet()));
            }
            next.removeAll(tierByDevice.keySet());
            reached = next;
        }
        return tierByDevice;
    }

    /** Devices of each tier from below, those apart last. */
    private static List<List<DeviceId>> rows(Iterable<DeviceId> devices, Map<DeviceId, Integer> tierByDevice) {
        SortedMap<Integer, List<DeviceId>> byTier = new TreeMap<>();
        for (DeviceId device : devices) {
            byTier.computeIfAbsent(tierByDevice.getOrDefault(device, Integer.MAX_VALUE), unknown -> new ArrayList<>())
                    .add(device);
        }
        byTier.values().forEach(row -> row.sort(NaturalOrder.OF_DEVICES));
        return List.copyOf(byTier.values());
    }

    private static List<PlacedDevice> placed(Iterable<DeviceId> devices, Map<DeviceId, Integer> tierByDevice) {
        List<List<DeviceId>> rows = rows(devices, tierByDevice);
        List<PlacedDevice> placed = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            List<DeviceId> names = rows.get(row);
            double y = 1 - (row + 0.5) / rows.size();
            for (int column = 0; column < names.size(); column++) {
                DeviceId device = names.get(column);
                placed.add(new PlacedDevice(
                        device, tierByDevice.getOrDefault(device, APART), (column + 0.5) / names.size(), y));
            }
        }
        return placed;
    }

    private static List<PlacedLink> placed(List<Link> links) {
        Map<List<DeviceId>, List<Link>> linksByEnds = new HashMap<>();
        links.forEach(link -> linksByEnds
                .computeIfAbsent(ends(link), unknown -> new ArrayList<>())
                .add(link));
        return links.stream()
                .map(link -> {
                    List<Link> parallel = linksByEnds.getOrDefault(ends(link), List.of());
                    return new PlacedLink(link.id(), parallel.indexOf(link), parallel.size());
                })
                .toList();
    }

    private static List<DeviceId> ends(Link link) {
        return List.of(link.id().a().device(), link.id().b().device());
    }
}
