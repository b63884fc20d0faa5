package io.fabrictwin.model.congestion;

import io.fabrictwin.model.pause.Watchdog;
import io.fabrictwin.model.pause.Watchdog.Fate;
import io.fabrictwin.model.pause.Watchdog.Phase;
import java.util.List;

/**
 * An egress port that is held by its neighbour's pause frames during the first part of every period: what a faulty NIC
 * does to the switch port that faces it.
 *
 * @param port the egress port that may not send
 * @param periodNs length of a period, ns
 * @param pausedNs paused part at the start of each period, ns
 * @param firstPauseNs start of the first period, ns from the start of the run
 * @param endNs when the storm is over, ns from the start of the run
 * @param dropNs when a watchdog begins to drop what the port has instead of holding it; {@code endNs} if none does
 * @param restoredNs when it ceases to; {@code endNs} if none does
 */
public record PauseStorm(
        int port, long periodNs, long pausedNs, long firstPauseNs, long endNs, long dropNs, long restoredNs) {
    /** A storm that nobody watches. */
    public PauseStorm(int port, long periodNs, long pausedNs, long firstPauseNs, long endNs) {
        this(port, periodNs, pausedNs, firstPauseNs, endNs, endNs, endNs);
    }

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
        if (dropNs < firstPauseNs || dropNs > endNs || restoredNs < endNs) {
            throw new IllegalArgumentException("dropNs must lie within the storm and restoredNs not before its end: "
                    + dropNs + ", " + restoredNs);
        }
    }

    /**
     * The same storm at a switch with a watchdog. A storm that lets the port send between its pauses is not seen by it.
     *
     * @param pollAtNs time of any of its polls, ns from the start of the run
     */
    public PauseStorm under(Watchdog watchdog, long pollAtNs) {
        List<Phase> phases = watchdog.phases(firstPauseNs, endNs, pollAtNs);
        if (pausedNs < periodNs || phases.size() == 1) {
            return this;
        }
        Phase acts = phases.get(1);
        return acts.fate() == Fate.DROPPED
                ? new PauseStorm(port, periodNs, pausedNs, firstPauseNs, endNs, acts.fromNs(), acts.untilNs())
                : new PauseStorm(port, periodNs, pausedNs, firstPauseNs, acts.fromNs());
    }

    /** Whether the port drops what it has at {@code timeNs}. */
    boolean drops(double timeNs) {
        return timeNs >= dropNs && timeNs < restoredNs;
    }

    /** Paused time in ns between the start of the storm and {@code timeNs}. */
    double pausedBefore(double timeNs) {
        double since = Math.min(timeNs, (double) dropNs) - firstPauseNs;
        if (since <= 0) {
            return 0;
        }
        double periods = Math.floor(since / periodNs);
        return periods * pausedNs + Math.min((double) pausedNs, since - periods * periodNs);
    }

    /** The first time in ns from {@code timeNs} on that is in no pause. */
    double freeFrom(double timeNs) {
        double since = timeNs - firstPauseNs;
        if (since < 0 || timeNs >= dropNs) {
            return timeNs;
        }
        double begin = since - since % periodNs;
        return since - begin < pausedNs ? Math.min((double) dropNs, firstPauseNs + begin + pausedNs) : timeNs;
    }

    /** The first time in ns after {@code timeNs} at which a pause begins or ends; infinite if the storm is over. */
    double nextEdgeNs(double timeNs) {
        if (timeNs < firstPauseNs) {
            return firstPauseNs;
        }
        if (timeNs >= dropNs) {
            return timeNs < restoredNs ? restoredNs : Double.POSITIVE_INFINITY;
        }
        double since = timeNs - firstPauseNs;
        double begin = since - since % periodNs;
        double edge = since - begin < pausedNs ? begin + pausedNs : begin + periodNs;
        return Math.min((double) dropNs, firstPauseNs + edge);
    }

    /** Pauses begun between the start of the storm and {@code timeNs}. */
    long periodsBefore(double timeNs) {
        double since = Math.min(timeNs, (double) endNs) - firstPauseNs;
        return since <= 0 ? 0 : (long) Math.ceil(since / periodNs);
    }
}
