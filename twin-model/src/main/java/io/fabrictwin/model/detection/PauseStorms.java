package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds hosts that pause the switch port that faces them although they are sent less than their line carries. A faulty NIC
 * pauses whether it is sent anything or not; one that pauses only while it is sent to is a slow receiver.
 */
final class PauseStorms {
    /** Held for a fifth of the time, a port has lost as much of its rate as a job's step notices. */
    static final double LEAST_HELD_SHARE = 0.2;
    /** Nearly the line rate: then the pauses are not what keeps the traffic away. */
    static final double MOST_LOAD = 0.85;
    /** A single interval can be an accident, such as a host's driver that restarts. */
    static final int TO_OPEN = 3;
    /** Pauses of traffic that comes in bursts stop between them: longer than a burst's gap, shorter than a repair. */
    static final int TO_CLOSE = 20;
    /** Loads that differ by less than 2 % of the line rate tell nothing. */
    private static final double LEAST_LOAD_VARIANCE = 0.02 * 0.02;
    /** A host that would pause by less than half as much without traffic does so because of what it is sent. */
    private static final double MOST_HELD_IDLE = 0.5;
    /** Share of the incident's first part that a fork leaves out, so that counters before its time show the storm. */
    private static final int FORK_AFTER_SHARE = 4;

    /** A storm and the port that it holds. */
    record Storm(
            PortId port,
            PortId cause,
            Incident incident,
            long lastNs,
            double heldShare,
            double load,
            boolean isSlowReceiver) {
        Finding finding(Context context) {
            String host = cause.device().value();
            long atNs = incident.startNs() + (lastNs - incident.startNs()) / FORK_AFTER_SHARE;
            return new Finding(
                    context.frame().fabric(),
                    isSlowReceiver ? FindingKind.RECEIVER_SLOW : FindingKind.PAUSE_STORM,
                    Severity.CRITICAL,
                    incident.startNs(),
                    incident.endNs(),
                    List.of(host, port.toString()),
                    String.format(
                            Locale.ROOT,
                            isSlowReceiver
                                    ? "%s pauses %s while it is sent to, for %.0f %% of the time: it takes in less than its"
                                            + " line brings."
                                    : "%s sends pause frames: %s may not send for %.0f %% of the time.",
                            host,
                            port,
                            100 * heldShare),
                    List.of(
                            String.format(
                                    Locale.ROOT,
                                    "%s held for %.1f %% of the time since %s",
                                    port,
                                    100 * heldShare,
                                    Suggestion.time(incident.startNs())),
                            String.format(
                                    Locale.ROOT,
                                    "traffic to %s meanwhile: %.1f %% of its line rate%s",
                                    host,
                                    100 * load,
                                    isSlowReceiver ? "; the less is sent, the less it pauses" : "")),
                    Suggestion.fork(atNs, lastNs, List.of("pause-storm@" + host + "=off")));
        }
    }

    private PauseStorms() {}

    static List<Storm> of(Context context) {
        List<Storm> storms = new ArrayList<>();
        Surroundings surroundings = context.surroundings();
        for (PortId port : surroundings.ports()) {
            PortId neighbour = surroundings.neighbour(port);
            Long rate = surroundings.bitsPerSecond(port);
            if (neighbour != null
                    && rate != null
                    && rate > 0
                    && surroundings.isSwitch(port.device())
                    && surroundings.isHost(neighbour.device())) {
                storms.addAll(of(port, neighbour, rate, context.windows().activities(port)));
            }
        }
        return storms;
    }

    private static List<Storm> of(PortId port, PortId cause, long rate, List<PortActivity> activities) {
        List<Observation> observations = new ArrayList<>();
        for (PortActivity activity : activities) {
            boolean isHeld = activity.pausedShare().orElse(0) >= LEAST_HELD_SHARE;
            boolean isLoaded = activity.txBitsPerSecond().orElse(0) > MOST_LOAD * rate;
            observations.add(new Observation(activity.fromNs(), activity.toNs(), isHeld && !isLoaded));
        }
        List<Storm> storms = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, TO_OPEN, TO_CLOSE)) {
            List<PortActivity> during = activities.subList(incident.first(), incident.last() + 1);
            long lastNs = during.get(during.size() - 1).toNs();
            double spanNs = lastNs - incident.startNs();
            double heldShare = Counters.sum(during, CounterName.PFC_RX_PAUSED_NS) / spanNs;
            storms.add(new Storm(
                    port,
                    cause,
                    incident,
                    lastNs,
                    heldShare,
                    Counters.sum(during, CounterName.TX_BYTES) * 8e9 / spanNs / rate,
                    isSlowReceiver(rate, heldShare, during)));
        }
        return storms;
    }

    /**
     * Whether pauses go with traffic: the line through held share over load, drawn as least squares do, starts near
     * nothing. Without intervals of more and of less load nobody can tell.
     */
    private static boolean isSlowReceiver(long rate, double heldShare, List<PortActivity> during) {
        double meanLoad = 0;
        double meanHeld = 0;
        for (PortActivity activity : during) {
            meanLoad += activity.txBitsPerSecond().orElse(0) / rate / during.size();
            meanHeld += activity.pausedShare().orElse(0) / during.size();
        }
        double together = 0;
        double squares = 0;
        for (PortActivity activity : during) {
            double load = activity.txBitsPerSecond().orElse(0) / rate - meanLoad;
            together += load * (activity.pausedShare().orElse(0) - meanHeld);
            squares += load * load;
        }
        return squares >= LEAST_LOAD_VARIANCE * during.size()
                && meanHeld - together / squares * meanLoad < MOST_HELD_IDLE * heldShare;
    }
}
