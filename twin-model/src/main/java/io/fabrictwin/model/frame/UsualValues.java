package io.fabrictwin.model.frame;

/** Facts that are taken where nobody told them; whoever takes one says so. */
public final class UsualValues {
    /** Propagation of a link, ns: 200 m of fibre, or a shorter one and the switch's own latency. */
    public static final long LINK_DELAY_NS = 1000;
    /** Payload of a full packet, bytes: the RDMA MTU of most fabrics. */
    public static final int PAYLOAD_BYTES = 4096;
    /** Around it, bytes: Ethernet with preamble and gap, IPv4, UDP, BTH and checksums. */
    public static final int HEADER_BYTES = 82;

    private UsualValues() {}
}
