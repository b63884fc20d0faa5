package io.fabrictwin.model.training;

import io.fabrictwin.model.event.CollectiveOperation;

/**
 * The closed form: wire volume over the narrower of the two ways, plus a start-up time. Of a group with g ranks on each
 * of several nodes, each node has g NICs and each volume spread over them (rings enter a node by one NIC and leave by
 * another, one ring per NIC), so the group moves at g NICs, or at the in-node rate if that is less. An all-to-all has
 * no such gain: each rank has one NIC for what leaves its node.
 *
 * @param nodeBytesPerSecond of a GPU to the others of its node, one direction
 * @param nicBytesPerSecond of a GPU's NIC, one direction
 * @param nodeSeconds start-up of a collective within a node
 * @param fabricSeconds start-up of one across nodes
 */
public record WireTime(double nodeBytesPerSecond, double nicBytesPerSecond, double nodeSeconds, double fabricSeconds)
        implements CollectiveCost {
    public WireTime {
        Require.positive("nodeBytesPerSecond", nodeBytesPerSecond);
        Require.positive("nicBytesPerSecond", nicBytesPerSecond);
        Require.notNegative("nodeSeconds", nodeSeconds);
        Require.notNegative("fabricSeconds", fabricSeconds);
    }

    @Override
    public double seconds(CollectiveOperation operation, double bytes, Span span) {
        Require.notNegative("bytes", bytes);
        int ranks = span.ranks();
        if (ranks == 1) {
            return 0;
        }
        if (span.kind() == Span.Kind.IN_NODE) {
            return nodeSeconds + wireShare(operation, ranks) * bytes / nodeBytesPerSecond;
        }
        if (operation == CollectiveOperation.ALL_TO_ALL) {
            double withinNode = (span.ranksPerNode() - 1.0) / ranks * bytes / nodeBytesPerSecond;
            double leaving = (ranks - span.ranksPerNode()) / (double) ranks * bytes / nicBytesPerSecond;
            return fabricSeconds + Math.max(withinNode, leaving);
        }
        int nics = operation == CollectiveOperation.SEND || operation == CollectiveOperation.RECEIVE
                ? 1
                : span.ranksPerNode();
        double bytesPerSecond = Math.min(nodeBytesPerSecond, nics * nicBytesPerSecond);
        return fabricSeconds + wireShare(operation, ranks) * bytes / bytesPerSecond;
    }

    @Override
    public double latencySeconds(CollectiveOperation operation, double bytes, Span span) {
        return span.ranks() == 1 ? 0 : span.kind() == Span.Kind.IN_NODE ? nodeSeconds : fabricSeconds;
    }

    /** Bytes that a rank puts on the wire in one direction, per byte of the collective, by the best algorithm. */
    static double wireShare(CollectiveOperation operation, int ranks) {
        double others = (ranks - 1.0) / ranks;
        return switch (operation) {
            case ALL_REDUCE -> 2 * others;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> others;
            case BROADCAST, REDUCE, SEND, RECEIVE -> ranks > 1 ? 1 : 0;
            // all but the root's own part crosses the root's port
            case GATHER, SCATTER -> ranks - 1;
        };
    }
}
