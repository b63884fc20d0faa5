package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.PlacementDeclared;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A cluster model of topograph: a tree of switches, and blocks of nodes with their NVLink domains. */
public final class TopographFormat extends DocumentFormat {
    private static final Pattern SWITCHES = Pattern.compile("(?m)^\"?switches\"?\\s*:");
    private static final Pattern BLOCKS =
            Pattern.compile("(?m)^(?:blocks|capacity_blocks|nodes)\\s*:|^[ \\t]++(?:-\\s+)?(?:nvlink|switches)\\s*:");

    public TopographFormat() {
        super(
                "topograph",
                "NVIDIA topograph: cluster model YAML",
                Set.of(DeviceDiscovered.class, PlacementDeclared.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(!head.isJson() && head.has(SWITCHES) && head.has(BLOCKS));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        SlurmTree tree = new SlurmTree(plan);
        JsonNode switches = root.path("switches");
        if (switches.isArray()) {
            switches.forEach(node -> readSwitch(node.path("name").asText(""), node, tree, plan));
        } else {
            for (Map.Entry<String, JsonNode> node : switches.properties()) {
                readSwitch(node.getKey(), node.getValue(), tree, plan);
            }
        }
        int index = 0;
        for (String list : new String[] {"blocks", "capacity_blocks"}) {
            for (JsonNode block : root.path(list)) {
                plan.entry(list + "[" + index++ + "]", block, () -> readBlock(block, tree, plan));
            }
        }
    }

    private static void readSwitch(String name, JsonNode node, SlurmTree tree, Plan plan) {
        plan.entry("switches." + name, node, () -> {
            tree.readSwitch(name, joined(node.path("switches")), joined(node.path("nodes")));
            for (Map.Entry<String, JsonNode> label : node.path("labels").properties()) {
                plan.placement(name, lastPart(label.getKey()), label.getValue().asText(""));
            }
            for (Map.Entry<String, JsonNode> label : node.path("metadata").properties()) {
                plan.placement(name, lastPart(label.getKey()), label.getValue().asText(""));
            }
        });
    }

    private static void readBlock(JsonNode block, SlurmTree tree, Plan plan) throws BadEntryException {
        String nodes = joined(block.path("nodes"));
        String leaf = text(block, "switch");
        if (leaf != null) {
            tree.readSwitch(leaf, null, nodes);
        }
        String nvlink = text(block, "nvlink");
        for (String node : Hostlist.expand(nodes == null ? "" : nodes)) {
            if (nvlink != null) {
                plan.placement(node, "domain", nvlink);
            }
            for (Map.Entry<String, JsonNode> annotation :
                    block.path("annotations").properties()) {
                plan.placement(
                        node,
                        lastPart(annotation.getKey()),
                        annotation.getValue().asText(""));
            }
        }
    }

    private static String lastPart(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    private static @Nullable String joined(JsonNode names) {
        if (!names.isArray()) {
            return names.isTextual() ? names.asText() : null;
        }
        StringBuilder all = new StringBuilder();
        names.forEach(name -> all.append(all.length() == 0 ? "" : ",").append(name.asText()));
        return all.toString();
    }
}
