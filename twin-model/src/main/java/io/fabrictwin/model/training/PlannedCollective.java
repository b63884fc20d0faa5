package io.fabrictwin.model.training;

import io.fabrictwin.model.event.CollectiveOperation;

/**
 * A collective that every GPU of a job runs in each step.
 *
 * @param phase what it belongs to
 * @param bytes as {@link CollectiveCost} counts them
 * @param count how often a GPU runs it in a step
 */
public record PlannedCollective(
        Dimension dimension, Phase phase, CollectiveOperation operation, double bytes, Span span, double count) {
    /** Part of a step. */
    public enum Phase {
        /** For each micro-batch on its way forward. */
        FORWARD,
        /** For each micro-batch on its way back, what is computed once more included. */
        BACKWARD,
        /** Reducing gradients. */
        GRADIENTS,
        /** Gathering parameters that have been updated. */
        PARAMETERS
    }

    /** Bytes that a GPU puts on the wire in one direction for it in a step. */
    public double wireBytes() {
        return count * bytes * WireTime.wireShare(operation, span.ranks());
    }
}
