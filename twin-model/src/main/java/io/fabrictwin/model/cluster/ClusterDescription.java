package io.fabrictwin.model.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Equal servers on one network.
 *
 * @param nodes servers, at least 1
 * @param efficiency share of the modelled rate that measurements of this cluster show, above 0 and at most 1.5; null when
 *     nothing was measured yet
 */
public record ClusterDescription(
        String name,
        int nodes,
        NodeDescription node,
        NetworkDescription network,
        LibrarySettings library,
        @Nullable Double efficiency) {
    /** Above the nominal rate only as far as the model's own caps may be low. */
    private static final double EFFICIENCY_LIMIT = 1.5;

    public ClusterDescription {
        Require.positive("nodes", nodes);
        if (nodes > 1 && node.nics().isEmpty()) {
            throw new IllegalArgumentException("nics is empty, but there are " + nodes + " nodes");
        }
        if (efficiency != null && !(efficiency > 0 && efficiency <= EFFICIENCY_LIMIT)) {
            throw new IllegalArgumentException(
                    "efficiency must lie above 0 and at most at " + EFFICIENCY_LIMIT + ": " + efficiency);
        }
    }

    /** The same cluster with another efficiency. */
    public ClusterDescription withEfficiency(double measured) {
        return new ClusterDescription(name, nodes, node, network, library, measured);
    }
}
