package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who stands where in a frame. A device's tier is its distance from the nearest host: hosts and NICs are 0, leaves 1,
 * spines 2. Devices of one tier are peers.
 */
final class Surroundings {
    private static final int HOSTS = 0;

    private final SortedMap<PortId, Port> ports = new TreeMap<>();
    private final SortedMap<DeviceId, List<PortId>> portsByDevice = new TreeMap<>();
    private final SortedMap<DeviceId, Integer> tiers = new TreeMap<>();
    private final int topTier;
    private final long typicalDelayNs;

    Surroundings(FabricFrame frame, List<Link> links) {
        for (Port port : frame.ports()) {
            ports.put(port.id(), port);
            portsByDevice
                    .computeIfAbsent(port.id().device(), device -> new ArrayList<>())
                    .add(port.id());
        }
        Deque<DeviceId> queue = new ArrayDeque<>();
        for (Device device : frame.devices()) {
            if (isHost(device)) {
                tiers.put(device.id(), HOSTS);
                queue.add(device.id());
            }
        }
        while (!queue.isEmpty()) {
            DeviceId device = queue.remove();
            int above = tiers.getOrDefault(device, HOSTS) + 1;
            for (PortId port : ports(device)) {
                PortId neighbour = neighbour(port);
                if (neighbour != null && tiers.putIfAbsent(neighbour.device(), above) == null) {
                    queue.add(neighbour.device());
                }
            }
        }
        topTier = tiers.values().stream().mapToInt(Integer::intValue).max().orElse(1);
        List<Long> delays = new ArrayList<>();
        for (Link link : links) {
            Long delayNs = link.delayNs();
            if (delayNs != null) {
                delays.add(delayNs);
            }
        }
        Collections.sort(delays);
        typicalDelayNs = delays.isEmpty() ? UsualValues.LINK_DELAY_NS : delays.get(delays.size() / 2);
    }

    private boolean isHost(Device device) {
        return device.kind() == null ? ports(device.id()).size() == 1 : device.kind() != DeviceKind.SWITCH;
    }

    List<PortId> ports(DeviceId device) {
        return portsByDevice.getOrDefault(device, List.of());
    }

    /** Ports of a switch that face a switch of a higher tier; none of a host. */
    List<PortId> uplinks(DeviceId device) {
        Integer own = tiers.get(device);
        List<PortId> uplinks = new ArrayList<>();
        for (PortId port : isSwitch(device) ? ports(device) : List.<PortId>of()) {
            PortId neighbour = neighbour(port);
            Integer other = neighbour == null ? null : tiers.get(neighbour.device());
            if (own != null && other != null && other > own) {
                uplinks.add(port);
            }
        }
        return uplinks;
    }

    /** All ports, in order. */
    List<PortId> ports() {
        return List.copyOf(ports.keySet());
    }

    /** The port at the other end of the cable; null where none is known. */
    @Nullable
    PortId neighbour(PortId port) {
        Port known = ports.get(port);
        return known == null ? null : known.neighbour();
    }

    /** Line rate; null where unknown. */
    @Nullable
    Long bitsPerSecond(PortId port) {
        Port known = ports.get(port);
        return known == null ? null : known.bitsPerSecond();
    }

    /** Null where no host can be reached from the device. */
    @Nullable
    Integer tier(DeviceId device) {
        return tiers.get(device);
    }

    boolean isSwitch(DeviceId device) {
        Integer tier = tiers.get(device);
        return tier != null && tier > HOSTS;
    }

    boolean isHost(DeviceId device) {
        return Integer.valueOf(HOSTS).equals(tiers.get(device));
    }

    /** Tiers by device. */
    Map<DeviceId, Integer> tiers() {
        return Collections.unmodifiableSortedMap(tiers);
    }

    /** What a peer is called. */
    static String role(int tier) {
        return switch (tier) {
            case HOSTS -> "hosts";
            case 1 -> "leaves";
            case 2 -> "spines";
            default -> "switches of tier " + tier;
        };
    }

    /** Bytes in flight of one sender at the port's rate over the fabric's longest round trip; null: no rate known. */
    @Nullable
    Double bandwidthDelayBytes(PortId port) {
        Long rate = bitsPerSecond(port);
        long roundTripNs = 2L * 2 * topTier * typicalDelayNs;
        return rate == null ? null : (Double) (rate / 8e9 * roundTripNs);
    }
}
