package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What NVIDIA NetQ and NMX answer: the topology graph (of LLDP, so its links were seen), and the compute nodes of NVLink
 * domains.
 */
public final class NetqFormat extends DocumentFormat {
    public NetqFormat() {
        super(
                "netq",
                "NVIDIA NetQ topology graph, and NMX compute nodes, as JSON",
                Set.of(DeviceDiscovered.class, LinkDiscovered.class, NameObserved.class, PlacementDeclared.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson()
                && (head.text().contains("\"compounded_links\"")
                        || head.hasAll("\"DomainUUID\"", "\"GpuIDList\"", "\"Name\"")));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        if (root.isArray()) {
            root.forEach(part -> readPart(part, plan));
        } else {
            readPart(root, plan);
        }
    }

    private static void readPart(JsonNode part, Plan plan) {
        if (part.has("DomainUUID")) {
            plan.entry("node " + part.path("Name").asText("?"), part, () -> readComputeNode(part, plan));
            return;
        }
        Map<String, String> names = new HashMap<>();
        for (JsonNode tier : part.path("nodes")) {
            readNode(tier, names, plan);
            for (JsonNode node : tier.path("compounded_nodes")) {
                readNode(node, names, plan);
            }
        }
        for (JsonNode link : part.path("links")) {
            for (JsonNode cable : link.path("compounded_links")) {
                plan.entry(
                        "link " + cable.path("id").asText("?"),
                        cable,
                        () -> plan.seenLink(
                                end(cable.path("interfaces").path(0), names),
                                end(cable.path("interfaces").path(1), names),
                                null));
            }
        }
    }

    private static void readNode(JsonNode node, Map<String, String> names, Plan plan) {
        if (!node.path("node_type").asText().equals("device")) {
            return;
        }
        String name = node.path("name").asText("");
        names.put(node.path("id").asText(""), name);
        plan.entry("node " + name, node, () -> {
            String type = node.path("device_type").asText("");
            if (type.equals("switch") || type.equals("host")) {
                plan.device(name, type.equals("switch") ? DeviceKind.SWITCH : DeviceKind.HOST, null, null);
            }
        });
    }

    private static PortId end(JsonNode end, Map<String, String> names) throws BadEntryException {
        String node = text(end, "node");
        return Plan.port(node == null ? null : names.getOrDefault(node, node), text(end, "interface"));
    }

    private static void readComputeNode(JsonNode node, Plan plan) throws BadEntryException {
        String name = node.path("Name").asText("");
        plan.device(name, DeviceKind.HOST, text(node, "Description"), null);
        plan.placement(name, "nvlink-domain", node.path("DomainUUID").asText(""));
        JsonNode location = node.path("LocationInfo");
        String chassis = text(location, "ChassisSerialNumber");
        if (chassis != null && !chassis.isBlank()) {
            plan.placement(name, "chassis", chassis);
        }
        String address = text(node, "IPAddress");
        if (address != null && !address.isBlank()) {
            plan.name(name, null, NameScheme.ADDRESS, address);
        }
        if (node.has("Health")) {
            plan.unread("Health");
        }
    }
}
