package io.fabrictwin.model.bottleneck;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;

/**
 * One congested link, its queue, and what controls the senders behind it. Each sender's own line is as fast as the link.
 *
 * @param dcqcn rate control of all senders
 * @param ecn marking of the queue
 * @param bitsPerSecond rate of the link
 * @param packetBytes bytes of a full packet on the wire
 * @param xoffBytes queue at which all senders are paused; infinite: never
 * @param resumeOffsetBytes distance in bytes between pause and resume
 * @param senderDelayNs from a sender to the queue, ns
 * @param notificationDelayNs from the mark of a packet until the sender has the notification, ns
 */
public record Bottleneck(
        DcqcnProfile dcqcn,
        EcnProfile ecn,
        double bitsPerSecond,
        double packetBytes,
        double xoffBytes,
        double resumeOffsetBytes,
        double senderDelayNs,
        double notificationDelayNs) {
    public Bottleneck {
        requirePositive("bitsPerSecond", bitsPerSecond);
        requirePositive("packetBytes", packetBytes);
        if (!(xoffBytes > 0)) {
            throw new IllegalArgumentException("xoffBytes must be positive: " + xoffBytes);
        }
        if (!(resumeOffsetBytes >= 0 && resumeOffsetBytes <= xoffBytes)) {
            throw new IllegalArgumentException("resumeOffsetBytes must lie in 0..xoffBytes: " + resumeOffsetBytes);
        }
        requirePositive("senderDelayNs", senderDelayNs);
        requirePositive("notificationDelayNs", notificationDelayNs);
    }

    /** Capacity in bytes per ns. */
    double bytesPerNs() {
        return bitsPerSecond / 8e9;
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be a finite positive number: " + value);
        }
    }
}
