package io.fabrictwin.ingest.parse.sonicdb;

import static io.fabrictwin.model.event.CounterName.ECN_MARKED_PACKETS;
import static io.fabrictwin.model.event.CounterName.PFC_RX_FRAMES;
import static io.fabrictwin.model.event.CounterName.PFC_RX_PAUSED_NS;
import static io.fabrictwin.model.event.CounterName.PFC_TX_FRAMES;
import static io.fabrictwin.model.event.CounterName.PFC_TX_PAUSED_NS;
import static io.fabrictwin.model.event.CounterName.RX_BYTES;
import static io.fabrictwin.model.event.CounterName.RX_ERRORS;
import static io.fabrictwin.model.event.CounterName.RX_PACKETS;
import static io.fabrictwin.model.event.CounterName.SYMBOL_ERRORS;
import static io.fabrictwin.model.event.CounterName.TX_BYTES;
import static io.fabrictwin.model.event.CounterName.TX_DROPPED_PACKETS;
import static io.fabrictwin.model.event.CounterName.TX_PACKETS;

import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Statistics of one object, by the names that the switch abstraction interface gives them. */
final class Statistics {
    private static final String PORT = "SAI_PORT_STAT_";
    private static final String QUEUE = "SAI_QUEUE_STAT_";
    private static final String GROUP = "SAI_INGRESS_PRIORITY_GROUP_STAT_";
    private static final long NS_PER_US = 1_000;

    private static final Map<String, String> OF_PORT = Map.of(
            "IF_IN_OCTETS", RX_BYTES,
            "IF_OUT_OCTETS", TX_BYTES,
            "IF_IN_ERRORS", RX_ERRORS,
            "IF_OUT_DISCARDS", TX_DROPPED_PACKETS,
            "IF_IN_FEC_SYMBOL_ERRORS", SYMBOL_ERRORS);
    private static final Map<String, String> OF_QUEUE = Map.of(
            "PACKETS", TX_PACKETS,
            "BYTES", TX_BYTES,
            "DROPPED_PACKETS", TX_DROPPED_PACKETS,
            "WRED_ECN_MARKED_PACKETS", ECN_MARKED_PACKETS);
    private static final Map<String, String> OF_WATCHDOG = Map.of(
            "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED", "pfcStormsDetected",
            "PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED", "pfcStormsRestored",
            "PFC_WD_QUEUE_STATS_TX_PACKETS", "stormTxPackets",
            "PFC_WD_QUEUE_STATS_TX_DROPPED_PACKETS", "stormTxDroppedPackets",
            "PFC_WD_QUEUE_STATS_RX_PACKETS", "stormRxPackets",
            "PFC_WD_QUEUE_STATS_RX_DROPPED_PACKETS", "stormRxDroppedPackets");
    private static final Pattern PFC = Pattern.compile("(?:EST_PORT_STAT_|SAI_PORT_STAT_)PFC_(\\d)_(.{2,60})");

    private final Readings readings;

    Statistics(DeviceId device) {
        this.readings = new Readings(device);
    }

    /** Adds what the statistics of a port tell. */
    void port(PortId port, Map<String, String> fields, Facts facts) {
        fields.forEach((field, value) -> {
            Long count = Figure.whole(value);
            Matcher pfc = PFC.matcher(field);
            if (pfc.matches() && count != null) {
                pause(port, Integer.parseInt(pfc.group(1)), field, pfc.group(2), count, fields);
            } else if (field.startsWith(PORT) && count != null) {
                readings.counter(port, null, OF_PORT.getOrDefault(field.substring(PORT.length()), field), count);
            }
        });
        readings.counter(port, null, RX_PACKETS, packets(fields, PORT + "IF_IN_"));
        readings.counter(port, null, TX_PACKETS, packets(fields, PORT + "IF_OUT_"));
        readings.drainTo(facts);
    }

    private static @Nullable Long packets(Map<String, String> fields, String prefix) {
        Long unicast = Figure.whole(fields.get(prefix + "UCAST_PKTS"));
        Long others = Figure.whole(fields.get(prefix + "NON_UCAST_PKTS"));
        return unicast == null || others == null || unicast > Long.MAX_VALUE - others
                ? null
                : Long.valueOf(unicast + others);
    }

    private void pause(PortId port, int priority, String field, String what, long count, Map<String, String> fields) {
        switch (what) {
            case "RX_PKTS" -> readings.counter(port, priority, PFC_RX_FRAMES, count);
            case "TX_PKTS" -> readings.counter(port, priority, PFC_TX_FRAMES, count);
            case "RX_PAUSE_DURATION_US" -> paused(port, priority, PFC_RX_PAUSED_NS, field, count, fields);
            case "TX_PAUSE_DURATION_US" -> paused(port, priority, PFC_TX_PAUSED_NS, field, count, fields);
            case "RX_PAUSE_DURATION" -> readings.counter(port, priority, "rxPauseQuanta", count);
            case "TX_PAUSE_DURATION" -> readings.counter(port, priority, "txPauseQuanta", count);
            case "RECENT_PAUSE_TIME_US" ->
                readings.gauge(port, "priority " + priority, "recentRxPauseUs", (double) count);
            case "RECENT_PAUSE_TIMESTAMP" -> {
                // When the newest pause was, not how many there were.
            }
            default -> readings.counter(port, priority, field, count);
        }
    }

    /** The chip's own count is believed before the estimate from polling. */
    private void paused(
            PortId port, int priority, String name, String field, long microseconds, Map<String, String> fields) {
        boolean isEstimate = field.startsWith("EST_");
        boolean hasExact = fields.containsKey("SAI_" + field.replaceFirst("EST_", ""));
        if ((!isEstimate || !hasExact) && microseconds <= Long.MAX_VALUE / NS_PER_US) {
            readings.counter(port, priority, name, microseconds * NS_PER_US);
        }
    }

    /** Adds what the statistics of a queue tell. */
    void queue(PortId port, int index, boolean isVirtual, Map<String, String> fields, Facts facts) {
        String prefix = isVirtual ? "voq " : "";
        fields.forEach((field, value) -> {
            Long count = Figure.whole(value);
            if (count != null && field.startsWith(QUEUE)) {
                queueStatistic(port, index, prefix, field.substring(QUEUE.length()), count);
            } else if (count != null && OF_WATCHDOG.containsKey(field)) {
                readings.counter(port, index, OF_WATCHDOG.get(field), count);
            }
        });
        Long depth = Figure.whole(fields.get(QUEUE + "CURR_OCCUPANCY_BYTES"));
        Long most = Figure.whole(fields.get(QUEUE + "SHARED_WATERMARK_BYTES"));
        most = most == null ? Figure.whole(fields.get(QUEUE + "WATERMARK_BYTES")) : most;
        if (!isVirtual && (depth != null || most != null)) {
            facts.add(new QueueObserved(facts.meta(), port, index, depth, most));
        }
        storm(port, index, fields, facts);
        readings.drainTo(facts);
    }

    private void queueStatistic(PortId port, int index, String prefix, String what, long count) {
        if (what.endsWith("WATERMARK_BYTES") || what.equals("CURR_OCCUPANCY_BYTES") || what.endsWith("_last")) {
            return;
        }
        if (what.contains("WATERMARK") || what.contains("OCCUPANCY") || what.endsWith("_LEVEL")) {
            readings.gauge(port, "queue " + index, QUEUE + what, (double) count);
        } else {
            readings.counter(port, index, prefix + OF_QUEUE.getOrDefault(what, QUEUE + what), count);
        }
    }

    private void storm(PortId port, int index, Map<String, String> fields, Facts facts) {
        String status = fields.get("PFC_WD_STATUS");
        Long restored = Figure.whole(fields.get("PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED"));
        if ("stormed".equals(status)) {
            facts.add(new PauseStormDetected(facts.meta(), port, index, fields.get("PFC_WD_ACTION")));
        } else if ("operational".equals(status) && restored != null && restored > 0) {
            facts.add(new PauseStormRestored(facts.meta(), port, index));
        }
    }

    /** Adds what the statistics of a priority group tell. */
    void group(PortId port, int index, Map<String, String> fields, Facts facts) {
        fields.forEach((field, value) -> {
            Long count = Figure.whole(value);
            if (count == null || !field.startsWith(GROUP)) {
                return;
            }
            String what = field.substring(GROUP.length());
            switch (what) {
                case "DROPPED_PACKETS" -> readings.counter(port, index, "rxPriorityGroupDroppedPackets", count);
                case "SHARED_WATERMARK_BYTES" -> groupGauge(port, index, "sharedWatermarkBytes", count);
                case "XOFF_ROOM_WATERMARK_BYTES" -> groupGauge(port, index, "headroomWatermarkBytes", count);
                default -> {
                    if (what.contains("WATERMARK") || what.contains("OCCUPANCY")) {
                        groupGauge(port, index, field, count);
                    } else {
                        readings.counter(port, index, field, count);
                    }
                }
            }
        });
        readings.drainTo(facts);
    }

    private void groupGauge(PortId port, int index, String name, long value) {
        readings.gauge(port, "priority group " + index, name, (double) value);
    }

    /** Adds gauges under names that a table lends its prefix, such as the user's watermarks. */
    void gauges(
            @Nullable PortId port, @Nullable String component, String prefix, Map<String, String> fields, Facts facts) {
        fields.forEach((field, value) -> {
            Double number = Figure.number(value);
            if (number != null && !field.endsWith("_last")) {
                readings.gauge(port, component, prefix + field, number);
            }
        });
        readings.drainTo(facts);
    }
}
