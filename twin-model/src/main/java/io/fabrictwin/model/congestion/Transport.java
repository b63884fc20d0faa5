package io.fabrictwin.model.congestion;

import io.fabrictwin.model.pause.LossRecovery;
import io.fabrictwin.model.pause.TransportTimeout;

/**
 * How bytes travel: packet sizes, rate control, and the marking and pausing that ports use unless they have their own.
 *
 * @param kind who controls the rate
 * @param payloadBytes payload of a full packet
 * @param wireBytes bytes of a full packet on the wire, headers included
 * @param ackBytes bytes on the wire of the acknowledgement of one packet
 * @param ecn marking of every queue without its own
 * @param pfc pausing of every ingress
 * @param dcqcn constants of the senders; used by {@link TransportKind#ROCE_DCQCN} only
 * @param recovery what a lost packet costs
 * @param timeout how long a sender waits for an acknowledgement that nothing else announces as missing
 * @param efficiency share of a port's rate that steady sharing reaches, above 0 and at most 1; used by kinds without queues
 */
public record Transport(
        TransportKind kind,
        int payloadBytes,
        int wireBytes,
        int ackBytes,
        EcnProfile ecn,
        PfcProfile pfc,
        DcqcnProfile dcqcn,
        LossRecovery recovery,
        TransportTimeout timeout,
        double efficiency) {
    /** NCCL's default since release 2.23. */
    public static final TransportTimeout USUAL_TIMEOUT = TransportTimeout.ofNccl("2.23");

    /**
     * A transport with the efficiency of its kind, the recovery of plain RoCE, go-back-N, and the timeout that NCCL asks for
     * now.
     */
    public Transport(
            TransportKind kind,
            int payloadBytes,
            int wireBytes,
            int ackBytes,
            EcnProfile ecn,
            PfcProfile pfc,
            DcqcnProfile dcqcn) {
        this(
                kind,
                payloadBytes,
                wireBytes,
                ackBytes,
                ecn,
                pfc,
                dcqcn,
                LossRecovery.GO_BACK_N,
                USUAL_TIMEOUT,
                kind.efficiency());
    }

    public Transport {
        if (!(efficiency > 0 && efficiency <= 1)) {
            throw new IllegalArgumentException("efficiency must lie above 0 and not above 1: " + efficiency);
        }
        Require.positive("payloadBytes", payloadBytes);
        Require.notNegative("ackBytes", ackBytes);
        if (wireBytes < payloadBytes) {
            throw new IllegalArgumentException("wireBytes must not be below payloadBytes: " + wireBytes);
        }
    }

    /** Packets needed for a message of {@code bytes} payload. */
    public long packets(long bytes) {
        return (bytes + payloadBytes - 1) / payloadBytes;
    }

    /** Bytes on the wire of a message of {@code bytes} payload. */
    public long wireBytesOf(long bytes) {
        return bytes + packets(bytes) * (wireBytes - payloadBytes);
    }

    /** Bytes on the wire of the last packet of a message of {@code bytes} payload; 0 for an empty message. */
    public long lastPacketWireBytes(long bytes) {
        return bytes == 0 ? 0 : bytes - (packets(bytes) - 1) * payloadBytes + (wireBytes - payloadBytes);
    }
}
