package io.fabrictwin.model.training;

/**
 * The sequences of a step.
 *
 * @param microBatch sequences of a micro-batch, b
 * @param microBatches micro-batches of a step on each data-parallel rank, m
 */
public record Batch(int microBatch, int microBatches) {
    public Batch {
        Require.positive("batch.microBatch", microBatch);
        Require.positive("batch.microBatches", microBatches);
    }
}
