package io.fabrictwin.model.training;

import io.fabrictwin.model.event.CollectiveOperation;

/** What a collective costs when all groups of its kind run theirs at once. */
@FunctionalInterface
public interface CollectiveCost {
    /**
     * Seconds from the last rank's call to the last rank's end.
     *
     * @param bytes for an all-reduce the buffer; for an all-gather the whole result and for a reduce-scatter the whole
     *     input; for an all-to-all what a rank sends, its own part included; for a send the message
     */
    double seconds(CollectiveOperation operation, double bytes, Placement placement);
}
