package io.fabrictwin.model.cluster;

/** What lies between a GPU and the NIC it uses, in NCCL's words, nearest first. */
public enum GpuDistance {
    /** One PCIe switch. */
    PIX,
    /** Several PCIe switches. */
    PXB,
    /** The host bridge of a CPU: no GPUDirect by default. */
    PHB,
    /** The link between two CPU sockets, which caps the NIC. */
    SYS
}
