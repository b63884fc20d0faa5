package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Places nodes and switches under switches, and nodes in blocks. What has several parents is placed under the first at
 * level {@code switch}, under the second at {@code switch 2} and so on.
 */
final class SlurmTree {
    private static final String SWITCH = "switch";
    private static final String BLOCK = "block";

    private final Plan plan;
    private final Map<String, Integer> parentCounts = new HashMap<>();

    SlurmTree(Plan plan) {
        this.plan = plan;
    }

    /** One line of topology.conf. */
    void readFields(Map<String, String> fields) throws BadEntryException {
        String name = fields.get("switchname");
        String block = fields.get("blockname");
        if (name != null) {
            for (String each : Hostlist.expand(name)) {
                readSwitch(each, fields.get("switches"), fields.get("nodes"));
            }
        } else if (block != null) {
            readBlock(block, fields.get("nodes"));
        } else if (fields.containsKey("blocksizes")) {
            plan.unread("BlockSizes");
        } else {
            throw new BadEntryException(
                    RejectCode.UNKNOWN_FIELD,
                    "none of SwitchName, BlockName and BlockSizes is in the line, but "
                            + String.join(
                                    ", ", fields.keySet().stream().sorted().toList()));
        }
        if (fields.containsKey("linkspeed")) {
            plan.unread("LinkSpeed");
        }
    }

    /** A document of topology.yaml. */
    void readYaml(JsonNode root) {
        for (JsonNode topology : root.isArray() ? root : List.of(root)) {
            String name = topology.path("topology").asText("topology");
            for (JsonNode node : topology.path("tree").path("switches")) {
                String told = node.path(SWITCH).asText("");
                plan.entry(
                        name + " switch " + told,
                        node,
                        () -> readSwitch(told, list(node.path("children")), list(node.path("nodes"))));
            }
            for (JsonNode node : topology.path(BLOCK).path("blocks")) {
                String told = node.path(BLOCK).asText("");
                plan.entry(name + " block " + told, node, () -> readBlock(told, list(node.path("nodes"))));
            }
            if (topology.path(BLOCK).has("block_sizes")) {
                plan.entry(name + " block_sizes", topology, () -> plan.unread("BlockSizes"));
            }
        }
    }

    private static @Nullable String list(JsonNode node) {
        if (node.isArray()) {
            StringBuilder names = new StringBuilder();
            node.forEach(name -> names.append(names.length() == 0 ? "" : ",").append(name.asText()));
            return names.toString();
        }
        return node.isValueNode() && !node.isNull() ? node.asText() : null;
    }

    void readSwitch(String name, @Nullable String switches, @Nullable String nodes) throws BadEntryException {
        plan.device(name, DeviceKind.SWITCH, null, null);
        if (switches != null) {
            for (String child : Hostlist.expand(switches)) {
                plan.device(child, DeviceKind.SWITCH, null, null);
                place(child, name);
            }
        }
        if (nodes != null) {
            for (String node : Hostlist.expand(nodes)) {
                place(node, name);
            }
        }
    }

    void readBlock(String name, @Nullable String nodes) throws BadEntryException {
        if (nodes == null) {
            plan.unread("block without nodes");
            return;
        }
        for (String node : Hostlist.expand(nodes)) {
            plan.placement(node, BLOCK, name);
        }
    }

    private void place(String child, String parent) throws BadEntryException {
        int count = parentCounts.merge(child, 1, Integer::sum);
        plan.placement(child, count == 1 ? SWITCH : SWITCH + " " + count, parent);
    }
}
