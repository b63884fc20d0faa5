package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.ForwardingTables.Told;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * InfiniBand: finds destinations that a switch does not know though most others do (a hole), and switches that send a
 * destination round in a ring (a loop). A switch whose table was not told is unknown: a walk ends there.
 */
final class RoutesBroken {
    /** With fewer tables nobody can say which of them lacks a line. */
    static final int LEAST_TABLES = 3;

    private static final int UNKNOWN = -1;
    private static final int NONE = -2;
    /** Destinations that are named one by one. */
    private static final int MOST_NAMED = 8;

    private RoutesBroken() {}

    static List<Finding> of(Context context) {
        SortedMap<DeviceId, Told> tables = context.tables();
        if (tables.isEmpty()) {
            return List.of();
        }
        List<DeviceId> switches = List.copyOf(tables.keySet());
        Map<DeviceId, Integer> places = new TreeMap<>();
        for (int place = 0; place < switches.size(); place++) {
            places.put(switches.get(place), place);
        }
        SortedMap<Integer, int[]> nextByDestination = new TreeMap<>();
        for (int place = 0; place < switches.size(); place++) {
            DeviceId device = switches.get(place);
            Map<String, Integer> nextByPort = new TreeMap<>();
            for (PortId port : context.surroundings().ports(device)) {
                PortId neighbour = context.surroundings().neighbour(port);
                nextByPort.put(
                        port.name(), neighbour == null ? UNKNOWN : places.getOrDefault(neighbour.device(), UNKNOWN));
            }
            int own = place;
            tables.getOrDefault(device, new Told(new TreeMap<>(), 0))
                    .forEach((destination, port) ->
                            nextByDestination.computeIfAbsent(destination, id -> none(switches.size()))[own] =
                                    nextByPort.getOrDefault(port, UNKNOWN));
        }
        List<Finding> findings = new ArrayList<>(holes(context, tables, switches, nextByDestination));
        findings.addAll(loops(context, tables, switches, nextByDestination));
        return findings;
    }

    private static int[] none(int count) {
        int[] next = new int[count];
        Arrays.fill(next, NONE);
        return next;
    }

    private static List<Finding> holes(
            Context context,
            SortedMap<DeviceId, Told> tables,
            List<DeviceId> switches,
            SortedMap<Integer, int[]> nextByDestination) {
        SortedMap<DeviceId, List<Integer>> missing = new TreeMap<>();
        nextByDestination.forEach((destination, next) -> {
            long known = Arrays.stream(next).filter(place -> place != NONE).count();
            for (int place = 0; place < next.length; place++) {
                if (next[place] == NONE && next.length >= LEAST_TABLES && 2 * known > next.length) {
                    missing.computeIfAbsent(switches.get(place), device -> new ArrayList<>())
                            .add(destination);
                }
            }
        });
        List<Finding> findings = new ArrayList<>();
        missing.forEach((device, destinations) -> findings.add(finding(
                context,
                sinceNs(tables, List.of(device)),
                List.of(device.value()),
                "The forwarding table of " + device + " does not lead to " + destinations.size()
                        + " destinations that most others know.",
                "LID " + named(destinations) + " have no port in the table of " + device)));
        return findings;
    }

    private static List<Finding> loops(
            Context context,
            SortedMap<DeviceId, Told> tables,
            List<DeviceId> switches,
            SortedMap<Integer, int[]> nextByDestination) {
        Map<SortedSet<Integer>, List<Integer>> destinationsByRing = new LinkedHashMap<>();
        nextByDestination.forEach((destination, next) -> ring(next, destination, destinationsByRing));
        List<Finding> findings = new ArrayList<>();
        destinationsByRing.forEach((ring, destinations) -> {
            List<DeviceId> devices = ring.stream().map(switches::get).toList();
            findings.add(finding(
                    context,
                    sinceNs(tables, devices),
                    devices.stream().map(DeviceId::value).toList(),
                    "Forwarding tables send " + destinations.size() + " destinations round in a ring of "
                            + devices.size() + " switches.",
                    "LID " + named(destinations) + " never leave "
                            + String.join(
                                    ", ", devices.stream().map(DeviceId::value).toList())));
        });
        return findings;
    }

    /** Follows the next switch from every switch; each is visited once. */
    private static void ring(int[] next, int destination, Map<SortedSet<Integer>, List<Integer>> destinationsByRing) {
        int[] walk = new int[next.length];
        for (int start = 0; start < next.length; start++) {
            int at = start;
            while (at >= 0 && walk[at] == 0) {
                walk[at] = start + 1;
                at = next[at];
            }
            if (at >= 0 && walk[at] == start + 1) {
                SortedSet<Integer> ring = new TreeSet<>();
                while (ring.add(at)) {
                    at = next[at];
                }
                destinationsByRing
                        .computeIfAbsent(ring, id -> new ArrayList<>())
                        .add(destination);
            }
        }
    }

    /** Since the newest table of them stands. */
    private static long sinceNs(SortedMap<DeviceId, Told> tables, List<DeviceId> devices) {
        long sinceNs = 0;
        for (DeviceId device : devices) {
            Told table = tables.get(device);
            sinceNs = table == null ? sinceNs : Math.max(sinceNs, table.sinceNs());
        }
        return sinceNs;
    }

    private static String named(List<Integer> destinations) {
        String first = String.join(
                ", ",
                destinations.stream().limit(MOST_NAMED).map(String::valueOf).toList());
        return destinations.size() > MOST_NAMED
                ? first + " and " + (destinations.size() - MOST_NAMED) + " more"
                : first;
    }

    private static Finding finding(
            Context context, long sinceNs, List<String> entities, String summary, String evidence) {
        return new Finding(
                context.frame().fabric(),
                FindingKind.ROUTES_BROKEN,
                Severity.CRITICAL,
                sinceNs,
                null,
                entities,
                summary,
                List.of(evidence + ", since " + Suggestion.time(sinceNs)),
                null);
    }
}
