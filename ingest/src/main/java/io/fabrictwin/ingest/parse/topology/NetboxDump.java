package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a NetBox database. Since NetBox 3.3 a cable's ends are objects of their own; before, the cable names
 * both itself. Content types are numbers or pairs such as {@code ["dcim", "interface"]}.
 */
final class NetboxDump {
    private static final long KILOBIT = 1_000;

    private final List<JsonNode> objects = new ArrayList<>();
    private final Map<String, JsonNode> fieldsByKey = new HashMap<>();
    private final Map<String, List<JsonNode>> endsByCable = new HashMap<>();
    private final Plan plan;

    NetboxDump(List<JsonNode> values, Plan plan) {
        this.plan = plan;
        for (JsonNode value : values) {
            if (value.isArray()) {
                value.forEach(this::take);
            } else {
                take(value);
            }
        }
    }

    private void take(JsonNode object) {
        JsonNode fields = object.path("fields");
        String model = object.path("model").asText("");
        objects.add(object);
        fieldsByKey.put(model + " " + object.path("pk").asText(), fields);
        if (model.equals("dcim.cabletermination")) {
            endsByCable
                    .computeIfAbsent(fields.path("cable").asText(), absent -> new ArrayList<>())
                    .add(fields);
        }
    }

    void tell() {
        for (JsonNode object : objects) {
            String model = object.path("model").asText("");
            String place = model + " " + object.path("pk").asText("?");
            switch (model) {
                case "dcim.device" -> plan.entry(place, object, () -> device(object.path("fields")));
                case "dcim.cable" -> plan.entry(place, object, () -> cable(object));
                default -> plan.ignore(place.isBlank() ? "object" : place);
            }
        }
    }

    private void device(JsonNode device) throws BadEntryException {
        String name = text(device, "name");
        if (name == null) {
            plan.unread("device without a name");
            return;
        }
        String role = text(fields("dcim.devicerole", device.path(device.has("role") ? "role" : "device_role")), "name");
        DeviceKind kind = role == null ? null : Roles.kind(role);
        if (kind != null) {
            plan.device(
                    name,
                    kind,
                    text(fields("dcim.platform", device.path("platform")), "name"),
                    text(fields("dcim.devicetype", device.path("device_type")), "model"));
        }
        for (String level : List.of("site", "rack")) {
            String domain = text(fields("dcim." + level, device.path(level)), "name");
            if (domain != null) {
                plan.placement(name, level, domain);
            }
        }
    }

    private void cable(JsonNode cable) throws BadEntryException {
        JsonNode fields = cable.path("fields");
        List<PortId> ends = new ArrayList<>();
        List<Long> rates = new ArrayList<>();
        if (fields.has("termination_a_id")) {
            end(fields.path("termination_a_type"), fields.path("termination_a_id"), ends, rates);
            end(fields.path("termination_b_type"), fields.path("termination_b_id"), ends, rates);
        } else {
            for (JsonNode end : endsByCable.getOrDefault(cable.path("pk").asText(), List.of())) {
                end(end.path("termination_type"), end.path("termination_id"), ends, rates);
            }
        }
        if (ends.size() != 2) {
            plan.unread("cable that joins no two interfaces");
            return;
        }
        plan.link(ends.get(0), ends.get(1), rates.isEmpty() ? null : rates.get(0));
    }

    private void end(JsonNode type, JsonNode id, List<PortId> ends, List<Long> rates) throws BadEntryException {
        if (!isInterface(type)) {
            return;
        }
        JsonNode found = fields("dcim.interface", id);
        if (found.isMissingNode()) {
            throw new BadEntryException(
                    RejectCode.UNKNOWN_REFERENCE, "interface " + id.asText() + " is not in the dump");
        }
        ends.add(Plan.port(text(fields("dcim.device", found.path("device")), "name"), text(found, "name")));
        if (found.path("speed").asLong() > 0) {
            rates.add(found.path("speed").asLong() * KILOBIT);
        }
    }

    private boolean isInterface(JsonNode type) {
        if (type.isArray()) {
            return type.path(0).asText().equals("dcim") && type.path(1).asText().equals("interface");
        }
        JsonNode contentType = fields("contenttypes.contenttype", type);
        return type.asText().equals("dcim.interface")
                || (contentType.path("app_label").asText().equals("dcim")
                        && contentType.path("model").asText().equals("interface"));
    }

    private JsonNode fields(String model, JsonNode key) {
        JsonNode found = fieldsByKey.get(model + " " + key.asText());
        return found == null ? MissingNode.getInstance() : found;
    }

    private static @Nullable String text(JsonNode fields, String field) {
        String text = fields.path(field).asText("");
        return text.isBlank() || text.equals("null") ? null : text;
    }
}
