package io.fabrictwin.model.congestion;

/** State of the transfers of a run, by transfer and by hop. */
final class Flows {
    /** Bytes not yet injected. */
    final double[] remaining;
    /** Time up to which the pace has been spent. */
    final double[] pacedUntilNs;
    /** When the last byte was injected. */
    final double[] injectedNs;

    /** Bytes that have left a hop so far. */
    final double[] passed;
    /** Bytes that come to a hop in this step. */
    final double[] arriving;
    /** Bytes that leave a hop in this step. */
    final double[] leaving;
    /** When a batch with bytes of this hop last left as a whole. */
    final double[] lastServiceNs;
    /** What its queue has to have served until all bytes of this hop have left. */
    final double[] leavesAtBytes;

    private final Paths paths;

    Flows(Paths paths) {
        this.paths = paths;
        int transfers = paths.transfers();
        remaining = new double[transfers];
        pacedUntilNs = new double[transfers];
        injectedNs = new double[transfers];
        int hops = paths.port.length;
        passed = new double[hops];
        arriving = new double[hops];
        leaving = new double[hops];
        lastServiceNs = new double[hops];
        leavesAtBytes = new double[hops];
    }

    void open(int id, double startNs) {
        remaining[id] = paths.wireBytes[id];
        pacedUntilNs[id] = startNs;
        injectedNs[id] = Double.POSITIVE_INFINITY;
    }

    /** Hands bytes that left a hop to the next one, or to the receiver. */
    void pass(int hop, double bytes) {
        passed[hop] += bytes;
        if (!paths.isLastHop[hop]) {
            arriving[hop + 1] += bytes;
        }
    }
}
