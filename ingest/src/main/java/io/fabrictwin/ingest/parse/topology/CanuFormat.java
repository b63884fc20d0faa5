package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cray's cabling: the paddle that CANU makes of an SHCD, and the addresses in the networks of a system layout (SLS). */
public final class CanuFormat extends DocumentFormat {
    public CanuFormat() {
        super(
                "canu",
                "Cray CANU: paddle JSON of an SHCD, and SLS networks",
                Set.of(DeviceDiscovered.class, LinkPlanned.class, NameObserved.class, PlacementDeclared.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson()
                && (head.hasAll("\"destination_node_id\"", "\"common_name\"")
                        || head.hasAll("\"Networks\"", "\"IPReservations\"", "\"ExtraProperties\"")));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        Map<Integer, String> names = new HashMap<>();
        for (JsonNode node : root.path("topology")) {
            String name = text(node, "common_name");
            if (name != null) {
                names.put(node.path("id").asInt(-1), name);
            }
        }
        for (JsonNode node : root.path("topology")) {
            String name = node.path("common_name").asText("?");
            plan.entry("topology." + name, node, () -> readNode(node, plan));
            for (JsonNode port : node.path("ports")) {
                plan.entry(
                        "topology." + name + " port " + port.path("port").asText("?"),
                        port,
                        () -> readPort(node, port, names, plan));
            }
        }
        for (JsonNode network : root.path("Networks")) {
            for (JsonNode subnet : network.path("ExtraProperties").path("Subnets")) {
                String place = "Networks." + network.path("Name").asText("?") + "."
                        + subnet.path("Name").asText("?");
                for (JsonNode reservation : subnet.path("IPReservations")) {
                    plan.entry(place, reservation, () -> readReservation(reservation, plan));
                }
            }
        }
    }

    private static void readNode(JsonNode node, Plan plan) throws BadEntryException {
        String name = node.path("common_name").asText("");
        String type = node.path("type").asText("");
        if (type.equals("switch") || type.equals("server") || type.equals("node")) {
            plan.device(
                    name,
                    type.equals("switch") ? DeviceKind.SWITCH : DeviceKind.HOST,
                    text(node, "architecture"),
                    text(node, "model"));
        }
        String rack = text(node.path("location"), "rack");
        if (rack != null) {
            plan.placement(name, "rack", rack);
        }
    }

    private static void readPort(JsonNode node, JsonNode port, Map<Integer, String> names, Plan plan)
            throws BadEntryException {
        if (!port.hasNonNull("destination_node_id")) {
            plan.unread("port that leads nowhere");
            return;
        }
        String neighbour = names.get(port.path("destination_node_id").asInt(-1));
        if (neighbour == null) {
            throw new BadEntryException(
                    RejectCode.UNKNOWN_REFERENCE,
                    "destination_node_id " + port.path("destination_node_id").asText() + " is no node of the file");
        }
        PortId own = Plan.port(text(node, "common_name"), portName(text(port, "slot"), text(port, "port")));
        PortId other = Plan.port(neighbour, portName(text(port, "destination_slot"), text(port, "destination_port")));
        plan.link(own, other, Rates.ofGigabits(port.path("speed").asDouble()));
    }

    private static @Nullable String portName(@Nullable String slot, @Nullable String port) {
        return slot == null || port == null ? port : slot + ":" + port;
    }

    private static void readReservation(JsonNode reservation, Plan plan) throws BadEntryException {
        String name = text(reservation, "Name");
        String address = text(reservation, "IPAddress");
        if (name == null || address == null) {
            throw new BadEntryException(RejectCode.MISSING_FIELD, "the reservation has no Name or IPAddress");
        }
        plan.name(name, null, NameScheme.ADDRESS, address);
    }
}
