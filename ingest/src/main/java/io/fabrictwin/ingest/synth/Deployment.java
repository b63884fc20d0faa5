package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;

/** How the cluster is set up, as its operator would know it. */
final class Deployment {
    static final long BITS_PER_SECOND = 400_000_000_000L;
    static final long NIC_DELAY_NS = 1_000;
    static final long SPINE_DELAY_NS = 1_500;
    static final long BUFFER_BYTES = 20L << 20;
    static final int PAYLOAD_BYTES = 4096;
    static final int WIRE_BYTES = 4178;
    static final int ACK_BYTES = 60;

    /** The usual thresholds of 100 Gbit/s, four times as high. */
    static final EcnProfile ECN = new EcnProfile(true, 1_600_000, 6_400_000, 0.2);
    /** Thresholds that somebody once found for 10 Gbit/s. */
    static final EcnProfile WRONG_ECN = new EcnProfile(true, 5_000, 20_000, 1.0);
    /** Alpha is low, so that a port cannot fill the buffer that all share. */
    static final PfcProfile PFC = new PfcProfile(true, 1 / 16.0, 4_096, 3_072, null);

    static final DcqcnProfile DCQCN =
            new DcqcnProfile(1 / 256.0, 1_000, 4_000, 55_000, 80_000_000, 800_000_000, 1_000_000_000, 1);

    private Deployment() {}
}
