package io.fabrictwin.ingest.synth;

/** A large cluster. */
final class RateRun {
    private final Cluster cluster;

    RateRun(Cluster cluster) {
        this.cluster = cluster;
    }

    Schedule tell(Recording recording) {
        throw new IllegalArgumentException("" + cluster + recording);
    }
}
