package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graph for Cytoscape as nrx exports it from NetBox: devices and interfaces are both nodes, and edges join an
 * interface to its device or to another interface. Edges between devices name no port and cannot be taken.
 */
public final class CytoscapeFormat extends DocumentFormat {
    public CytoscapeFormat() {
        super(
                "cytoscape",
                "Cytoscape JSON (cyjs), such as nrx exports from NetBox",
                Set.of(DeviceDiscovered.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson()
                && head.hasAll("\"elements\"", "\"nodes\"", "\"data\"")
                && head.text().indexOf("\"elements\"") < head.text().indexOf("\"nodes\""));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        JsonNode elements = root.path("elements");
        Map<String, String> devices = new HashMap<>();
        Map<String, String> interfaces = new HashMap<>();
        for (JsonNode node : elements.path("nodes")) {
            JsonNode data = node.path("data");
            String id = data.path("id").asText("");
            plan.entry("node " + id, node, () -> readNode(id, data, devices, interfaces, plan));
        }
        Map<String, String> owners = new HashMap<>();
        for (JsonNode edge : elements.path("edges")) {
            String source = edge.path("data").path("source").asText("");
            String target = edge.path("data").path("target").asText("");
            own(source, target, devices, interfaces, owners);
            own(target, source, devices, interfaces, owners);
        }
        int index = 0;
        for (JsonNode edge : elements.path("edges")) {
            String source = edge.path("data").path("source").asText("");
            String target = edge.path("data").path("target").asText("");
            plan.entry("edges[" + index++ + "]", edge, () -> {
                if (devices.containsKey(source) && devices.containsKey(target)) {
                    plan.unread("edge between devices without ports");
                } else if (!devices.containsKey(source) && !devices.containsKey(target)) {
                    plan.link(
                            port(source, interfaces, owners, devices), port(target, interfaces, owners, devices), null);
                }
            });
        }
    }

    private static void own(
            String device,
            String port,
            Map<String, String> devices,
            Map<String, String> interfaces,
            Map<String, String> owners) {
        if (devices.containsKey(device) && interfaces.containsKey(port)) {
            owners.put(port, device);
        }
    }

    private static PortId port(
            String id, Map<String, String> interfaces, Map<String, String> owners, Map<String, String> devices)
            throws BadEntryException {
        String owner = owners.get(id);
        String name = interfaces.get(id);
        if (owner == null || name == null) {
            throw new BadEntryException(RejectCode.UNKNOWN_REFERENCE, "node " + id + " is no interface of a device");
        }
        return Plan.port(devices.get(owner), name);
    }

    private static void readNode(
            String id, JsonNode data, Map<String, String> devices, Map<String, String> interfaces, Plan plan)
            throws BadEntryException {
        if (data.has("interface")) {
            interfaces.put(id, data.path("interface").path("name").asText(""));
            return;
        }
        JsonNode device = data.path("device");
        String name = device.isObject() ? text(device, "name") : text(data, "name");
        if (name == null) {
            throw new BadEntryException(RejectCode.MISSING_FIELD, "the node has no name");
        }
        devices.put(id, name);
        DeviceKind kind = kind(text(device, "role"));
        if (kind != null) {
            String model = text(device, "model_name");
            plan.device(
                    name,
                    kind,
                    text(device, "platform_name"),
                    model == null ? text(device.path("device_type"), "model") : model);
        }
    }

    private static @Nullable DeviceKind kind(@Nullable String role) {
        return role == null ? null : Roles.kind(role);
    }
}
