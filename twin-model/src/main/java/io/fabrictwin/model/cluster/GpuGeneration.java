package io.fabrictwin.model.cluster;

/** GPU architectures that NCCL's constants tell apart, oldest first. H100, H200 and GH200 are Hopper. */
public enum GpuGeneration {
    VOLTA,
    AMPERE,
    HOPPER,
    BLACKWELL
}
