package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Devices by how many cables they are away from the nearest server or NIC. */
public final class Tiers {
    private Tiers() {}

    /**
     * One tier.
     *
     * @param tier 0: servers and NICs; 1: switches they are joined to, and so on; null: joined to none
     * @param devices number of devices
     * @param cablesUp cables to the next tier
     * @param cablesWithin cables between devices of this tier
     * @param bitsPerSecondUp sum of the rates to the next tier; null: one of them is not told
     */
    public record Tier(
            @Nullable Integer tier,
            long devices,
            long cablesUp,
            long cablesWithin,
            @Nullable Long bitsPerSecondUp) {}

    /** From the servers up; what is joined to none comes last. Empty where no server or NIC is told of. */
    public static List<Tier> of(Cabling cabling) {
        Map<DeviceId, Integer> distances = distances(cabling);
        SortedMap<Integer, long[]> counts = new TreeMap<>();
        for (DeviceId device : cabling.devices()) {
            counts.computeIfAbsent(tierOf(device, distances), absent -> new long[5])[0]++;
        }
        for (Cable cable : cabling.cables()) {
            int a = tierOf(cable.link().a().device(), distances);
            int b = tierOf(cable.link().b().device(), distances);
            long[] lower = counts.get(Math.min(a, b));
            if (lower != null) {
                Long rate = cable.bitsPerSecond();
                lower[a == b ? 2 : 1]++;
                if (a != b) {
                    lower[3] += rate == null ? 0 : rate;
                    lower[4] += rate == null ? 1 : 0;
                }
            }
        }
        List<Tier> tiers = new ArrayList<>();
        counts.forEach((tier, count) -> tiers.add(new Tier(
                tier == Integer.MAX_VALUE ? null : tier,
                count[0],
                count[1],
                count[2],
                count[1] == 0 || count[4] > 0 ? null : Long.valueOf(count[3]))));
        return tiers;
    }

    private static int tierOf(DeviceId device, Map<DeviceId, Integer> distances) {
        return distances.getOrDefault(device, Integer.MAX_VALUE);
    }

    /** Cables to the nearest server or NIC; what is joined to none is not in it. */
    static Map<DeviceId, Integer> distances(Cabling cabling) {
        Map<DeviceId, List<DeviceId>> neighbours = new HashMap<>();
        for (Cable cable : cabling.cables()) {
            DeviceId a = cable.link().a().device();
            DeviceId b = cable.link().b().device();
            neighbours.computeIfAbsent(a, absent -> new ArrayList<>()).add(b);
            neighbours.computeIfAbsent(b, absent -> new ArrayList<>()).add(a);
        }
        Map<DeviceId, Integer> distances = new HashMap<>();
        Deque<DeviceId> next = new ArrayDeque<>();
        for (DeviceId device : cabling.devices()) {
            DeviceKind kind = cabling.kind(device);
            if (kind == DeviceKind.HOST || kind == DeviceKind.NIC) {
                distances.put(device, 0);
                next.add(device);
            }
        }
        DeviceId device;
        while ((device = next.poll()) != null) {
            int above = distances.getOrDefault(device, 0) + 1;
            for (DeviceId neighbour : neighbours.getOrDefault(device, List.of())) {
                if (distances.putIfAbsent(neighbour, above) == null) {
                    next.add(neighbour);
                }
            }
        }
        return distances;
    }
}
