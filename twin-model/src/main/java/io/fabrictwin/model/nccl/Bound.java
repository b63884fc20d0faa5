package io.fabrictwin.model.nccl;

/** What keeps a collective from being faster. */
public enum Bound {
    /** Its steps, not its bytes: more than half of the time passes before a rate matters. */
    LATENCY,
    /** The NICs of a server. */
    NIC,
    /** The links between GPUs of a server. */
    NVLINK,
    /** The links between leaves and spines. */
    UPLINK,
    /** What the protocol or a channel can carry. */
    PROTOCOL
}
