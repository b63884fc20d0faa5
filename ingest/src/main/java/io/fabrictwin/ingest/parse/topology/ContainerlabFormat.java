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
import io.fabrictwin.model.id.PortId;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A containerlab topology, and the {@code topology-data.json} that containerlab exports and Graphite shows.
 *
 * <p>What is joined to the host that runs the lab, to the management network or to a tunnel is no link of the fabric.
 */
public final class ContainerlabFormat extends DocumentFormat {
    private static final Pattern YAML_MARK = Pattern.compile("(?m)^topology:\\s*(#.*)?$");
    private static final Pattern NODE_MARK =
            Pattern.compile("(?m)^[ \\t]++(?:-\\s+)?(?:endpoints|kind|kinds|image|startup-config)\\s*:");
    private static final Pattern EXPORT_MARK =
            Pattern.compile("\"type\"\\s*:\\s*\"(?:clab|graphite)\"|\"mgmt-ipv4-address\"\\s*:");
    private static final Set<String> NOT_OF_THE_FABRIC =
            Set.of("host", "mgmt-net", "macvlan", "vxlan", "vxlan-stitch", "dummy");
    private static final Set<String> HOST_KINDS = Set.of("linux", "k8s-kind", "ext-container", "generic_vm");
    private static final Pattern SWITCH_ROLE = Pattern.compile("(?i).*(leaf|spine|switch|core|tor|aggregation).*");

    public ContainerlabFormat() {
        super(
                "containerlab",
                "containerlab topology YAML, its topology-data.json, and what nrx makes for Graphite",
                Set.of(DeviceDiscovered.class, NameObserved.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            boolean isExport = head.has(EXPORT_MARK) && head.hasAll("\"nodes\"", "\"links\"");
            return Likeness.certainIf(isExport || head.hasAll("\"topology\"", "\"endpoints\"", "\"nodes\""));
        }
        return Likeness.certainIf(head.has(YAML_MARK) && head.has(NODE_MARK));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        JsonNode topology = root.has("topology") ? root.get("topology") : root;
        for (Map.Entry<String, JsonNode> node : topology.path("nodes").properties()) {
            plan.entry(
                    "nodes." + node.getKey(),
                    node.getValue(),
                    () -> readNode(node.getKey(), node.getValue(), topology, plan));
        }
        int index = 0;
        for (JsonNode link : topology.path("links")) {
            plan.entry("links[" + index++ + "]", link, () -> readLink(link, plan));
        }
    }

    private static void readNode(String name, JsonNode node, JsonNode topology, Plan plan) throws BadEntryException {
        JsonNode group = group(node, topology);
        JsonNode labels = node.path("labels");
        String kind = firstTold(text(node, "kind"), text(group, "kind"), text(topology.path("defaults"), "kind"));
        String role = firstTold(text(labels, "role"), text(labels, "graph-icon"), text(node, "group"));
        String model = firstTold(
                text(labels, "model"),
                text(node, "type"),
                text(group, "type"),
                kind == null ? null : text(topology.path("kinds").path(kind), "type"));
        boolean hasSwitchRole = role != null && SWITCH_ROLE.matcher(role).matches();
        if (hasSwitchRole) {
            plan.device(name, DeviceKind.SWITCH, text(labels, "platform"), model);
        } else if (kind != null) {
            boolean isHost = HOST_KINDS.contains(kind);
            plan.device(name, isHost ? DeviceKind.HOST : DeviceKind.SWITCH, text(labels, "platform"), model);
        } else if (role != null && role.toLowerCase(Locale.ROOT).contains("server")) {
            plan.device(name, DeviceKind.HOST, text(labels, "platform"), model);
        }
        String address = firstTold(
                text(node, "mgmt-ipv4"),
                text(node, "mgmt_ipv4"),
                text(node, "mgmt-ipv4-address"),
                text(node, "mgmt-ipv6"));
        if (address != null) {
            plan.name(name, null, NameScheme.ADDRESS, address);
        }
    }

    private static JsonNode group(JsonNode node, JsonNode topology) {
        String group = firstTold(text(node, "group"), text(topology.path("defaults"), "group"));
        return topology.path("groups").path(group == null ? "" : group);
    }

    private static void readLink(JsonNode link, Plan plan) throws BadEntryException {
        JsonNode endpoints = link.path("endpoints");
        if (link.has("endpoint") || isOutside(text(link, "type"))) {
            plan.unread("link to the outside of the lab");
            return;
        }
        JsonNode a = endpoints.isArray() ? endpoints.path(0) : link.path("a");
        JsonNode b = endpoints.isArray() ? endpoints.path(1) : link.path("z");
        if (a.isMissingNode() || b.isMissingNode()) {
            throw new BadEntryException(RejectCode.MISSING_FIELD, "the link has not two endpoints");
        }
        PortId from = end(a);
        PortId to = end(b);
        if (isOutside(from.device().value()) || isOutside(to.device().value())) {
            plan.unread("link to the outside of the lab");
            return;
        }
        plan.link(from, to, null);
    }

    private static boolean isOutside(@Nullable String type) {
        return type != null && NOT_OF_THE_FABRIC.contains(type);
    }

    private static PortId end(JsonNode end) throws BadEntryException {
        if (end.isObject()) {
            return Plan.port(text(end, "node"), text(end, "interface"));
        }
        String text = end.asText();
        if (text.contains("{{")) {
            throw new BadEntryException(
                    RejectCode.BAD_VALUE,
                    "endpoint '" + text + "' is a template; let containerlab render it, then take the result");
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new BadEntryException(RejectCode.MISSING_FIELD, "endpoint '" + text + "' is not node:interface");
        }
        return Plan.port(text.substring(0, colon), text.substring(colon + 1));
    }

    private static @Nullable String firstTold(@Nullable String... texts) {
        for (String text : texts) {
            if (text != null && !text.isBlank()) {
                return text;
            }
        }
        return null;
    }
}
