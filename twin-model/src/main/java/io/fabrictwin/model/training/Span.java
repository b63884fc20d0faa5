package io.fabrictwin.model.training;

/**
 * Where a group of ranks lies.
 *
 * @param ranks of the group
 * @param ranksPerNode of them on each node that it fills
 */
public record Span(int ranks, int ranksPerNode) {
    public Span {
        Require.positive("ranks", ranks);
        Require.positive("ranksPerNode", ranksPerNode);
        if (ranksPerNode > ranks) {
            throw new IllegalArgumentException(ranksPerNode + " ranks on a node of a group of " + ranks);
        }
    }

    /** How a group reaches its members. */
    public enum Kind {
        /** Within one node. */
        IN_NODE,
        /** One rank per node, all at the same place of their node: one rail. */
        RAIL,
        /** Several ranks on each of several nodes. */
        ACROSS
    }

    /** Ranks {@code stride} apart on nodes that take {@code gpusPerNode} consecutive ranks each. */
    static Span of(int ranks, int stride, int gpusPerNode) {
        Require.positive("gpusPerNode", gpusPerNode);
        return new Span(ranks, Math.min(ranks, Math.max(1, gpusPerNode / stride)));
    }

    public Kind kind() {
        if (ranksPerNode == ranks) {
            return Kind.IN_NODE;
        }
        return ranksPerNode == 1 ? Kind.RAIL : Kind.ACROSS;
    }

    /** Nodes that the group touches. */
    public int nodes() {
        return (ranks + ranksPerNode - 1) / ranksPerNode;
    }
}
