package io.fabrictwin.ingest.parse.lldp;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON of network systems, of lldpctl, of libraries, and captures of a whole fabric with the text of each device. */
final class NeighbourJson {
    private static final long NS_PER_MS = 1_000_000;
    private static final List<String> NEIGHBOURS =
            List.of("lldpNeighborInfo", "ROW_nbor", "ROW_nbor_detail", "lldp-neighbor-information");

    private final Input input;
    private final Sink sink;
    private DeviceId device;
    private @Nullable Long timeNs;
    private long record;

    NeighbourJson(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
    }

    void read() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        for (JsonNode value : document.values()) {
            walk("", value);
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.accepted(record, "document", List.of());
        }
    }

    private void walk(String key, JsonNode node) throws IOException {
        if (node.isArray()) {
            for (JsonNode part : node) {
                if (isNeighbour(key, part)) {
                    neighbour(key, part);
                } else {
                    walk(key, part);
                }
            }
        } else if (node.isObject() && node.has("data") && node.has("hostname")) {
            capture(node);
        } else if (node.isObject() && isNeighbour(key, node)) {
            neighbour(key, node);
        } else if (node.isObject()) {
            for (Map.Entry<String, JsonNode> part : node.properties()) {
                if (part.getKey().equals("lldp") && part.getValue().isContainerNode()) {
                    lldpctl(part.getValue());
                } else {
                    walk(
                            NEIGHBOURS.contains(part.getKey()) ? key + "\n" + part.getKey() : part.getKey(),
                            part.getValue());
                }
            }
        }
    }

    private static boolean isNeighbour(String key, JsonNode node) {
        return node.isObject()
                && (NEIGHBOURS.contains(key.substring(key.indexOf('\n') + 1))
                        || node.has("neighborDevice")
                        || node.has("remote_chassis_id")
                        || node.has("remote_system_name")
                        || (node.has("hostname") && node.has("port") && node.size() == 2));
    }

    /** What one device answered, with who it is and when. */
    private void capture(JsonNode node) throws IOException {
        String host = Name.clean(node.path("hostname").asText());
        JsonNode time = node.path("timestamp");
        device = host == null ? device : new DeviceId(host);
        timeNs = time.isIntegralNumber() && time.asLong() > 0 && time.asLong() < Long.MAX_VALUE / NS_PER_MS
                ? Long.valueOf(time.asLong() * NS_PER_MS)
                : null;
        long before = record;
        JsonNode data = node.path("data");
        String command = node.path("cmd").asText("");
        if (!command.isEmpty() && !command.toLowerCase(java.util.Locale.ROOT).contains("lldp")) {
            sink.ignored(record++, "answer of " + device);
            return;
        }
        if (data.isTextual()) {
            text(data.asText());
        } else {
            walk("", data);
        }
        if (record == before) {
            sink.accepted(record++, "answer of " + device, List.of());
        }
    }

    private void text(String text) throws IOException {
        if (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[")) {
            JsonDocument inner = JsonDocument.read(text.getBytes(StandardCharsets.UTF_8));
            for (JsonNode value : inner.values()) {
                walk("", value);
            }
            if (inner.refusal() != null) {
                inner.refusal().reject(record++, sink);
            }
            return;
        }
        NeighbourText lines = new NeighbourText(this::tell);
        text.lines().forEach(lines::take);
        lines.end();
    }

    private void tell(Neighbour neighbour) {
        Facts facts = new Facts(input.context(), record, timeNs);
        neighbour.tell(device, facts, sink);
        sink.accepted(record, "neighbour " + (record + 1) + " at " + device, facts.events());
        record++;
    }

    private void neighbour(String key, JsonNode node) {
        Neighbour neighbour = new Neighbour();
        if (node.has("hostname")) {
            neighbour.take(Field.SYSTEM_NAME, node.path("hostname").asText());
            neighbour.take(Field.PORT, node.path("port").asText());
        } else {
            if (node.has("neighborDevice")) {
                neighbour.take(Field.LOCAL_PORT, node.path("port").asText());
            }
            gather(neighbour, node);
        }
        String outer = key.contains("\n") ? key.substring(0, key.indexOf('\n')) : key;
        if (!outer.startsWith("ROW_") && !outer.startsWith("TABLE_") && !outer.contains("-information")) {
            neighbour.take(Field.LOCAL_PORT, outer);
        }
        if (neighbour.isEmpty()) {
            sink.rejected(
                    record,
                    "neighbour " + (record + 1),
                    RejectCode.MISSING_FIELD,
                    "the entry tells nothing of a neighbour",
                    node.toString().getBytes(StandardCharsets.UTF_8));
            record++;
            return;
        }
        tell(neighbour);
    }

    private static void gather(Neighbour neighbour, JsonNode node) {
        for (Map.Entry<String, JsonNode> part : node.properties()) {
            Field field = Field.of(part.getKey());
            String value = leaf(part.getValue());
            if (field != null && value != null) {
                neighbour.take(field, value);
            } else if (part.getKey().equals("address") && value != null) {
                neighbour.take(Field.ADDRESS, value);
            } else if (part.getKey().equals("systemCapabilities")
                    && part.getValue().isObject()) {
                part.getValue().properties().forEach(capability -> {
                    if (capability.getValue().asBoolean()) {
                        neighbour.take(Field.CAPABILITIES, capability.getKey());
                    }
                });
            } else if (part.getValue().isObject()) {
                gather(neighbour, part.getValue());
            } else if (part.getValue().isArray()) {
                part.getValue().forEach(one -> gather(neighbour, one));
            }
        }
    }

    /** A value, or the one that Junos wraps in a list of objects; null: it is neither. */
    private static @Nullable String leaf(JsonNode node) {
        if (node.isValueNode()) {
            return node.isNull() ? null : node.asText();
        }
        if (node.isArray()) {
            StringBuilder joined = new StringBuilder();
            for (JsonNode part : node) {
                JsonNode value = part.isObject() ? part.path("data") : part;
                if (!value.isValueNode()) {
                    return null;
                }
                joined.append(joined.isEmpty() ? "" : ",").append(value.asText());
            }
            return joined.isEmpty() ? null : joined.toString();
        }
        return null;
    }

    /** {@code lldpctl -f json}: an interface is a field or an entry of a list; {@code json0} wraps every value. */
    private void lldpctl(JsonNode lldp) {
        for (JsonNode one : lldp.isArray() ? lldp : List.of(lldp)) {
            JsonNode interfaces = one.path("interface");
            for (JsonNode entry : interfaces.isArray() ? interfaces : List.of(interfaces)) {
                if (entry.has("name") && entry.has("chassis")) {
                    port(entry.path("name").asText(), entry);
                } else {
                    entry.properties().forEach(named -> port(named.getKey(), named.getValue()));
                }
            }
        }
    }

    private void port(String local, JsonNode entry) {
        Neighbour neighbour = new Neighbour();
        neighbour.take(Field.LOCAL_PORT, local);
        JsonNode chassis = first(entry.path("chassis"));
        if (!chassis.has("id") && chassis.size() == 1) {
            neighbour.take(Field.SYSTEM_NAME, chassis.fieldNames().next());
            chassis = chassis.elements().next();
        }
        neighbour.take(Field.SYSTEM_NAME, valueOf(chassis.path("name")));
        neighbour.take(Field.CHASSIS, valueOf(chassis.path("id")));
        neighbour.take(Field.SYSTEM_DESCRIPTION, valueOf(chassis.path("descr")));
        JsonNode addresses = chassis.path("mgmt-ip");
        for (JsonNode address : addresses.isArray() ? addresses : List.of(addresses)) {
            neighbour.take(Field.ADDRESS, valueOf(address));
        }
        JsonNode capabilities = chassis.path("capability");
        for (JsonNode capability : capabilities.isArray() ? capabilities : List.of(capabilities)) {
            neighbour.take(
                    Field.CAPABILITIES,
                    capability.path("enabled").asBoolean()
                            ? capability.path("type").asText()
                            : null);
        }
        JsonNode port = first(entry.path("port"));
        neighbour.take(Field.PORT, valueOf(port.path("id")));
        neighbour.take(Field.PORT_DESCRIPTION, valueOf(port.path("descr")));
        tell(neighbour);
    }

    private static JsonNode first(JsonNode node) {
        return node.isArray() ? node.path(0) : node;
    }

    private static @Nullable String valueOf(JsonNode node) {
        JsonNode one = first(node);
        JsonNode value = one.isObject() ? one.path("value") : one;
        return value.isValueNode() && !value.isNull() ? value.asText() : null;
    }
}
