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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An Infragraph of Keysight's and the Open Traffic Generator's tools: devices made of components, instances of them, and
 * connections between components of two instances. What joins components within a device is its own business.
 */
public final class InfragraphFormat extends DocumentFormat {
    private static final Pattern CONNECTION = Pattern.compile(
            "(?m)^[ \\t]*+-\\s+[\\w-]+\\.\\d+\\.[\\w-]+\\.(?:\\d+\\.[\\w-]+\\.)?[\\w-]+\\.\\d+(?:\\.[\\w-]+\\.\\d+)?\\s*$");
    /** Instance, component, link, instance, component. */
    private static final Pattern BETWEEN_INSTANCES = Pattern.compile(
            "([\\w-]+)\\.(\\d+)\\.([\\w-]+)\\.(\\d+)\\." + "([\\w-]+)\\.([\\w-]+)\\.(\\d+)\\.([\\w-]+)\\.(\\d+)");

    private static final Pattern SWITCH = Pattern.compile("(?i).*(switch|router|leaf|spine).*");
    private static final Pattern HOST = Pattern.compile("(?i).*(server|host|dgx|hgx).*");

    public InfragraphFormat() {
        super("infragraph", "Infragraph YAML or JSON", Set.of(DeviceDiscovered.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        boolean hasParts = head.text().contains("instances") && head.text().contains("connections");
        boolean hasComponents =
                head.text().contains("components") && head.text().contains("connections");
        return Likeness.certainIf((hasParts || hasComponents) && (head.isJson() || head.has(CONNECTION)));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        JsonNode graph = root.has("infrastructure") ? root.get("infrastructure") : root;
        Map<String, DeviceKind> kinds = new HashMap<>();
        for (JsonNode device : graph.path("devices")) {
            plan.entry("devices." + device.path("name").asText("?"), device, () -> {
                DeviceKind kind = kind(device);
                if (kind != null) {
                    kinds.put(device.path("name").asText(), kind);
                }
                if (device.path("connections").size() > 0) {
                    plan.unread("connection within a device");
                }
            });
        }
        Map<String, String> models = new HashMap<>();
        for (JsonNode instance : graph.path("instances")) {
            plan.entry("instances." + instance.path("name").asText("?"), instance, () -> {
                String name = text(instance, "name");
                String device = text(instance, "device");
                if (name != null && device != null) {
                    models.put(name, device);
                }
            });
        }
        Map<String, Long> rates = new HashMap<>();
        for (JsonNode link : graph.path("links")) {
            plan.entry("links." + link.path("name").asText("?"), link, () -> {
                Long rate = rate(link.path("bandwidth"));
                if (rate != null) {
                    rates.put(link.path("name").asText(), rate);
                }
            });
        }
        int index = 0;
        for (JsonNode connection : graph.path("connections")) {
            plan.entry(
                    "connections[" + index++ + "]", connection, () -> connect(connection, models, kinds, rates, plan));
        }
    }

    private static void connect(
            JsonNode connection,
            Map<String, String> models,
            Map<String, DeviceKind> kinds,
            Map<String, Long> rates,
            Plan plan)
            throws BadEntryException {
        Matcher matcher = BETWEEN_INSTANCES.matcher(connection.asText());
        if (!matcher.matches()) {
            int parts = connection.asText().split("\\.", -1).length;
            if (parts >= 5) {
                // Components of one device, or an instance's component joined to a device that is part of it.
                plan.unread("connection within a device");
                return;
            }
            throw new BadEntryException(
                    RejectCode.MALFORMED,
                    "'" + connection.asText() + "' is not instance.n.component.n.link.instance.n.component.n");
        }
        PortId a = end(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4), models, kinds, plan);
        PortId b = end(matcher.group(6), matcher.group(7), matcher.group(8), matcher.group(9), models, kinds, plan);
        plan.link(a, b, rates.get(matcher.group(5)));
    }

    private static PortId end(
            String instance,
            String number,
            String component,
            String port,
            Map<String, String> models,
            Map<String, DeviceKind> kinds,
            Plan plan)
            throws BadEntryException {
        String device = instance + "." + number;
        String model = models.get(instance);
        DeviceKind kind = model == null ? null : kinds.getOrDefault(model, kindByWord(model));
        if (kind != null) {
            plan.device(device, kind, null, model);
        }
        return Plan.port(device, component + "." + port);
    }

    /** A device with accelerators is a server, one with a switching chip is a switch. */
    private static @Nullable DeviceKind kind(JsonNode device) {
        for (JsonNode component : device.path("components")) {
            String words = component.path("name").asText().toLowerCase(Locale.ROOT) + " "
                    + component.path("type").asText().toLowerCase(Locale.ROOT);
            if (words.contains("xpu") || words.contains("gpu") || words.contains("npu")) {
                return DeviceKind.HOST;
            }
            if (words.contains("asic") || words.contains("switch")) {
                return DeviceKind.SWITCH;
            }
        }
        return kindByWord(device.path("name").asText());
    }

    private static @Nullable DeviceKind kindByWord(String model) {
        return SWITCH.matcher(model).matches()
                ? DeviceKind.SWITCH
                : HOST.matcher(model).matches() ? DeviceKind.HOST : null;
    }

    private static @Nullable Long rate(JsonNode bandwidth) {
        for (Map.Entry<String, JsonNode> field : bandwidth.properties()) {
            String unit = field.getKey().replace("_", "");
            if (unit.equals("gigabytespersecond")) {
                return Rates.ofGigabytes(field.getValue().asDouble());
            }
            if (unit.equals("gigabitspersecond")) {
                return Rates.ofGigabits(field.getValue().asDouble());
            }
        }
        return null;
    }
}
