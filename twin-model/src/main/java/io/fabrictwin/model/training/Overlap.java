package io.fabrictwin.model.training;

/**
 * Which communication runs beside computing.
 *
 * @param tensor tensor-parallel collectives are cut into chunks beside the matrix products; the first chunk, 1/t of
 *     it, cannot hide
 * @param contextRing keys and values go round in blocks behind attention; otherwise they are gathered before it
 * @param expert all-to-alls run behind other work of the layer
 * @param sends sends between stages run beside computing, but for the fill and the drain of the pipeline
 * @param gradients gradients are reduced by buckets behind the backward pass
 * @param parameters parameters are gathered by buckets ahead of the forward pass
 */
public record Overlap(
        boolean tensor, boolean contextRing, boolean expert, boolean sends, boolean gradients, boolean parameters) {
    /** All that frameworks commonly hide: sends, gradients, parameters and ring attention. */
    public static final Overlap COMMON = new Overlap(false, true, false, true, true, true);

    /** Everything is waited for. */
    public static final Overlap NONE = new Overlap(false, false, false, false, false, false);
}
