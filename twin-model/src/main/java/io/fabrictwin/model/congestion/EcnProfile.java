package io.fabrictwin.model.congestion;

/**
 * Marking curve of an egress queue, evaluated on the bytes left behind when a packet leaves: nothing up to {@code
 * kminBytes}, linear up to {@code pmax} at {@code kmaxBytes}, every packet above.
 *
 * @param enabled whether the queue marks at all
 * @param kminBytes queue depth in bytes up to which nothing is marked
 * @param kmaxBytes queue depth in bytes above which everything is marked
 * @param pmax marking probability at {@code kmaxBytes}, 0 to 1
 */
public record EcnProfile(boolean enabled, long kminBytes, long kmaxBytes, double pmax) {
    /** A queue that never marks. */
    public static final EcnProfile OFF = new EcnProfile(false, 0, 0, 0);

    public EcnProfile {
        Require.notNegative("kminBytes", kminBytes);
        Require.notNegative("kmaxBytes", kmaxBytes);
        if (kmaxBytes < kminBytes) {
            throw new IllegalArgumentException("kmaxBytes must not be below kminBytes: " + kmaxBytes);
        }
        if (!(pmax >= 0 && pmax <= 1)) {
            throw new IllegalArgumentException("pmax must lie in 0..1: " + pmax);
        }
    }

    /** Probability that a packet is marked which leaves {@code queueBytes} behind. */
    public double markProbability(double queueBytes) {
        if (!enabled || queueBytes <= kminBytes) {
            return 0;
        }
        if (queueBytes > kmaxBytes) {
            return 1;
        }
        return pmax * (queueBytes - kminBytes) / (kmaxBytes - kminBytes);
    }

    /** Mean of the marking probability over depths spread evenly between two. */
    double meanMarkProbability(double fromBytes, double toBytes) {
        double low = Math.min(fromBytes, toBytes);
        double high = Math.max(fromBytes, toBytes);
        if (!enabled || high <= kminBytes) {
            return 0;
        }
        if (high - low < 1) {
            return markProbability((low + high) / 2);
        }
        double rampFrom = Math.max(low, (double) kminBytes);
        double rampTo = Math.min(high, (double) kmaxBytes);
        double ramp = rampTo > rampFrom ? (rampTo - rampFrom) * markProbability((rampFrom + rampTo) / 2) : 0;
        double full = Math.max(0, high - Math.max(low, (double) kmaxBytes));
        return (ramp + full) / (high - low);
    }
}
