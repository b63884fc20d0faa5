package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.PortId;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A netlab topology: transformed, with the interfaces that netlab chose. What a person writes for netlab names no
 * interface, so its links cannot be taken.
 */
public final class NetlabFormat extends DocumentFormat {
    private static final Pattern INTERFACE = Pattern.compile("\\bifname:");
    private static final Pattern LINKS = Pattern.compile("(?m)^links:");
    private static final Pattern SETTING =
            Pattern.compile("(?m)^(?:module|plugin|provider|addressing|groups|fabric|defaults(?:\\.[\\w.]+)?):");
    private static final Set<String> HOST_DEVICES = Set.of("linux", "none", "dnsmasq", "kea");

    public NetlabFormat() {
        super(
                "netlab",
                "netlab: the transformed topology of 'netlab create -o yaml'",
                Set.of(DeviceDiscovered.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.certainIf(head.hasAll("\"_linkname\"", "\"ifname\""));
        }
        if (head.text().contains("_linkname:") && head.has(INTERFACE)) {
            return Likeness.CERTAIN;
        }
        return Likeness.likelyIf(head.has(LINKS) && head.has(SETTING));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        JsonNode nodes = root.path("nodes");
        for (Map.Entry<String, JsonNode> node : nodes.properties()) {
            plan.entry("nodes." + node.getKey(), node.getValue(), () -> {
                String device = text(node.getValue(), "device");
                String role = text(node.getValue(), "role");
                boolean isHost = "host".equals(role) || (device != null && HOST_DEVICES.contains(device));
                if (device != null || role != null) {
                    plan.device(node.getKey(), isHost ? DeviceKind.HOST : DeviceKind.SWITCH, null, device);
                }
            });
        }
        int index = 0;
        for (JsonNode link : root.path("links")) {
            plan.entry("links[" + index++ + "]", link, () -> readLink(link, plan));
        }
    }

    private static void readLink(JsonNode link, Plan plan) throws BadEntryException {
        JsonNode interfaces = link.path("interfaces");
        if (link.isTextual() || !interfaces.isArray()) {
            plan.unread("link without interface names");
            return;
        }
        if (interfaces.size() != 2) {
            plan.unread(interfaces.size() < 2 ? "link with one end" : "link of more than two nodes");
            return;
        }
        if (!interfaces.path(0).has("ifname") && !interfaces.path(1).has("ifname")) {
            plan.unread("link without interface names");
            return;
        }
        plan.link(end(interfaces.path(0)), end(interfaces.path(1)), null);
    }

    private static PortId end(JsonNode end) throws BadEntryException {
        if (!end.isObject()) {
            throw new BadEntryException(RejectCode.MALFORMED, "an interface of the link is no map");
        }
        return Plan.port(text(end, "node"), text(end, "ifname"));
    }
}
