package io.fabrictwin.model.training;

/** What data-parallel ranks share out among them instead of keeping copies. */
public enum Sharding {
    /** Nothing: gradients are all-reduced. */
    NONE,
    /** Optimizer state: gradients are reduce-scattered, parameters all-gathered (ZeRO-1, distributed optimizer). */
    OPTIMIZER,
    /** Parameters too: they are gathered layer by layer for each pass (ZeRO-3, FSDP). */
    FULL
}
