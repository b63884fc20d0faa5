package io.fabrictwin.model.congestion;

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
 */
public record Transport(
        TransportKind kind,
        int payloadBytes,
        int wireBytes,
        int ackBytes,
        EcnProfile ecn,
        PfcProfile pfc,
        DcqcnProfile dcqcn) {
    public Transport {
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
