package io.fabrictwin.model.incident;

/**
 * What the time of a step went into, ns; the four add up to it.
 *
 * @param computeNs computing, as the middle rank does
 * @param lateNs waiting for the last rank: it computes longer, or begins its collectives late
 * @param transferNs the step's bytes at line rate, as on an empty network, as far as computing does not hide them
 * @param congestionNs the rest: what the network took beyond that
 */
public record Parts(double computeNs, double lateNs, double transferNs, double congestionNs) {
    static final Parts NONE = new Parts(0, 0, 0, 0);

    /** All of it. */
    public double totalNs() {
        return computeNs + lateNs + transferNs + congestionNs;
    }

    Parts plus(Parts other) {
        return new Parts(
                computeNs + other.computeNs,
                lateNs + other.lateNs,
                transferNs + other.transferNs,
                congestionNs + other.congestionNs);
    }

    Parts times(double factor) {
        return new Parts(computeNs * factor, lateNs * factor, transferNs * factor, congestionNs * factor);
    }

    /** What of the time beyond that of another the network took, 0 to 1; 0 where nothing is lost. */
    public double networkShareBeyond(Parts other) {
        double lostNs = totalNs() - other.totalNs();
        double networkNs = transferNs + congestionNs - other.transferNs - other.congestionNs;
        return lostNs <= 0 ? 0 : Math.max(0, Math.min(1, networkNs / lostNs));
    }
}
