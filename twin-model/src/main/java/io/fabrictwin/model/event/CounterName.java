package io.fabrictwin.model.event;

/**
 * Names of the port counters that the model reads. All are cumulative from an unknown start. A counter that is not of
 * this list is kept under its raw name.
 */
public final class CounterName {
    /** Wire bytes sent. */
    public static final String TX_BYTES = "txBytes";
    /** Wire bytes received. */
    public static final String RX_BYTES = "rxBytes";
    /** Packets sent. */
    public static final String TX_PACKETS = "txPackets";
    /** Packets received. */
    public static final String RX_PACKETS = "rxPackets";
    /** Packets newly ECN-marked in this egress queue. */
    public static final String ECN_MARKED_PACKETS = "ecnMarkedPackets";
    /** Congestion notifications that reached this sender. */
    public static final String CNP_RX = "cnpRx";
    /** Pause frames received. */
    public static final String PFC_RX_FRAMES = "pfcRxFrames";
    /** Time this port was not allowed to send, ns. */
    public static final String PFC_RX_PAUSED_NS = "pfcRxPausedNs";
    /** Pause frames sent. */
    public static final String PFC_TX_FRAMES = "pfcTxFrames";
    /** Time this port held its neighbour, ns. */
    public static final String PFC_TX_PAUSED_NS = "pfcTxPausedNs";
    /** Packets dropped on the way out. */
    public static final String TX_DROPPED_PACKETS = "txDroppedPackets";
    /** Packets received with an error. */
    public static final String RX_ERRORS = "rxErrors";
    /** InfiniBand: ticks in which data waited for credit or arbitration. */
    public static final String TX_WAIT_TICKS = "txWaitTicks";
    /** InfiniBand: times the link went down. */
    public static final String LINK_DOWNED = "linkDowned";
    /** Symbol errors on the wire. */
    public static final String SYMBOL_ERRORS = "symbolErrors";
    /** Codewords that forward error correction mended. */
    public static final String FEC_CORRECTED_CODEWORDS = "fecCorrectedCodewords";
    /** Codewords that it could not. */
    public static final String FEC_UNCORRECTED_CODEWORDS = "fecUncorrectedCodewords";

    private CounterName() {}
}
