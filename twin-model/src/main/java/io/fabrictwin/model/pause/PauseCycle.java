package io.fabrictwin.model.pause;

/**
 * The steady cycle of pause and resume of one ingress whose sender knows no other control: it fills at {@code in - out}
 * while the sender sends and drains at {@code out} while it is held; every change of mind reaches the ingress only after
 * the response. Piecewise linear, so exact as long as the drain is steady and the ingress does not run dry, {@code xon >= out x response}.
 *
 * @param inBytesPerNs rate of the sender while it may send, above {@code outBytesPerNs}
 * @param outBytesPerNs rate at which the ingress drains
 * @param hysteresisBytes pause threshold less resume threshold, B
 * @param responseNs from a threshold that is crossed until the arrivals at the ingress change, ns
 */
public record PauseCycle(double inBytesPerNs, double outBytesPerNs, double hysteresisBytes, double responseNs) {
    public PauseCycle {
        Require.positive("inBytesPerNs", inBytesPerNs);
        Require.positive("outBytesPerNs", outBytesPerNs);
        Require.notNegative("hysteresisBytes", hysteresisBytes);
        Require.notNegative("responseNs", responseNs);
        if (inBytesPerNs <= outBytesPerNs) {
            throw new IllegalArgumentException(
                    "inBytesPerNs must be above outBytesPerNs, or nothing pauses: " + inBytesPerNs);
        }
        if (hysteresisBytes == 0 && responseNs == 0) {
            throw new IllegalArgumentException(
                    "hysteresisBytes and responseNs must not both be 0: no cycle is so short");
        }
    }

    /** Time in ns from {@code queueBytes} to the pause threshold {@code pauseBytes}. */
    public double toPauseNs(double queueBytes, double pauseBytes) {
        return Math.max(0, pauseBytes - queueBytes) / (inBytesPerNs - outBytesPerNs);
    }

    /** Share of the time that the sender may send. */
    public double dutyShare() {
        return outBytesPerNs / inBytesPerNs;
    }

    /** Share of the time that the sender is held: what its pause counter gains per unit of time. */
    public double pausedShare() {
        return 1 - dutyShare();
    }

    /**
     * Length of a cycle in ns: {@code in (hysteresis + in x response) / (out (in - out))}. Without response it is the
     * plain {@code hysteresis (1/(in - out) + 1/out)}; the response adds itself twice and the time to undo what it lets
     * pass, up and down.
     */
    public double periodNs() {
        return inBytesPerNs
                * (hysteresisBytes + inBytesPerNs * responseNs)
                / (outBytesPerNs * (inBytesPerNs - outBytesPerNs));
    }

    /** Pause frames per second; as many resume frames follow them. */
    public double framesPerSecond() {
        return 1e9 / periodNs();
    }

    /** Greatest excess in bytes over the pause threshold: what arrives during the response and is not drained. */
    public double overshootBytes() {
        return (inBytesPerNs - outBytesPerNs) * responseNs;
    }

    /** Share of the time seen as paused by who counts a pause as over {@code firstByteNs} before the first byte is back. */
    public double pausedShareSeen(double firstByteNs) {
        Require.notNegative("firstByteNs", firstByteNs);
        return Math.max(0, pausedShare() - firstByteNs / periodNs());
    }
}
