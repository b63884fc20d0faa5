package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.NameScheme;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One metric with its points. Cumulus sends counters as gauges of floats: which is which follows from the name. A float is
 * exact up to 2^53; a counter beyond has lost its low digits and is left out.
 */
final class OtlpMetric {
    private static final double MAX_EXACT = 0x1p53;
    /** Cumulus writes about 1e-254 where no bit error was measured. */
    private static final double LEAST_ERROR_RATE = 1e-200;

    private static final String PREFIX = "nvswitch_interface_";
    private static final long NS_PER_US = 1_000;

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("if_in_octets", CounterName.RX_BYTES),
            Map.entry("if_out_octets", CounterName.TX_BYTES),
            Map.entry("if_in_errors", CounterName.RX_ERRORS),
            Map.entry("if_out_discards", CounterName.TX_DROPPED_PACKETS),
            Map.entry("performance_marked_packets", CounterName.ECN_MARKED_PACKETS),
            Map.entry("tc_tx_ecn_marked_tc", CounterName.ECN_MARKED_PACKETS),
            Map.entry("tc_tx_octet", CounterName.TX_BYTES),
            Map.entry("tc_tx_frames", CounterName.TX_PACKETS),
            Map.entry("sp_rx_pause", CounterName.PFC_RX_FRAMES),
            Map.entry("sp_tx_pause", CounterName.PFC_TX_FRAMES));
    private static final Map<String, String> DURATIONS = Map.of(
            "sp_rx_pause_duration", CounterName.PFC_RX_PAUSED_NS,
            "sp_tx_pause_duration", CounterName.PFC_TX_PAUSED_NS);
    private static final Pattern COUNTER = Pattern.compile(
            ".*(?:_total|_pkts|_packets|_frames|_octets?|_bytes|_errors|_discards?|_jabbers|_fragments|_collisions|_pause"
                    + "|_count|_corrections|_wait|_transmitted_ok|_received_ok|_discard_uc|_marked_tc|_hoq|_drops?)");

    private final JsonNode metric;
    private final Sink sink;
    private final String name;

    OtlpMetric(JsonNode metric, Sink sink) {
        this.metric = metric;
        this.sink = sink;
        this.name = metric.path("name").asText("");
    }

    void tell(Samples samples) {
        for (String kind : new String[] {"gauge", "sum"}) {
            boolean isCounter = kind.equals("sum")
                    && (metric.path(kind).path("isMonotonic").asBoolean()
                            || metric.path(kind).path("is_monotonic").asBoolean());
            JsonNode points = metric.path(kind).path("dataPoints");
            for (JsonNode point : points.isMissingNode() ? metric.path(kind).path("data_points") : points) {
                tell(point, isCounter, samples);
            }
        }
        if (!metric.has("gauge") && !metric.has("sum")) {
            sink.unread(
                    metric.has("histogram") || metric.has("exponentialHistogram")
                            ? "histogram"
                            : "metric without points");
        }
    }

    static SortedMap<String, String> attributes(JsonNode attributes) {
        SortedMap<String, String> told = new TreeMap<>();
        for (JsonNode attribute : attributes) {
            for (JsonNode value : attribute.path("value")) {
                told.put(attribute.path("key").asText(""), value.asText());
            }
        }
        return told;
    }

    private void tell(JsonNode point, boolean isSum, Samples samples) {
        SortedMap<String, String> attributes = attributes(point.path("attributes"));
        String port = attributes.remove("interface");
        if (port == null) {
            port = attributes.remove("port");
        }
        Double value = value(point);
        if ((port != null && !Samples.isName(port)) || value == null) {
            sink.unread("point without a value");
            return;
        }
        Integer priority = priority(attributes);
        Long timeNs = time(point);
        Samples.Place place = new Samples.Place(port, priority, null, timeNs);
        String stem = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        if (stem.equals("oper_state") && port != null) {
            samples.state(place, value == 1, value == 1 ? "up" : value == 2 ? "down" : null, null);
        } else if (stem.endsWith("_info")) {
            tellInfo(stem, attributes, place, samples);
        } else if (stem.endsWith("_ber") && value < LEAST_ERROR_RATE) {
            sink.unread("bit error rate that was not measured");
        } else if (port != null && (isSum || COUNTER.matcher(stem).matches() || DURATIONS.containsKey(stem))) {
            tellCounter(stem, value, attributes, place, samples);
        } else {
            String component = attributes.isEmpty() ? null : attributes.toString();
            samples.gauge(new Samples.Place(port, null, component(component, priority), timeNs), name, value);
        }
    }

    private static @Nullable String component(@Nullable String component, @Nullable Integer priority) {
        String told = component == null ? null : component.substring(1, component.length() - 1);
        return priority == null ? told : told == null ? "priority " + priority : "priority " + priority + ", " + told;
    }

    private void tellInfo(String stem, Map<String, String> attributes, Samples.Place place, Samples samples) {
        String address = attributes.get("address");
        if (stem.equals("hw_address_info") && address != null) {
            samples.name(
                    new Samples.Place(place.port(), null, null, place.timeNs()),
                    NameScheme.MAC,
                    address.toLowerCase(Locale.ROOT));
        } else {
            sink.unread(stem);
        }
    }

    private void tellCounter(
            String stem, double value, SortedMap<String, String> attributes, Samples.Place place, Samples samples) {
        if (value < 0 || value > MAX_EXACT || value != Math.rint(value)) {
            sink.unread("counter that is not exact");
            return;
        }
        String known = NAMES.get(stem);
        String duration = DURATIONS.get(stem);
        boolean isInMicroseconds = metric.path("unit").asText("").equals("us")
                || metric.path("description")
                        .asText("")
                        .toLowerCase(Locale.ROOT)
                        .contains("microsec");
        long whole = (long) value;
        if (duration != null && isInMicroseconds) {
            samples.counter(place, duration, whole * NS_PER_US);
        } else if (known != null && attributes.isEmpty()) {
            samples.counter(place, known, whole);
        } else {
            samples.counter(place, attributes.isEmpty() ? name : name + attributes, whole);
        }
    }

    /** Removes the attribute that tells the priority, where one does. */
    private static @Nullable Integer priority(Map<String, String> attributes) {
        for (String key : new String[] {"priority", "tc", "traffic_class", "traffic-class", "pg"}) {
            String told = attributes.get(key);
            if (told != null && told.matches("\\d{1,2}")) {
                attributes.remove(key);
                return Integer.valueOf(told);
            }
        }
        return null;
    }

    private static @Nullable Double value(JsonNode point) {
        for (String key : new String[] {"asDouble", "asInt", "as_double", "as_int"}) {
            JsonNode value = point.path(key);
            if (value.isNumber() || value.asText("").matches("-?\\d{1,19}")) {
                double told = value.isNumber() ? value.asDouble() : Double.parseDouble(value.asText());
                return Double.isFinite(told) ? Double.valueOf(told) : null;
            }
        }
        return null;
    }

    private static @Nullable Long time(JsonNode point) {
        String told =
                point.path("timeUnixNano").asText(point.path("time_unix_nano").asText(""));
        return told.matches("[1-9]\\d{0,17}|[1-8]\\d{18}") ? Long.valueOf(told) : null;
    }
}
