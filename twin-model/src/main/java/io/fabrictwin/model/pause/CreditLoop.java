package io.fabrictwin.model.pause;

/**
 * The loop of credits of one InfiniBand link: a sender stops once the receiver's buffer could be full, so what is under
 * way until the news of free room is back bounds the rate.
 *
 * @param bitsPerSecond line rate
 * @param cableMeters length of the cable, m
 * @param mtuBytes packet, B
 * @param updateNs from a free buffer until its credit is on the wire, ns
 */
public record CreditLoop(double bitsPerSecond, double cableMeters, long mtuBytes, double updateNs) {
    private static final double METERS_PER_NS = 0.198;

    public CreditLoop {
        Require.positive("bitsPerSecond", bitsPerSecond);
        Require.notNegative("cableMeters", cableMeters);
        Require.positive("mtuBytes", mtuBytes);
        Require.notNegative("updateNs", updateNs);
    }

    /** Round trip of a credit in ns: the cable both ways, a packet, and the update. */
    public double roundTripNs() {
        return 2 * cableMeters / METERS_PER_NS + mtuBytes * 8e9 / bitsPerSecond + updateNs;
    }

    /** Buffer in bytes that a virtual lane needs for the full rate. */
    public double fullRateBytes() {
        return bitsPerSecond / 8e9 * roundTripNs();
    }

    /** Highest rate in bit/s of a virtual lane with {@code bufferBytes} at the receiver. */
    public double capBitsPerSecond(double bufferBytes) {
        Require.notNegative("bufferBytes", bufferBytes);
        return Math.min(bitsPerSecond, bufferBytes * 8e9 / roundTripNs());
    }

    /** Highest rate in bit/s of each of {@code lanes} virtual lanes that share a port's buffer equally. */
    public double capBitsPerSecond(double portBufferBytes, int lanes) {
        Require.positive("lanes", lanes);
        return capBitsPerSecond(portBufferBytes / lanes);
    }
}
