package io.fabrictwin.model.congestion;

/**
 * An egress port that is held by its neighbour's pause frames during the first part of every period: what a faulty NIC
 * does to the switch port that faces it.
 *
 * @param port the egress port that may not send
 * @param periodNs length of a period, ns
 * @param pausedNs paused part at the start of each period, ns
 * @param firstPauseNs start of the first period, ns from the start of the run
 * @param endNs when the storm is over, ns from the start of the run
 */
public record PauseStorm(int port, long periodNs, long pausedNs, long firstPauseNs, long endNs) {
    public PauseStorm {
        Require.notNegative("port", port);
        Require.positive("periodNs", periodNs);
        Require.notNegative("pausedNs", pausedNs);
        if (pausedNs > periodNs) {
            throw new IllegalArgumentException("pausedNs must not be above periodNs: " + pausedNs);
        }
        if (endNs < firstPauseNs) {
            throw new IllegalArgumentException("endNs must not be before firstPauseNs: " + endNs);
        }
    }

    /** Paused time in ns between the start of the storm and {@code timeNs}. */
    double pausedBefore(double timeNs) {
        double since = Math.min(timeNs, (double) endNs) - firstPauseNs;
        if (since <= 0) {
            return 0;
        }
        double periods = Math.floor(since / periodNs);
        return periods * pausedNs + Math.min((double) pausedNs, since - periods * periodNs);
    }

    /** The first time in ns from {@code timeNs} on that is in no pause. */
    double freeFrom(double timeNs) {
        double since = timeNs - firstPauseNs;
        if (since < 0 || timeNs >= endNs) {
            return timeNs;
        }
        double begin = since - since % periodNs;
        return since - begin < pausedNs ? Math.min((double) endNs, firstPauseNs + begin + pausedNs) : timeNs;
    }

    /** The first time in ns after {@code timeNs} at which a pause begins or ends; infinite if the storm is over. */
    double nextEdgeNs(double timeNs) {
        if (timeNs < firstPauseNs) {
            return firstPauseNs;
        }
        if (timeNs >= endNs) {
            return Double.POSITIVE_INFINITY;
        }
        double since = timeNs - firstPauseNs;
        double begin = since - since % periodNs;
        double edge = since - begin < pausedNs ? begin + pausedNs : begin + periodNs;
        return Math.min((double) endNs, firstPauseNs + edge);
    }

    /** Pauses begun between the start of the storm and {@code timeNs}. */
    long periodsBefore(double timeNs) {
        double since = Math.min(timeNs, (double) endNs) - firstPauseNs;
        return since <= 0 ? 0 : (long) Math.ceil(since / periodNs);
    }
}
