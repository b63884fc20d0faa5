package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.PortId;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A simulation of NVIDIA Air as JSON: nodes with an operating system, and links as pairs of ends. */
public final class NvidiaAirFormat extends DocumentFormat {
    private static final Pattern PAIR = Pattern.compile(
            "\\[\\s*\\{\\s*\"(?:node|interface)\"\\s*:\\s*\"[^\"]*\"\\s*,\\s*\"(?:interface|node)\"\\s*:");
    private static final Pattern SWITCH_SYSTEM = Pattern.compile("(?:cumulus|sonic|nvos|onyx|dent).*");

    public NvidiaAirFormat() {
        super("nvidia-air", "NVIDIA Air: topology JSON", Set.of(DeviceDiscovered.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        boolean isAir = head.isJson()
                && head.hasAll("\"nodes\"", "\"os\"")
                && !head.text().contains("\"compounded_links\"")
                && (head.text().contains("\"content\"") || head.has(PAIR));
        return Likeness.certainIf(isAir);
    }

    @Override
    void read(JsonNode root, Plan plan) {
        JsonNode content = root.has("content") ? root.get("content") : root;
        for (Map.Entry<String, JsonNode> node : content.path("nodes").properties()) {
            plan.entry("nodes." + node.getKey(), node.getValue(), () -> {
                DeviceKind kind = kind(text(node.getValue(), "os"));
                if (kind != null) {
                    plan.device(node.getKey(), kind, text(node.getValue(), "os"), text(node.getValue(), "model"));
                }
            });
        }
        int index = 0;
        for (JsonNode link : content.path("links")) {
            plan.entry("links[" + index++ + "]", link, () -> readLink(link, plan));
        }
    }

    private static void readLink(JsonNode link, Plan plan) throws BadEntryException {
        if (link.size() != 2) {
            throw new BadEntryException(RejectCode.MALFORMED, "the link has " + link.size() + " ends, not two");
        }
        if (link.path(0).isTextual() || link.path(1).isTextual()) {
            plan.unread("end that is unconnected or outside");
            return;
        }
        plan.link(end(link.path(0)), end(link.path(1)), null);
    }

    private static PortId end(JsonNode end) throws BadEntryException {
        return Plan.port(text(end, "node"), text(end, "interface"));
    }

    private static @Nullable DeviceKind kind(@Nullable String system) {
        if (system == null || system.isBlank()) {
            return null;
        }
        return SWITCH_SYSTEM.matcher(system.toLowerCase(Locale.ROOT)).matches() ? DeviceKind.SWITCH : DeviceKind.HOST;
    }
}
