package io.fabrictwin.ingest.parse.soniccli;

import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rows of {@code show pfcwd stats} and {@code show pfcwd config}. */
final class WatchdogRow {
    private static final Pattern QUEUE = Pattern.compile("([A-Za-z][\\w./-]*):(\\d{1,2})");
    private static final long NS_PER_MS = 1_000_000;

    private WatchdogRow() {}

    static boolean isStatistics(List<String> headings) {
        return headings.contains("STORM DETECTED/RESTORED");
    }

    static boolean isConfiguration(List<String> headings) {
        return headings.contains("DETECTION TIME");
    }

    /** Adds what a row of statistics tells; false: it names no queue. */
    static boolean statistics(List<String> headings, List<String> cells, DeviceId device, Facts facts) {
        Matcher queue = QUEUE.matcher(cell(headings, cells, "QUEUE"));
        if (!queue.matches()) {
            return false;
        }
        PortId port = new PortId(device, queue.group(1));
        int priority = Integer.parseInt(queue.group(2));
        Readings readings = new Readings(device);
        pair(
                readings,
                port,
                priority,
                cell(headings, cells, "STORM DETECTED/RESTORED"),
                "pfcStormsDetected",
                "pfcStormsRestored");
        pair(readings, port, priority, cell(headings, cells, "TX OK/DROP"), "stormTxPackets", "stormTxDroppedPackets");
        pair(readings, port, priority, cell(headings, cells, "RX OK/DROP"), "stormRxPackets", "stormRxDroppedPackets");
        String status = cell(headings, cells, "STATUS").toLowerCase(Locale.ROOT);
        Long restored = readings.counterOf(port, priority, "pfcStormsRestored");
        if (status.equals("stormed")) {
            facts.add(new PauseStormDetected(facts.meta(), port, priority, null));
        } else if (status.equals("operational") && restored != null && restored > 0) {
            facts.add(new PauseStormRestored(facts.meta(), port, priority));
        }
        readings.drainTo(facts);
        return true;
    }

    /** Adds what a row of the configuration tells; false: it names no port. */
    static boolean configuration(List<String> headings, List<String> cells, DeviceId device, Facts facts) {
        String name = cell(headings, cells, "PORT");
        if (name.isEmpty()) {
            return false;
        }
        String action = cell(headings, cells, "ACTION");
        facts.add(new PfcWatchdogSet(
                facts.meta(),
                device,
                new PortId(device, name),
                Figure.isAbsent(action) ? null : action.toLowerCase(Locale.ROOT),
                ns(cell(headings, cells, "DETECTION TIME")),
                ns(cell(headings, cells, "RESTORATION TIME")),
                null));
        return true;
    }

    static @Nullable Long ns(String milliseconds) {
        Long value = Figure.whole(milliseconds);
        return value == null || value > Long.MAX_VALUE / NS_PER_MS ? null : Long.valueOf(value * NS_PER_MS);
    }

    private static void pair(Readings readings, PortId port, int priority, String cell, String first, String second) {
        int slash = cell.indexOf('/');
        if (slash > 0) {
            readings.counter(port, priority, first, Figure.whole(cell.substring(0, slash)));
            readings.counter(port, priority, second, Figure.whole(cell.substring(slash + 1)));
        }
    }

    private static String cell(List<String> headings, List<String> cells, String heading) {
        int column = headings.indexOf(heading);
        return column < 0 ? "" : cells.get(column).strip();
    }
}
