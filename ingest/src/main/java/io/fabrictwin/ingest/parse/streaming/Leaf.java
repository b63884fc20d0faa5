package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One value of a gNMI notification.
 *
 * @param path elements from the root, without the prefixes that models put before names
 */
record Leaf(List<Element> path, JsonNode value) {
    /** Deeper trees are no telemetry. */
    private static final int MAX_DEPTH = 64;

    /** An element with the keys of its list entry. */
    record Element(String name, Map<String, String> keys) {
        Element(String name) {
            this(name, Map.of());
        }
    }

    String name() {
        return path.isEmpty() ? "" : path.get(path.size() - 1).name();
    }

    boolean has(String element) {
        return path.stream().anyMatch(each -> each.name().equals(element));
    }

    /** Value of a key of the first element of that name; null: there is none. */
    @Nullable
    String key(String element, String key) {
        for (Element each : path) {
            if (each.name().equals(element) && each.keys().containsKey(key)) {
                return each.keys().get(key);
            }
        }
        return null;
    }

    /** Elements of a path as protobuf's JSON has it. */
    static List<Element> elements(JsonNode path) {
        List<Element> elements = new ArrayList<>();
        JsonNode list = path.path("elem");
        for (JsonNode element : list.isObject() ? List.of(list) : list) {
            Map<String, String> keys = new TreeMap<>();
            JsonNode told = element.path("key");
            for (JsonNode entry : told.isArray() ? told : List.of(told)) {
                if (entry.has("key") && entry.has("value")) {
                    keys.put(entry.path("key").asText(), entry.path("value").asText());
                } else {
                    entry.properties()
                            .forEach(
                                    key -> keys.put(key.getKey(), key.getValue().asText()));
                }
            }
            elements.add(new Element(plain(element.path("name").asText("")), keys));
        }
        return elements;
    }

    /** Elements of a path as text: {@code /interfaces/interface[name=Ethernet1/1]/state}. */
    static List<Element> elements(String path) {
        List<Element> elements = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        Map<String, String> keys = new TreeMap<>();
        int at = 0;
        while (at <= path.length()) {
            char c = at == path.length() ? '/' : path.charAt(at);
            if (c == '/') {
                if (name.length() > 0 || !keys.isEmpty()) {
                    elements.add(new Element(plain(name.toString()), Map.copyOf(keys)));
                }
                name.setLength(0);
                keys.clear();
            } else if (c == '[') {
                int end = path.indexOf(']', at);
                int equals = path.indexOf('=', at);
                if (end > equals && equals > at) {
                    keys.put(path.substring(at + 1, equals), path.substring(equals + 1, end));
                    at = end;
                }
            } else {
                name.append(c);
            }
            at++;
        }
        return elements;
    }

    /** Adds the leaves of a value, which may be a whole subtree. */
    static void flatten(List<Element> path, JsonNode value, List<Leaf> leaves) {
        if (path.size() > MAX_DEPTH) {
            return;
        }
        if (value.isObject()) {
            value.properties().forEach(field -> {
                List<Element> longer = new ArrayList<>(path);
                longer.add(new Element(plain(field.getKey())));
                flatten(longer, field.getValue(), leaves);
            });
        } else if (value.isArray()) {
            for (JsonNode entry : value) {
                flatten(keyed(path, entry), entry, leaves);
            }
        } else if (!value.isMissingNode() && !value.isNull()) {
            leaves.add(new Leaf(path, value));
        }
    }

    /** A list entry bears its name within: it belongs to the element as a key. */
    private static List<Element> keyed(List<Element> path, JsonNode entry) {
        JsonNode name = entry.path("name");
        if (path.isEmpty() || !name.isValueNode()) {
            return path;
        }
        List<Element> keyed = new ArrayList<>(path);
        Element last = keyed.remove(keyed.size() - 1);
        Map<String, String> keys = new TreeMap<>(last.keys());
        keys.put("name", name.asText());
        keyed.add(new Element(last.name(), keys));
        return keyed;
    }

    /** SONiC's keys hold colons of their own: only prefixes of models are cut off. */
    private static String plain(String name) {
        int colon = name.indexOf(':');
        boolean isPrefix = colon > 0
                && colon < name.length() - 1
                && name.substring(0, colon)
                        .chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z') || c == '-' || Character.isDigit(c))
                && Character.isLetter(name.charAt(colon + 1));
        return isPrefix ? name.substring(colon + 1) : name;
    }
}
