package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * How senders choose their rate, which paths their packets take, and what the switches do about it. Kinds with queues are
 * run as a fluid with memory; the others at steady max-min shares from the start of each message, which leaves out what
 * their own control loop does in the first round trips.
 */
public enum TransportKind {
    /** RoCE: senders under DCQCN rate control, switches that mark and pause. */
    ROCE_DCQCN("roce-dcqcn", Control.DCQCN, false, 1, 0),
    /** RoCE without rate control: senders always at line rate, pauses alone hold them back. */
    ROCE_PFC_ONLY("roce-pfc-only", Control.NONE, false, 1, 0),
    /** InfiniBand: senders at line rate, held back by the credits of the next buffer, one path a destination. */
    IB_CREDIT("ib-credit", Control.CREDITS, false, 1, 0),
    /**
     * RoCE with per-packet adaptive routing and NICs that put packets back in order. 98 percent of the line rate is the
     * vendor's published figure (arXiv 2605.21187).
     */
    SPECTRUM_X("spectrum-x", Control.STEADY, true, 0.98, 0),
    /**
     * Ultra Ethernet: packets sprayed over all paths, sender-based control. 96 percent of the fabric is the middle of what
     * packet-level runs of a sprayed, window-controlled transport reach (95 to 98).
     */
    UEC("uec", Control.STEADY, true, 0.96, 0),
    /** A cloud transport of the EFA kind: sprayed datagrams, a receiver that puts them in order; figures as {@link #UEC}. */
    EFA("efa", Control.STEADY, true, 0.96, 0),
    /**
     * A cloud RDMA over a lossy network, windows and selective repeat in the NIC, one path a connection. 97 percent is the
     * bandwidth factor that a validated flow-level simulator uses for window-controlled transports (SimGrid, LV08).
     */
    ERDMA("erdma", Control.STEADY, false, 0.97, 0),
    /** RDMA over TCP in the NIC: loss-based windows that start with 10 packets (RFC 6928) and share by round trip. */
    IWARP("iwarp", Control.STEADY, false, 0.97, 10),
    /** TCP of the operating system; figures as {@link #IWARP}. */
    TCP("tcp", Control.STEADY, false, 0.97, 10),
    /** Max-min fair rates at every instant, no queues: the bound that a perfect transport would reach. */
    IDEAL("ideal", Control.STEADY, false, 1, 0);

    private enum Control {
        DCQCN,
        NONE,
        CREDITS,
        STEADY
    }

    private final String wireName;
    private final Control control;
    private final boolean isSprayed;
    private final double efficiency;
    private final int initialWindowPackets;

    TransportKind(String wireName, Control control, boolean isSprayed, double efficiency, int initialWindowPackets) {
        this.wireName = wireName;
        this.control = control;
        this.isSprayed = isSprayed;
        this.efficiency = efficiency;
        this.initialWindowPackets = initialWindowPackets;
    }

    /** The name in files and on the command line. */
    public String wireName() {
        return wireName;
    }

    /** Whether queues, and what they do to senders, are modelled. */
    public boolean hasQueues() {
        return control != Control.STEADY;
    }

    /** Whether senders follow DCQCN. */
    public boolean isPaced() {
        return control == Control.DCQCN;
    }

    /** Whether a sender needs the credit of the next buffer, instead of being paused. */
    public boolean hasCredits() {
        return control == Control.CREDITS;
    }

    /** Whether the packets of one message take all shortest paths; its receivers then put them in order. */
    public boolean isSprayed() {
        return isSprayed;
    }

    /** Share of a port's rate that steady sharing reaches; for sprayed kinds of ports between switches only. */
    public double efficiency() {
        return efficiency;
    }

    /** Packets of the first window of a message; 0: it starts at its share at once. */
    int initialWindowPackets() {
        return initialWindowPackets;
    }

    /** Whether flows share a bottleneck in inverse proportion to their round trips, as loss-based windows do. */
    boolean sharesByRoundTrip() {
        return initialWindowPackets > 0;
    }

    /**
     * The kind of this name.
     *
     * @throws IllegalArgumentException for a name that is none of the kinds; the message lists them
     */
    public static TransportKind ofWireName(String name) {
        for (TransportKind kind : values()) {
            if (kind.wireName.equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kind must be one of "
                + Arrays.stream(values()).map(TransportKind::wireName).collect(Collectors.joining(", ")) + ": " + name);
    }
}
