package io.fabrictwin.ingest.parse.nos;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON: every object whose keys are interfaces, and every entry of a list that names its interface. Such an
 * interface is a record.
 */
final class NosJson {
    private static final long NS_PER_MS = 1_000_000;
    private static final int MAX_DEPTH = 40;
    private static final Pattern INTERFACE = Pattern.compile(
            "(?:[A-Za-z][A-Za-z-]{1,24}\\d[\\d/.:]*|[a-z]{2,3}-\\d{1,3}/\\d{1,3}/\\d{1,3}[\\d.:]*|mgmt\\d|lo\\d?)");
    private static final Pattern IP_LINK =
            Pattern.compile("\\d{1,6}: ([\\w.-]{1,20})(?:@[\\w.-]{1,20})?: <([A-Z_,-]{1,200})> mtu \\d.*");
    private static final Pattern IP_ADDRESS = Pattern.compile("\\s+link/ether ([0-9a-f:]{17}) .*");

    private final Input input;
    private final Sink sink;
    private DeviceId device;
    private @Nullable Long timeNs;
    private long record;

    NosJson(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
    }

    void read() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        for (JsonNode value : document.values()) {
            walk(value, 0);
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.accepted(record, "document", List.of());
            sink.unread("answer without interfaces");
        }
    }

    private void walk(JsonNode node, int depth) throws IOException {
        if (depth > MAX_DEPTH || !node.isContainerNode()) {
            return;
        }
        if (node.isObject() && node.has("data") && node.has("hostname")) {
            capture(node, depth);
        } else if (node.isObject() && isByInterface(node)) {
            node.properties().forEach(entry -> port(entry.getKey(), entry.getValue()));
        } else if (node.isObject() && interfaceOf(node) != null) {
            port(String.valueOf(interfaceOf(node)), node);
        } else {
            for (JsonNode part : node) {
                walk(part, depth + 1);
            }
        }
    }

    private static boolean isByInterface(JsonNode node) {
        if (node.isEmpty()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            if (!INTERFACE.matcher(entry.getKey()).matches()
                    || !entry.getValue().isObject()) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String interfaceOf(JsonNode node) {
        for (String key : List.of("name", "interface", "if_name", "if-name", "intf")) {
            String name = leaf(node.path(key));
            if (name != null && INTERFACE.matcher(name.strip()).matches() && node.size() > 2) {
                return name.strip();
            }
        }
        return null;
    }

    private void port(String name, JsonNode node) {
        Facts facts = new Facts(input.context(), record, timeNs);
        PortFields fields = new PortFields(device, name, sink);
        gather(fields, new ArrayList<>(), node);
        fields.tell(facts);
        sink.accepted(record++, device + ":" + name, facts.events());
    }

    private static void gather(PortFields fields, List<String> path, JsonNode node) {
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            path.add(entry.getKey());
            String value = leaf(entry.getValue());
            if (value != null) {
                fields.take(path, value);
            } else if (entry.getValue().isObject()) {
                gather(fields, path, entry.getValue());
            } else if (entry.getValue().isArray() && !entry.getKey().equals("logical-interface")) {
                list(fields, path, entry.getValue());
            }
            path.remove(path.size() - 1);
        }
    }

    /** Parts of a list are told apart by their number; a queue has its own. */
    private static void list(PortFields fields, List<String> path, JsonNode list) {
        for (int i = 0; i < list.size(); i++) {
            JsonNode part = list.get(i);
            String queue = leaf(part.path("queue-number"));
            String chip = part.path("description").path("phyChipName").asText("");
            String location = part.path("description").path("location").asText("");
            boolean isNamed = list.size() > 1 || queue != null;
            if (isNamed) {
                path.add(
                        queue != null
                                ? "queue " + queue
                                : chip.isEmpty() ? "part " + (i + 1) : (chip + " " + location).strip());
            }
            if (part.isObject()) {
                gather(fields, path, part);
            }
            if (isNamed) {
                path.remove(path.size() - 1);
            }
        }
    }

    /** A value, or the one that Junos wraps in a list; null: it is neither. */
    private static @Nullable String leaf(JsonNode node) {
        if (node.isValueNode()) {
            return node.isNull() ? null : node.asText();
        }
        if (node.isArray() && node.size() == 1) {
            JsonNode only = node.get(0);
            JsonNode value = only.isObject() ? only.path("data") : only;
            return value.isValueNode() && !value.isNull() ? value.asText() : null;
        }
        return null;
    }

    /** What one device answered, with who it is and when. */
    private void capture(JsonNode node, int depth) throws IOException {
        String host = Name.clean(node.path("hostname").asText());
        JsonNode time = node.path("timestamp");
        device = host == null ? device : new DeviceId(host);
        timeNs = time.isIntegralNumber() && time.asLong() > 0 && time.asLong() < Long.MAX_VALUE / NS_PER_MS
                ? Long.valueOf(time.asLong() * NS_PER_MS)
                : null;
        long before = record;
        JsonNode data = node.path("data");
        if (!data.isTextual()) {
            walk(data, depth + 1);
        } else if (data.asText().stripLeading().startsWith("{")
                || data.asText().stripLeading().startsWith("[")) {
            JsonDocument inner = JsonDocument.read(data.asText().getBytes(StandardCharsets.UTF_8));
            for (JsonNode value : inner.values()) {
                walk(value, depth + 1);
            }
            if (inner.refusal() != null) {
                inner.refusal().reject(record++, sink);
            }
        } else {
            ipLinks(data.asText());
        }
        if (record == before) {
            sink.accepted(record++, "answer of " + device, List.of());
        }
    }

    /** Linux hosts among the switches. */
    private void ipLinks(String text) {
        PortId port = null;
        for (String line : text.lines().toList()) {
            Matcher link = IP_LINK.matcher(line);
            Matcher address = IP_ADDRESS.matcher(line);
            if (link.matches()) {
                port = new PortId(device, link.group(1));
                boolean isUp = link.group(2).contains("LOWER_UP");
                Facts facts = new Facts(input.context(), record, timeNs);
                facts.add(new PortStateObserved(facts.meta(), port, isUp, isUp ? "up" : "down", null, null));
                sink.accepted(record++, port.toString(), facts.events());
            } else if (port != null && address.matches()) {
                Facts facts = new Facts(input.context(), record, timeNs);
                facts.named(device, port, NameScheme.MAC, Name.mac(address.group(1)));
                sink.accepted(record++, port + " address", facts.events());
            }
        }
    }
}
