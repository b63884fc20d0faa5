package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a synthetic cluster is to be. Equal settings give equal events, to the byte.
 *
 * @param gpus 64 to 65,536, whole servers of 8
 * @param oversubscription rate towards NICs over rate upwards at a leaf: 1, 2 or 4
 * @param seed all that is drawn depends on it alone
 * @param steps how many steps the first job does
 * @param anchorTimeNs when the recording begins, ns since 1970
 * @param intervalNs time between two scrapes of counters; null: 1 ms on a small fabric, a healthy step on a large one
 * @param arePathsTold whether a path tracer tells the way of every connection
 * @param disturbance what happens to events on their way out
 */
public record SynthSettings(
        int gpus,
        TopologyKind topology,
        int oversubscription,
        FabricKind fabric,
        Incident incident,
        long seed,
        int steps,
        long anchorTimeNs,
        @Nullable Long intervalNs,
        boolean arePathsTold,
        Disturbance disturbance) {
    /** The least and the most GPUs. */
    public static final int LEAST_GPUS = 64;

    public static final int MOST_GPUS = 65_536;
    /** An incident needs healthy steps before it and after it. */
    public static final int LEAST_STEPS = 8;

    private static final int MOST_STEPS = 10_000;
    private static final int MOST_OVERSUBSCRIPTION = 4;
    private static final int IDENTITY_HEX_DIGITS = 16;

    /**
     * What events suffer on their way.
     *
     * @param noise relative deviation of measured times and depths
     * @param skewNs clocks of devices are off by up to as much, either way
     * @param loss share of measurements that never arrive
     * @param duplicates share of events that arrive twice
     * @param reordered share of events that arrive late by up to some thousand events
     */
    public record Disturbance(double noise, long skewNs, double loss, double duplicates, double reordered) {
        /** A well-run cluster: some noise, clocks that are kept, nothing lost. */
        public static final Disturbance USUAL = new Disturbance(0.003, 20_000, 0, 0, 0);

        public Disturbance {
            requireShare("noise", noise, 0.5);
            requireShare("loss", loss, 0.9);
            requireShare("duplicates", duplicates, 1);
            requireShare("reordered", reordered, 1);
            if (skewNs < 0 || skewNs > 1_000_000_000L) {
                throw new IllegalArgumentException("skew must lie between 0 and 1 s: " + skewNs + " ns");
            }
        }

        private static void requireShare(String name, double value, double most) {
            if (!(value >= 0 && value <= most)) {
                throw new IllegalArgumentException(name + " must lie between 0 and " + most + ": " + value);
            }
        }
    }

    public SynthSettings {
        if (gpus < LEAST_GPUS || gpus > MOST_GPUS || gpus % Topology.NICS_PER_SERVER != 0) {
            throw new IllegalArgumentException(
                    "gpus must be a multiple of 8 between " + LEAST_GPUS + " and " + MOST_GPUS + ": " + gpus);
        }
        if (steps < LEAST_STEPS || steps > MOST_STEPS) {
            throw new IllegalArgumentException(
                    "steps must lie between " + LEAST_STEPS + " and " + MOST_STEPS + ": " + steps);
        }
        if (oversubscription < 1
                || oversubscription > MOST_OVERSUBSCRIPTION
                || Integer.bitCount(oversubscription) != 1) {
            throw new IllegalArgumentException("oversubscription must be 1, 2 or 4: " + oversubscription);
        }
        Topology.requireFits(topology, oversubscription);
        if (anchorTimeNs < 0) {
            throw new IllegalArgumentException("the recording must begin after 1970");
        }
        if (intervalNs != null && intervalNs < 1_000) {
            throw new IllegalArgumentException("the interval must be 1 us at least: " + intervalNs + " ns");
        }
        if (!incident.fabrics().contains(fabric)) {
            throw new IllegalArgumentException("incident " + incident.word() + " cannot happen on " + fabric.word()
                    + ": it needs " + (fabric == FabricKind.ROCE ? FabricKind.IB : FabricKind.ROCE).word());
        }
    }

    /** Usual steps for a size: fewer where each tells much. */
    public static int usualSteps(int gpus) {
        return gpus > 8_192 ? 12 : 40;
    }

    /** Tells this recording from any other, and tells nothing of what is drawn. */
    String identity() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, IDENTITY_HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
