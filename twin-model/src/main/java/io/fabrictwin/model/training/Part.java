package io.fabrictwin.model.training;

/** What the time of a step is made of. */
public enum Part {
    /** Computing of the micro-batches. */
    COMPUTE,
    /** Waiting while the pipeline fills and drains. */
    BUBBLE,
    /** Tensor-parallel collectives that nothing hides. */
    TENSOR,
    /** Context-parallel exchange that nothing hides. */
    CONTEXT,
    /** All-to-alls of experts that nothing hides. */
    EXPERT,
    /** Sends between stages that nothing hides. */
    PIPELINE,
    /** Gradients and parameters of replicas that nothing hides. */
    DATA,
    /** The update of parameters. */
    OPTIMIZER,
    /** Checkpoints, spread over the steps between them. */
    CHECKPOINT,
    /** Waiting for the rank that happens to be last. */
    JITTER,
    /** Waiting for GPUs that are always slow. */
    SLOW_MEMBERS,
    /** Neither GPUs nor network work. */
    HOST
}
