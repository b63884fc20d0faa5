package io.fabrictwin.model.training;

import io.fabrictwin.model.event.CollectiveOperation;

/** What a collective costs when nothing but its own kind, on all groups at once, uses nodes and NICs. */
@FunctionalInterface
public interface CollectiveCost {
    /**
     * Seconds from the last rank's call to the last rank's end.
     *
     * @param bytes for an all-reduce the buffer; for an all-gather the whole result and for a reduce-scatter the whole
     *     input; for an all-to-all what a rank sends, its own part included; for a send the message
     */
    double seconds(CollectiveOperation operation, double bytes, Span span);

    /** The part of them that the wires have no share in. */
    default double latencySeconds(CollectiveOperation operation, double bytes, Span span) {
        return 0;
    }

    /** Whether a reduction goes up and down trees rather than round rings. */
    default boolean isTree(CollectiveOperation operation, double bytes, Span span) {
        return false;
    }
}
