package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.Trouble.Reason;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.pause.TransportTimeout;
import java.util.ArrayList;
import java.util.List;

/**
 * When what happens, ns of the run.
 *
 * @param stepNs a healthy step of the first job
 * @param beginNs when the incident begins: after two fifths of the healthy steps
 * @param endNs when it ends: after three quarters
 */
record Schedule(long stepNs, long beginNs, long endNs) {
    /** Jobs start after the cluster has told what it is. */
    static final long START_NS = 2_000_000;

    static final double BEGIN_SHARE = 0.4;
    static final double END_SHARE = 0.75;

    /** A flapping link is down for a third of a step, again and again. */
    private static final double DOWN_STEPS = 0.35;

    static final double CYCLE_STEPS = 1.2;
    private static final double MOST_OF_INCIDENT = 0.7;

    static Schedule of(int steps, long stepNs) {
        return new Schedule(
                stepNs,
                START_NS + Math.round(BEGIN_SHARE * steps * stepNs),
                START_NS + Math.round(END_SHARE * steps * stepNs));
    }

    boolean isDuring(long runNs) {
        return runNs >= beginNs && runNs < endNs;
    }

    /** The longest timeout under which a dead NIC shows within the incident. */
    TransportTimeout timeout() {
        int exponent = 1;
        while (TransportTimeout.MOST_RETRIES * new TransportTimeout(exponent + 1).ns()
                <= MOST_OF_INCIDENT * (endNs - beginNs)) {
            exponent++;
        }
        return new TransportTimeout(exponent);
    }

    /** Share of the time for which a port is held. */
    double share(Trouble trouble, Hold hold) {
        return trouble.incident() == Incident.LINK_FLAP ? DOWN_STEPS / CYCLE_STEPS : hold.share();
    }

    /** A hold as the engine takes it. */
    PauseStorm storm(Trouble trouble, Hold hold) {
        long periodNs = endNs - beginNs;
        if (trouble.incident() == Incident.LINK_FLAP) {
            periodNs = Math.round(CYCLE_STEPS * stepNs);
        } else if (hold.periodNs() > 0) {
            periodNs = hold.periodNs();
        }
        return new PauseStorm(hold.port(), periodNs, Math.round(share(trouble, hold) * periodNs), beginNs, endNs);
    }

    /** Times at which a link of the incident goes down (even places) and comes up (odd ones). */
    List<Long> edgesNs(Trouble trouble) {
        List<Long> edges = new ArrayList<>();
        for (Hold hold : trouble.holds()) {
            if (hold.reason() == Reason.DOWN && edges.isEmpty()) {
                PauseStorm storm = storm(trouble, hold);
                for (long downNs = beginNs; downNs < endNs; downNs += storm.periodNs()) {
                    edges.add(downNs);
                    edges.add(Math.min(endNs, downNs + storm.pausedNs()));
                }
            }
        }
        return edges;
    }
}
