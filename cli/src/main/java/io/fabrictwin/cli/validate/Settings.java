package io.fabrictwin.cli.validate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a case sets, by what an engineer changes in one go.
 *
 * @param byName topology, buffers, marking, pauses, rate control, packets and traffic, each as comparable text
 */
record Settings(Map<String, String> byName) {
    /** The one of the settings that is not configuration of the fabric. */
    static final String TRAFFIC = "traffic";

    static Settings of(JsonNode form) {
        JsonNode fabric = form.path("fabric");
        JsonNode transport = fabric.path("transport");
        Set<String> buffers = new TreeSet<>();
        Set<String> markings = new TreeSet<>();
        StringBuilder topology = new StringBuilder();
        for (JsonNode node : fabric.path("nodes")) {
            topology.append(node.path("id").asText()).append(' ');
            buffers.add(node.path("bufferBytes").asText());
        }
        markings.add(marking(transport.path("ecn")));
        for (JsonNode link : fabric.path("links")) {
            for (String field : new String[] {"a", "b", "gbps", "delayNs"}) {
                topology.append(link.path(field).asText()).append(' ');
            }
            markings.add(marking(link.path("ecn")));
        }
        StringBuilder traffic = new StringBuilder();
        for (JsonNode flow : form.path("flows")) {
            ObjectNode sent = flow.deepCopy();
            sent.remove(List.of("path", "ackPath"));
            traffic.append(sent);
        }
        return new Settings(new TreeMap<>(Map.of(
                "topology",
                topology.toString(),
                "buffers",
                buffers.toString(),
                "marking",
                transport.path("kind").asText() + markings,
                "pauses",
                transport.path("pfc").toString(),
                "rate control",
                transport.path("dcqcn").toString(),
                "packets",
                transport.path("payloadBytes").asText(),
                TRAFFIC,
                traffic.toString())));
    }

    /** Names of what differs. */
    Set<String> differences(Settings other) {
        Set<String> names = new TreeSet<>();
        byName.forEach((name, value) -> {
            if (!value.equals(other.byName.get(name))) {
                names.add(name);
            }
        });
        return names;
    }

    private static String marking(JsonNode ecn) {
        return ecn.path("enabled").asBoolean() ? ecn.toString() : "off";
    }
}
