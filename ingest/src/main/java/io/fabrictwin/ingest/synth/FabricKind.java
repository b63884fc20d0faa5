package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.TransportKind;

/** The technology of a synthetic fabric. */
public enum FabricKind {
    /** Ethernet with RDMA: DCQCN senders, switches that mark and pause. */
    ROCE(TransportKind.ROCE_DCQCN),
    /** InfiniBand: credits, one path a destination, a subnet manager. */
    IB(TransportKind.IB_CREDIT);

    private final TransportKind transport;

    FabricKind(TransportKind transport) {
        this.transport = transport;
    }

    TransportKind transport() {
        return transport;
    }

    /** As people type it. */
    public String word() {
        return this == ROCE ? "roce" : "ib";
    }

    /**
     * The kind of this name.
     *
     * @throws IllegalArgumentException for another word
     */
    public static FabricKind ofWord(String word) {
        for (FabricKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("fabric '" + word + "' is neither roce nor ib");
    }
}
