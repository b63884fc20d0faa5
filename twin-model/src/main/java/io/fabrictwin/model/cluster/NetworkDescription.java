package io.fabrictwin.model.cluster;

/**
 * The network between servers: leaves under spines.
 *
 * @param transport its name, such as {@code infiniband}, {@code roce}, {@code slingshot}, {@code efa}
 * @param nodesPerLeaf servers whose NICs meet on one leaf (or on one leaf per rail)
 * @param spines spines above a leaf; 0 when all servers share one leaf
 * @param uplinkBitsPerSecond rate of what joins a leaf (all leaves of a rail group together) and one spine
 */
public record NetworkDescription(
        String transport, int nodesPerLeaf, int spines, double uplinkBitsPerSecond, RoutingMode routing) {
    public NetworkDescription {
        if (transport.isBlank()) {
            throw new IllegalArgumentException("transport is empty");
        }
        Require.positive("nodesPerLeaf", nodesPerLeaf);
        Require.notNegative("spines", spines);
        if (spines > 0) {
            Require.positive("uplinkBitsPerSecond", uplinkBitsPerSecond);
        }
    }
}
