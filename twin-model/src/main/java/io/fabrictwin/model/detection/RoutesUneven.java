package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.ForwardingTables.Told;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds forwarding tables of InfiniBand switches that lead most of what goes up over one of several uplinks. */
final class RoutesUneven {
    /** With fewer uplinks half of all destinations on one is usual. */
    static final int LEAST_UPLINKS = 3;
    /** Of the destinations that are reached upwards; routing engines spread them evenly. */
    static final double LEAST_SHARE = 0.6;
    /** A table with fewer destinations above may be uneven by chance. */
    private static final int LEAST_DESTINATIONS = 8;

    private RoutesUneven() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        context.tables().forEach((device, table) -> {
            List<PortId> uplinks = context.surroundings().uplinks(device);
            Finding finding = uplinks.size() < LEAST_UPLINKS ? null : finding(context, device, uplinks, table);
            if (finding != null) {
                findings.add(finding);
            }
        });
        return findings;
    }

    private static @Nullable Finding finding(Context context, DeviceId device, List<PortId> uplinks, Told table) {
        SortedMap<String, Integer> destinations = new TreeMap<>();
        for (PortId uplink : uplinks) {
            destinations.put(uplink.name(), 0);
        }
        table.forEach((destination, port) -> destinations.computeIfPresent(port, (name, count) -> count + 1));
        int all = destinations.values().stream().mapToInt(Integer::intValue).sum();
        Map.Entry<String, Integer> most = null;
        for (Map.Entry<String, Integer> entry : destinations.entrySet()) {
            most = most == null || entry.getValue() > most.getValue() ? entry : most;
        }
        if (most == null || all < LEAST_DESTINATIONS || most.getValue() < LEAST_SHARE * all) {
            return null;
        }
        PortId port = new PortId(device, most.getKey());
        long sinceNs = table.sinceNs();
        return new Finding(
                context.frame().fabric(),
                FindingKind.ROUTES_UNEVEN,
                Severity.WARNING,
                sinceNs,
                null,
                List.of(device.value(), port.toString()),
                String.format(
                        Locale.ROOT,
                        "The forwarding table of %s leads %d of %d destinations above it over %s.",
                        device,
                        most.getValue(),
                        all,
                        port),
                List.of(String.format(
                        Locale.ROOT,
                        "table of %s since %s: %d of %d destinations over %s, though %d uplinks lead there",
                        device,
                        Suggestion.time(sinceNs),
                        most.getValue(),
                        all,
                        port,
                        uplinks.size())),
                null);
    }
}
