package io.fabrictwin.ingest.parse.nvue;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The leaves of one tree: counters and gauges of an interface, or settings. */
final class Tree {
    private static final Pattern COUNTED = Pattern.compile(
            ".*(?:packets|pkts|frames|discards?|drops?|errors?|counter|pause|octets|changes|bytes)(?:-.*)?");
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("rx-pfc-stats pause-packets", CounterName.PFC_RX_FRAMES),
            Map.entry("tx-pfc-stats pause-packets", CounterName.PFC_TX_FRAMES),
            Map.entry("tx-ecn-stats ecn-marked-packets", CounterName.ECN_MARKED_PACKETS),
            Map.entry("stats in-bytes", CounterName.RX_BYTES),
            Map.entry("stats out-bytes", CounterName.TX_BYTES),
            Map.entry("stats in-pkts", CounterName.RX_PACKETS),
            Map.entry("stats out-pkts", CounterName.TX_PACKETS),
            Map.entry("stats in-errors", CounterName.RX_ERRORS),
            Map.entry("stats out-drops", CounterName.TX_DROPPED_PACKETS));

    private final DeviceId device;
    private final @Nullable PortId port;
    private final Sink sink;
    private final Readings readings;
    private final Map<String, String> settings = new LinkedHashMap<>();

    Tree(DeviceId device, @Nullable String port, Sink sink) {
        this.device = device;
        this.port = port == null ? null : new PortId(device, port);
        this.sink = sink;
        this.readings = new Readings(device);
    }

    /** Takes the value of a leaf. */
    void take(List<String> path, String value) {
        String key = String.join(" ", path.subList(Math.max(0, path.size() - 2), path.size()));
        String whole = String.join(" ", path);
        PortId of = port;
        boolean isReading = whole.contains("stats") || whole.contains("counters") || whole.contains("usage");
        Long count = Figure.whole(value);
        if (of == null || !isReading) {
            settings.put(whole, value);
        } else if (count != null && COUNTED.matcher(path.get(path.size() - 1)).matches()) {
            readings.counter(of, null, NAMES.getOrDefault(key, whole), count);
        } else if (Figure.binaryBytes(value) != null) {
            readings.gauge(of, null, whole + " Bytes", Figure.binaryBytes(value));
        } else if (Figure.number(value) != null) {
            readings.gauge(of, null, whole, Figure.number(value));
        } else {
            sink.unread(path.get(path.size() - 1));
        }
    }

    void tell(Facts facts) {
        readings.drainTo(facts);
        Map<String, String> left = new TreeMap<>(settings);
        if (port != null) {
            link(port, left, facts);
        } else {
            ecn(left, facts);
            pfc(left, facts);
        }
        left.forEach((name, value) -> facts.tuned(device, port, name, value));
        settings.clear();
    }

    private static void link(PortId port, Map<String, String> left, Facts facts) {
        String state = first(left, "link oper-status", "oper-status");
        Long rate = Figure.bitsPerSecond(first(left, "link speed", "speed"));
        if (state != null) {
            facts.add(new PortStateObserved(facts.meta(), port, state.equals("up"), state, rate, null));
        }
        Long mtu = Figure.whole(first(left, "link mtu", "mtu"));
        String fec = first(left, "link fec", "fec");
        if (mtu != null || fec != null) {
            facts.add(new PortConfigured(
                    facts.meta(),
                    port,
                    null,
                    null,
                    mtu == null || mtu > Integer.MAX_VALUE ? null : mtu.intValue(),
                    fec,
                    null,
                    null));
        }
    }

    private static @Nullable String first(Map<String, String> left, String... keys) {
        String found = null;
        for (String key : keys) {
            String value = left.remove(key);
            found = found == null ? value : found;
        }
        return found;
    }

    /** Thresholds are shown rounded to three or four digits. */
    private void ecn(Map<String, String> left, Facts facts) {
        String classes = left.remove("congestion-control enabled-tc");
        Long least = rounded(left.remove("congestion-control min-threshold"));
        Long most = rounded(left.remove("congestion-control max-threshold"));
        String mode = left.get("congestion-control congestion-mode");
        if (classes == null) {
            return;
        }
        for (String one : classes.split(",", -1)) {
            Long queue = Figure.whole(one);
            if (queue != null && queue < 64) {
                facts.add(new EcnProfileSet(
                        facts.meta(),
                        device,
                        null,
                        queue.intValue(),
                        null,
                        mode == null ? null : Boolean.valueOf(mode.contains("ECN") || mode.contains("ecn")),
                        least,
                        most,
                        null));
            }
        }
    }

    private static @Nullable Long rounded(@Nullable String value) {
        Double bytes = Figure.binaryBytes(value);
        return bytes == null || bytes < 0 ? null : Long.valueOf(Math.round(bytes));
    }

    private void pfc(Map<String, String> left, Facts facts) {
        String priorities = left.remove("pfc pfc-priority");
        if (priorities == null) {
            return;
        }
        boolean isEnabled =
                "enabled".equals(left.get("pfc rx-enabled")) || "enabled".equals(left.get("pfc tx-enabled"));
        for (String one : priorities.split(",", -1)) {
            Long priority = Figure.whole(one);
            if (priority != null && priority < 8) {
                facts.add(new PfcProfileSet(
                        facts.meta(),
                        device,
                        null,
                        priority.intValue(),
                        null,
                        isEnabled,
                        null,
                        null,
                        null,
                        null,
                        null));
            }
        }
    }
}
