package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.MicroburstObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One row: a tree of named values, in which keys and content, tables and rows lie at any depth. */
final class MdtRow {
    private static final int MAX_DEPTH = 100;
    private static final List<String> PORT_NAMES =
            List.of("interfaceName", "interface-name", "interface_name", "interface", "name", "id");
    private static final Pattern PORT = Pattern.compile("[A-Za-z][A-Za-z-]*\\d[\\d/.:]*");
    private static final Pattern QUEUE = Pattern.compile("(?:queue-|q|qos-group-)?(\\d{1,3})");
    /** A queue number that stands for none. */
    private static final int NO_QUEUE = 255;

    private static final Map<String, String> COUNTERS = Map.ofEntries(
            Map.entry("bytes-received", CounterName.RX_BYTES),
            Map.entry("bytes-sent", CounterName.TX_BYTES),
            Map.entry("packets-received", CounterName.RX_PACKETS),
            Map.entry("packets-sent", CounterName.TX_PACKETS),
            Map.entry("output-drops", CounterName.TX_DROPPED_PACKETS),
            Map.entry("input-errors", CounterName.RX_ERRORS),
            Map.entry("in-octets", CounterName.RX_BYTES),
            Map.entry("out-octets", CounterName.TX_BYTES),
            Map.entry("in-pkts", CounterName.RX_PACKETS),
            Map.entry("out-pkts", CounterName.TX_PACKETS),
            Map.entry("out-discards", CounterName.TX_DROPPED_PACKETS),
            Map.entry("in-errors", CounterName.RX_ERRORS),
            Map.entry("txBytes", CounterName.TX_BYTES),
            Map.entry("txPackets", CounterName.TX_PACKETS),
            Map.entry("dropPackets", CounterName.TX_DROPPED_PACKETS),
            Map.entry("randEcnMarkedPackets", CounterName.ECN_MARKED_PACKETS),
            Map.entry("pfcRxPpp", CounterName.PFC_RX_FRAMES),
            Map.entry("pfcTxPpp", CounterName.PFC_TX_FRAMES));
    private static final List<String> KEPT_RAW = List.of("dropBytes", "randDropPackets", "crc-errors", "input-drops");

    private final Samples samples;
    private final DeviceId device;
    private final @Nullable Long timeNs;
    private final Sink sink;
    private final List<Burst> bursts = new ArrayList<>();

    private record Burst(String port, @Nullable Integer priority, String queue, Map<String, String> values) {}

    MdtRow(Samples samples, DeviceId device, @Nullable Long timeNs, Sink sink) {
        this.samples = samples;
        this.device = device;
        this.timeNs = timeNs;
        this.sink = sink;
    }

    void read(JsonNode row) {
        read(row, new TreeMap<>(), 0);
        if (row.path("delete").asBoolean()) {
            sink.unread("delete");
        }
    }

    /** Reads a level; what it names is known to the levels below it, and keys stand beside the content. */
    private void read(JsonNode node, Map<String, String> above, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        Map<String, String> values = new TreeMap<>();
        List<JsonNode> deeper = new ArrayList<>();
        for (JsonNode field : node.path("fields")) {
            String name = field.path("name").asText("");
            String value = value(field);
            if (field.has("fields")) {
                if (name.equals("keys")) {
                    field.path("fields").forEach(key -> {
                        String told = value(key);
                        if (told != null) {
                            values.put(key.path("name").asText(""), told);
                        }
                    });
                } else {
                    deeper.add(field);
                }
            } else if (value != null && !name.isEmpty()) {
                values.put(name, value);
            }
        }
        Map<String, String> known = new TreeMap<>(above);
        known.putAll(values);
        tell(values, known);
        deeper.forEach(each -> read(each, known, depth + 1));
    }

    private void tell(Map<String, String> values, Map<String, String> known) {
        String port = port(known);
        String queue = known.getOrDefault("queue", known.getOrDefault("queueId", ""));
        Matcher number = QUEUE.matcher(queue);
        Integer told = number.matches() ? Integer.valueOf(number.group(1)) : null;
        Integer priority = told == null || told >= NO_QUEUE ? null : told;
        if (port == null) {
            values.keySet().forEach(name -> sink.unread("field " + name.replaceAll("\\p{Cntrl}", "?")));
            return;
        }
        if (values.containsKey("peak") && values.containsKey("duration")) {
            bursts.add(new Burst(port, priority, queue, values));
            return;
        }
        Samples.Place place = new Samples.Place(port, priority, null, timeNs);
        values.forEach((name, value) -> {
            boolean isCounter = (COUNTERS.containsKey(name) || KEPT_RAW.contains(name)) && value.matches("\\d{1,18}");
            if (isCounter) {
                samples.counter(place, COUNTERS.getOrDefault(name, name), Long.parseLong(value));
            } else if (name.equals("oper-status") || name.equals("operSt") || name.equals("state")) {
                samples.state(place, value.equalsIgnoreCase("up"), value, null);
            } else if (!PORT_NAMES.contains(name)) {
                sink.unread("field " + name.replaceAll("\\p{Cntrl}", "?"));
            }
        });
    }

    private static @Nullable String port(Map<String, String> known) {
        for (String name : PORT_NAMES) {
            String told = known.get(name);
            if (told != null && PORT.matcher(told).matches()) {
                return told;
            }
        }
        return null;
    }

    /** The burst's own time; those of its begin and end are written day first and without fractions. */
    private @Nullable Long time(@Nullable String text) {
        Long told = text == null ? null : LogTime.before(text);
        return told == null ? timeNs : told;
    }

    private static @Nullable String value(JsonNode field) {
        for (Map.Entry<String, JsonNode> each : field.properties()) {
            if (each.getKey().endsWith("Value") || each.getKey().endsWith("_value")) {
                return each.getValue().asText();
            }
        }
        return null;
    }

    /** Everything gathered, as the events of a record. */
    List<FabricEvent> events(EventContext context, long record) {
        List<FabricEvent> events = new ArrayList<>();
        for (Burst burst : bursts) {
            Long burstNs = time(burst.values().get("ts"));
            events.add(new MicroburstObserved(
                    context.meta(record, events.size(), burstNs),
                    new PortId(device, burst.port()),
                    burst.priority(),
                    null,
                    null,
                    null));
            for (String name : List.of("peak", "threshold", "endDepth", "duration")) {
                String value = burst.values().getOrDefault(name, "");
                if (value.matches("\\d{1,15}")) {
                    samples.gauge(
                            new Samples.Place(burst.port(), null, "microburst " + burst.queue(), burstNs),
                            name,
                            Double.parseDouble(value));
                }
            }
        }
        events.addAll(samples.events(context, record, events.size()));
        return events;
    }
}
