package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Looks for what cannot be right. */
public final class CablingChecks {
    private static final double BITS_PER_GIGABIT = 1e9;

    private final Cabling cabling;
    private final List<Problem> problems = new ArrayList<>();

    private CablingChecks(Cabling cabling) {
        this.cabling = cabling;
    }

    /** All problems, by kind and subject. */
    public static List<Problem> check(Cabling cabling) {
        CablingChecks checks = new CablingChecks(cabling);
        checks.portsUsedTwice();
        checks.unknownDevices();
        checks.isolatedDevices();
        checks.duplicates();
        checks.speeds();
        checks.problems.addAll(PlacementTree.check(cabling));
        return List.copyOf(checks.problems);
    }

    private void portsUsedTwice() {
        cabling.cablesByPort().forEach((port, cables) -> {
            // A planned cable and a seen one that differ are miswired, which is a comparison's business.
            long planned = cables.stream().filter(Cable::isPlanned).count();
            long seen = cables.stream().filter(Cable::isSeen).count();
            if (planned > 1 || seen > 1) {
                List<PortId> others = cables.stream()
                        .map(cable -> cable.link().opposite(port))
                        .toList();
                add("port-used-twice", port, "cables lead to " + listed(others));
            }
        });
    }

    private void unknownDevices() {
        SortedSet<DeviceId> introduced = cabling.introduced();
        if (introduced.isEmpty()) {
            return;
        }
        SortedSet<DeviceId> unknown = new TreeSet<>(cabling.devices());
        unknown.removeAll(introduced);
        cabling.placements().forEach(placement -> unknown.remove(placement.device()));
        for (DeviceId device : unknown) {
            long count = cabling.cables().stream()
                    .filter(cable -> isEnd(cable.link(), device))
                    .count();
            add("unknown-device", device, count + " cables end at it, but nothing else tells of it");
        }
    }

    private static boolean isEnd(LinkId link, DeviceId device) {
        return link.a().device().equals(device) || link.b().device().equals(device);
    }

    private void isolatedDevices() {
        if (cabling.cables().isEmpty()) {
            return;
        }
        SortedSet<DeviceId> isolated = cabling.introduced();
        for (Cable cable : cabling.cables()) {
            isolated.remove(cable.link().a().device());
            isolated.remove(cable.link().b().device());
        }
        isolated.forEach(device -> add("isolated-device", device, "no cable ends at it"));
    }

    private void duplicates() {
        TreeMap<String, SortedSet<DeviceId>> byLowerCase = new TreeMap<>();
        for (DeviceId device : cabling.devices()) {
            byLowerCase
                    .computeIfAbsent(device.value().toLowerCase(Locale.ROOT), absent -> new TreeSet<>())
                    .add(device);
            if (cabling.kinds(device).size() > 1) {
                add("duplicate-name", device, "it is told to be " + listed(cabling.kinds(device)));
            }
        }
        byLowerCase.values().stream()
                .filter(devices -> devices.size() > 1)
                .forEach(devices -> add(
                        "duplicate-name", devices.first(), listed(devices) + " differ only in upper and lower case"));
        cabling.sharedNames()
                .forEach((name, devices) -> add("duplicate-name", name, listed(devices) + " all bear this name"));
    }

    private void speeds() {
        TreeMap<String, Cable> firstByPair = new TreeMap<>();
        for (Cable cable : cabling.cables()) {
            Long planned = cable.plannedBitsPerSecond();
            Long seen = cable.seenBitsPerSecond();
            if (planned != null && seen != null && !planned.equals(seen)) {
                add("speed-mismatch", cable.link(), "planned " + gigabits(planned) + ", seen " + gigabits(seen));
            }
            Long a = cabling.portRate(cable.link().a());
            Long b = cabling.portRate(cable.link().b());
            if (a != null && b != null && !a.equals(b)) {
                add("speed-mismatch", cable.link(), "its ports run at " + gigabits(a) + " and " + gigabits(b));
            }
            Cable first = firstByPair.putIfAbsent(pair(cable.link()), cable);
            Long rate = cable.bitsPerSecond();
            Long rateOfFirst = first == null ? null : first.bitsPerSecond();
            if (first != null && rate != null && rateOfFirst != null && !rate.equals(rateOfFirst)) {
                add(
                        "speed-mismatch",
                        cable.link(),
                        gigabits(rate) + ", but its neighbour " + first.link() + " has " + gigabits(rateOfFirst));
            }
        }
    }

    private static String pair(LinkId link) {
        return link.a().device() + " " + link.b().device();
    }

    static String gigabits(@Nullable Long bitsPerSecond) {
        return bitsPerSecond == null
                ? "an unknown rate"
                : String.format(Locale.ROOT, "%.4g Gbit/s", bitsPerSecond / BITS_PER_GIGABIT);
    }

    private static String listed(Iterable<?> things) {
        List<String> texts = new ArrayList<>();
        things.forEach(thing -> texts.add(thing.toString()));
        return String.join(", ", texts);
    }

    private void add(String kind, Object subject, String detail) {
        problems.add(new Problem(kind, subject.toString(), detail));
    }
}
