package io.fabrictwin.model.pause;

/**
 * Buffer of one ingress and priority for what arrives after its pause.
 *
 * @param xoffBytes room between the pause and a loss, B
 * @param xonBytes room below which the ingress resumes, B
 * @param profileBytes size of the whole profile without a shared headroom pool, B; with one it is {@code xonBytes}, and the
 *     pool carries the rest
 */
public record Headroom(long xoffBytes, long xonBytes, long profileBytes) {

    /**
     * Least headroom in bytes of any lossless port, whatever its chip: rate times the way of the pause and of the last
     * byte, plus a frame begun at either end.
     *
     * @param propagationNs one-way delay of the cable, ns
     * @param responseNs time until the peer heeds the pause, ns
     */
    public static double leastBytes(double bitsPerSecond, double propagationNs, double responseNs, long mtuBytes) {
        Require.positive("bitsPerSecond", bitsPerSecond);
        Require.notNegative("propagationNs", propagationNs);
        Require.notNegative("responseNs", responseNs);
        Require.positive("mtuBytes", mtuBytes);
        return bitsPerSecond / 8e9 * (2 * propagationNs + responseNs) + 2.0 * mtuBytes;
    }

    /** Bytes per ingress that one pause loses at worst if only {@code configuredBytes} of headroom were set aside. */
    public long worstLossBytes(long configuredBytes) {
        Require.notNegative("configuredBytes", (double) configuredBytes);
        return Math.max(0, xoffBytes - configuredBytes);
    }

    /**
     * Loss probability of a packet if every pause loses as much as it can: packets lost per second over packets sent.
     *
     * @param pausesPerSecond pauses of this ingress, such as {@link PauseCycle#framesPerSecond()}
     * @param bitsPerSecond traffic through the ingress
     * @param packetBytes bytes of a packet
     */
    public double worstLossProbability(
            long configuredBytes, double pausesPerSecond, double bitsPerSecond, long packetBytes) {
        Require.notNegative("pausesPerSecond", pausesPerSecond);
        Require.positive("bitsPerSecond", bitsPerSecond);
        Require.positive("packetBytes", packetBytes);
        double packetsLost = Math.ceil((double) worstLossBytes(configuredBytes) / packetBytes) * pausesPerSecond;
        return Math.min(1, packetsLost / (bitsPerSecond / 8 / packetBytes));
    }
}
