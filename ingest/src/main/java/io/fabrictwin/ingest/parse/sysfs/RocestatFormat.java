package io.fabrictwin.ingest.parse.sysfs;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The RoCE counters of one host as JSON: groups of counters, each with a value by port ({@code mlx5_0_1}), as Performance
 * Co-Pilot's {@code rocestat} collects them.
 *
 * <p>A record is a port with all its counters. The host is named as the input.
 */
public final class RocestatFormat implements Format {
    private static final Pattern PORT = Pattern.compile("([A-Za-z][\\w.-]{0,60}?)_(\\d{1,3})");
    private static final Pattern MARK =
            Pattern.compile("\"(?:hw_link|hw_rcv|hw_xmit|hw_req)\"\\s*:\\s*\\{\\s*\"\\w+\"\\s*:\\s*\\{");

    @Override
    public String name() {
        return "pcp-rocestat";
    }

    @Override
    public String emittedBy() {
        return "Performance Co-Pilot, rocestat";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(PortCountersObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.read(input);
        Map<String, HardwareCounters> ports = new TreeMap<>();
        for (JsonNode value : document.values()) {
            collect(value, ports, sink);
        }
        DeviceId host = new DeviceId(InputName.plain(input));
        long record = 0;
        for (Map.Entry<String, HardwareCounters> entry : ports.entrySet()) {
            Matcher port = PORT.matcher(entry.getKey());
            if (port.matches()) {
                Facts facts = new Facts(input.context(), record, null);
                SortedMap<String, Long> counts = entry.getValue().counts();
                PortId portId = new PortId(host, port.group(1) + ":" + port.group(2));
                if (!counts.isEmpty()) {
                    facts.add(meta -> new PortCountersObserved(meta, portId, null, counts));
                }
                sink.accepted(record++, "port " + entry.getKey(), facts.events());
            } else {
                sink.rejected(
                        record++,
                        "port " + entry.getKey(),
                        RejectCode.BAD_VALUE,
                        "'" + entry.getKey() + "' is not the name of an adapter and the number of a port",
                        entry.getKey().getBytes(StandardCharsets.UTF_8));
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.rejected(
                    0, "document", RejectCode.MISSING_FIELD, "there is no port with a counter in it", new byte[0]);
        }
    }

    private static void collect(JsonNode groups, Map<String, HardwareCounters> ports, Sink sink) {
        for (Map.Entry<String, JsonNode> group : groups.properties()) {
            for (Map.Entry<String, JsonNode> counter : group.getValue().properties()) {
                for (Map.Entry<String, JsonNode> value : counter.getValue().properties()) {
                    HardwareCounters counters = ports.computeIfAbsent(value.getKey(), port -> new HardwareCounters());
                    if (!counters.put(counter.getKey(), value.getValue().asText())) {
                        sink.unread(counter.getKey());
                    }
                }
            }
        }
    }
}
