package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one message: a notification, an answer with several, or gnmic's flat form of one. */
final class GnmiMessage {
    /** Targets of SONiC are its databases: they name no device. */
    private static final Pattern DATABASE = Pattern.compile("[A-Z_]+_DB|OTHERS|");

    private static final Set<String> TREES = Set.of("jsonVal", "jsonIetfVal", "json_val", "json_ietf_val");
    private static final Pattern LEFT_OUT = Pattern.compile("\\.{3,}");

    private final EventContext context;
    private final Sink sink;
    private final DeviceId unnamed;

    GnmiMessage(EventContext context, Sink sink, DeviceId unnamed) {
        this.context = context;
        this.sink = sink;
        this.unnamed = unnamed;
    }

    /** The events of a message; empty where it tells nothing that the twin keeps. */
    List<FabricEvent> events(JsonNode message, long record) {
        if (message.has("values") && message.has("timestamp")) {
            return ofFlat(message, record);
        }
        if (message.path("updates").isArray()) {
            return ofUpdates(message, record);
        }
        JsonNode notification = message.has("notification") ? message.get("notification") : message.path("update");
        if (notification.isArray()) {
            List<FabricEvent> events = new ArrayList<>();
            for (JsonNode each : notification) {
                events.addAll(ofNotification(each, record, events.size()));
            }
            return events;
        }
        return ofNotification(notification, record, 0);
    }

    /** A tree by name of database, table and port, each leaf with its own time, as SONiC's client prints it. */
    List<FabricEvent> ofTree(JsonNode tree, long record) {
        Samples samples = new Samples(unnamed);
        List<Leaf> leaves = new ArrayList<>();
        Leaf.flatten(List.of(), tree, leaves);
        Long timeNs = null;
        for (Leaf leaf : leaves) {
            if (leaf.name().equals("timestamp")) {
                timeNs = time(leaf.value());
            } else {
                boolean isValue = leaf.name().equals("value") && leaf.path().size() > 1;
                List<Leaf.Element> path =
                        isValue ? leaf.path().subList(0, leaf.path().size() - 1) : leaf.path();
                new LeafMeaning(samples, sink, timeNs).tell(new Leaf(path, leaf.value()));
            }
        }
        return samples.events(context, record, 0);
    }

    private List<FabricEvent> ofNotification(JsonNode notification, long record, int index) {
        JsonNode prefix = notification.path("prefix");
        String target = prefix.path("target").asText("");
        DeviceId device =
                DATABASE.matcher(target).matches() || !Samples.isName(target) ? unnamed : new DeviceId(target);
        Samples samples = new Samples(device);
        LeafMeaning meaning = new LeafMeaning(samples, sink, time(notification.path("timestamp")));
        JsonNode updates = notification.path("update");
        for (JsonNode update : updates.isObject() ? List.of(updates) : updates) {
            List<Leaf.Element> path = new ArrayList<>(Leaf.elements(prefix));
            path.addAll(Leaf.elements(update.path("path")));
            List<Leaf> leaves = new ArrayList<>();
            Leaf.flatten(path, value(update.path("val")), leaves);
            leaves.forEach(meaning::tell);
            if (update.path("duplicates").asInt() > 0) {
                sink.unread("updates that the target joined");
            }
        }
        if (notification.has("delete")) {
            sink.unread("delete");
        }
        return samples.events(context, record, index);
    }

    /** gnmic's event: values by path, with the keys of the path as tags. */
    private List<FabricEvent> ofFlat(JsonNode event, long record) {
        JsonNode tags = event.path("tags");
        String source = tags.path("source").asText("");
        Samples samples = new Samples(Samples.isName(source) ? new DeviceId(withoutPort(source)) : unnamed);
        LeafMeaning meaning = new LeafMeaning(samples, sink, time(event.path("timestamp")));
        event.path("values").properties().forEach(value -> {
            List<Leaf.Element> path = new ArrayList<>();
            for (Leaf.Element element : Leaf.elements(value.getKey())) {
                Map<String, String> keys = new TreeMap<>();
                tags.properties().forEach(tag -> {
                    int underscore = tag.getKey().lastIndexOf('_');
                    if (underscore > 0 && tag.getKey().substring(0, underscore).equals(element.name())) {
                        keys.put(
                                tag.getKey().substring(underscore + 1),
                                tag.getValue().asText());
                    }
                });
                path.add(new Leaf.Element(element.name(), keys));
            }
            List<Leaf> leaves = new ArrayList<>();
            Leaf.flatten(path, value.getValue(), leaves);
            leaves.forEach(meaning::tell);
        });
        return samples.events(context, record, 0);
    }

    /** gnmic's answer: updates with paths as text. */
    private List<FabricEvent> ofUpdates(JsonNode message, long record) {
        String source = message.path("source").asText("");
        Samples samples = new Samples(Samples.isName(source) ? new DeviceId(withoutPort(source)) : unnamed);
        LeafMeaning meaning = new LeafMeaning(samples, sink, time(message.path("timestamp")));
        for (JsonNode update : message.path("updates")) {
            List<Leaf.Element> path =
                    new ArrayList<>(Leaf.elements(message.path("prefix").asText("")));
            path.addAll(Leaf.elements(update.path("Path").asText("")));
            List<Leaf> leaves = new ArrayList<>();
            update.path("values").properties().forEach(value -> Leaf.flatten(path, value.getValue(), leaves));
            leaves.forEach(meaning::tell);
        }
        return samples.events(context, record, 0);
    }

    private static String withoutPort(String source) {
        int colon = source.lastIndexOf(':');
        return colon > 0 && source.substring(colon + 1).matches("\\d{1,5}") ? source.substring(0, colon) : source;
    }

    private JsonNode value(JsonNode val) {
        for (Map.Entry<String, JsonNode> field : val.properties()) {
            if (TREES.contains(field.getKey())) {
                return tree(field.getValue());
            }
            return field.getValue();
        }
        return val;
    }

    /** A document within a message: in base64 where the message is JSON. Who wrote a session down may have left parts out. */
    private JsonNode tree(JsonNode value) {
        if (!value.isTextual()) {
            return value;
        }
        String text = value.asText();
        boolean isPlain = text.stripLeading().startsWith("{")
                || text.stripLeading().startsWith("[")
                || text.stripLeading().startsWith("\"");
        if (!isPlain) {
            try {
                text = new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return value;
            }
        }
        if (LEFT_OUT.matcher(text).find()) {
            sink.unread("values left out by who wrote it down");
            text = LEFT_OUT.matcher(text)
                    .replaceAll("")
                    .replaceAll(",(?:\\s*,)+", ",")
                    .replaceAll("\\{\\s*,", "{")
                    .replaceAll(",\\s*\\}", "}");
        }
        try {
            JsonDocument document = JsonDocument.readPartly(text.getBytes(StandardCharsets.UTF_8));
            return document.values().isEmpty() ? value : document.values().get(0);
        } catch (IOException e) {
            return value;
        }
    }

    private static @Nullable Long time(JsonNode timestamp) {
        String text = timestamp.asText("");
        if (text.matches("\\d{16,19}")) {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                return null;
            }
        }
        // SONiC's client joins date and time with a dash where it polls.
        String iso =
                text.matches("\\d{4}-\\d\\d-\\d\\d-.*") ? text.substring(0, 10) + "T" + text.substring(11) + "Z" : text;
        try {
            Instant instant = Instant.parse(iso);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (DateTimeParseException | ArithmeticException e) {
            return null;
        }
    }
}
