package io.fabrictwin.model.training;

/**
 * The groups of ranks that communicate. A group is its first rank and every {@code stride}-th one after it, {@code
 * size} in all, by the order of ranks that {@link Parallelism} tells.
 */
public enum Dimension {
    TENSOR,
    CONTEXT,
    EXPERT,
    PIPELINE,
    /** Ranks with the same dense parameters (or, sharded in full, with parts of one copy of them). */
    DATA,
    /** Ranks with the same experts. */
    EXPERT_DATA,
    /** The same part of each copy under hybrid sharding. */
    COPIES;

    /** Ranks of a group. */
    public int size(JobDescription job) {
        Parallelism parallelism = job.parallelism();
        return switch (this) {
            case TENSOR -> parallelism.tensor();
            case CONTEXT -> parallelism.context();
            case EXPERT -> parallelism.expert();
            case PIPELINE -> parallelism.pipeline();
            case DATA -> job.shardRanks();
            case EXPERT_DATA -> parallelism.replicas() / parallelism.expert();
            case COPIES -> parallelism.replicas() / job.shardRanks();
        };
    }

    /** Distance from one rank of a group to the next. */
    public int stride(JobDescription job) {
        Parallelism parallelism = job.parallelism();
        return switch (this) {
            case TENSOR -> 1;
            case CONTEXT, EXPERT, DATA -> parallelism.tensor();
            case EXPERT_DATA -> parallelism.tensor() * parallelism.expert();
            case COPIES -> parallelism.tensor() * job.shardRanks();
            case PIPELINE -> parallelism.gpus() / parallelism.pipeline();
        };
    }

    /** Where a group lies on nodes that take {@code gpusPerNode} consecutive ranks each. */
    public Span span(JobDescription job, int gpusPerNode) {
        return Span.of(size(job), stride(job), gpusPerNode);
    }
}
