package io.fabrictwin.ingest.parse.sonictopo;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Facts of a test bed's switches in JSON. A record is a port, or a part that is not read. */
final class StatusReader {
    private static final int MAX_DEPTH = 20;

    private final Input input;
    private final Sink sink;
    private long record;

    StatusReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
    }

    void read() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        for (JsonNode value : document.values()) {
            walk(InputName.plain(input), value, 0);
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.accepted(record, "document", List.of());
        }
    }

    private void walk(String device, JsonNode node, int depth) {
        for (Map.Entry<String, JsonNode> part : node.properties()) {
            JsonNode value = part.getValue();
            if (value.isObject() && value.has("oper_state")) {
                port(device, part.getKey(), value);
            } else if (value.isObject() && depth < MAX_DEPTH) {
                boolean isDevice = value.has("intf_status");
                String name = Name.clean(part.getKey());
                walk(isDevice && name != null ? name : device, value, depth + 1);
            } else {
                sink.unread("fact of a test bed");
            }
        }
    }

    private void port(String device, String key, JsonNode node) {
        String name = Name.clean(key);
        Facts facts = new Facts(input.context(), record, null);
        if (name != null) {
            PortId port = new PortId(new DeviceId(device), name);
            String alias = told(node, "alias");
            Long rate = Figure.bitsPerSecond(told(node, "speed"));
            if (alias != null) {
                facts.add(new PortDiscovered(facts.meta(), port, rate, alias, null));
            }
            String state = told(node, "oper_state");
            facts.add(new PortStateObserved(facts.meta(), port, isUp(state), state, rate, null));
            String admin = told(node, "admin_state");
            if (admin != null) {
                facts.add(new PortConfigured(
                        facts.meta(), port, isUp(admin), null, null, told(node, "fec"), alias, null));
            }
        }
        sink.accepted(record++, "port '" + key + "' of " + device, facts.events());
    }

    private static @Nullable String told(JsonNode node, String field) {
        String text = node.path(field).asText("");
        return Figure.isAbsent(text) ? null : text;
    }

    private static @Nullable Boolean isUp(@Nullable String word) {
        return "up".equals(word) ? Boolean.TRUE : "down".equals(word) ? Boolean.FALSE : null;
    }
}
