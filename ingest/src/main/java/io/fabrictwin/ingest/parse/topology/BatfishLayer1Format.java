package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.PortId;
import java.util.Set;

/** Batfish's layer-1 topology: pairs of host and interface, each once or in both directions. */
public final class BatfishLayer1Format extends DocumentFormat {
    public BatfishLayer1Format() {
        super(
                "batfish-layer1",
                "Batfish: layer1_topology.json, and tools that write it for Batfish",
                Set.of(LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.hasAll("\"node1\"", "\"hostname\"", "\"interfaceName\""));
    }

    @Override
    void read(JsonNode root, Plan plan) {
        int index = 0;
        for (JsonNode edge : root.path("edges")) {
            plan.entry("edges[" + index++ + "]", edge, () -> plan.link(end(edge, "node1"), end(edge, "node2"), null));
        }
    }

    private static PortId end(JsonNode edge, String side) throws BadEntryException {
        JsonNode node = edge.path(side);
        return Plan.port(text(node, "hostname"), text(node, "interfaceName"));
    }
}
