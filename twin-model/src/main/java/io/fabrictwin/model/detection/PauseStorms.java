package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
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
    /**
     * A short interval can be an accident, such as a host's driver that restarts: it takes less than a second, a fifth of
     * 5 s. Pauses of traffic that comes in bursts stop between them: longer than a burst's gap, shorter than a repair.
     */
    static final Patience PATIENCE = new Patience(3, 1, 5_000_000_000L, 20);
    /** A port that sends less than 2 % of its line rate sends nothing but acknowledgements. */
    private static final double MOST_IDLE_LOAD = 0.02;
    /** IEEE 802.1Qbb: 65,535 quanta of 512 bit times each. */
    private static final double MOST_PAUSE_BITS = 65_535 * 512.0;
    /** Pauses of half the longest and more are none that a receiver lifted. */
    private static final double LASTING_SHARE = 0.5;
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
                    && surroundings.isHost(neighbour.device())
                    && context.history(port).hasGrown(CounterName.PFC_RX_PAUSED_NS)) {
                storms.addAll(of(port, neighbour, rate, context.history(port).intervals()));
            }
        }
        return storms;
    }

    private static List<Storm> of(PortId port, PortId cause, long rate, List<Interval> intervals) {
        List<Observation> observations = new ArrayList<>();
        for (Interval interval : intervals) {
            boolean isHeld = interval.pausedShare() >= LEAST_HELD_SHARE;
            boolean isLoaded = interval.txBitsPerSecond() > MOST_LOAD * rate;
            observations.add(new Observation(interval.fromNs(), interval.toNs(), isHeld && !isLoaded));
        }
        List<Storm> storms = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, PATIENCE)) {
            List<Interval> during = intervals.subList(incident.first(), incident.last() + 1);
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
     * Whether it takes in what it is sent, but slowly. Such a receiver lifts its pauses, so that they are short, and does not
     * pause while nothing is sent to it.
     */
    private static boolean isSlowReceiver(long rate, double heldShare, List<Interval> during) {
        double frames = Counters.sum(during, CounterName.PFC_RX_FRAMES);
        double pausedNs = Counters.sum(during, CounterName.PFC_RX_PAUSED_NS);
        if (frames > 0 && pausedNs / frames >= LASTING_SHARE * MOST_PAUSE_BITS * 1e9 / rate) {
            return false;
        }
        List<Interval> idle = during.stream()
                .filter(interval -> interval.txBitsPerSecond() < MOST_IDLE_LOAD * rate)
                .toList();
        if (!idle.isEmpty()) {
            double heldIdle = Counters.sum(idle, CounterName.PFC_RX_PAUSED_NS) / Counters.spanNs(idle);
            return heldIdle < MOST_HELD_IDLE * heldShare;
        }
        return frames > 0 || goesWithTraffic(rate, heldShare, during);
    }

    /**
     * The line through held share over load, drawn as least squares do, starts near nothing. Without intervals of more and of
     * less load nobody can tell.
     */
    private static boolean goesWithTraffic(long rate, double heldShare, List<Interval> during) {
        double meanLoad = 0;
        double meanHeld = 0;
        for (Interval interval : during) {
            meanLoad += interval.txBitsPerSecond() / rate / during.size();
            meanHeld += interval.pausedShare() / during.size();
        }
        double together = 0;
        double squares = 0;
        for (Interval interval : during) {
            double load = interval.txBitsPerSecond() / rate - meanLoad;
            together += load * (interval.pausedShare() - meanHeld);
            squares += load * load;
        }
        return squares >= LEAST_LOAD_VARIANCE * during.size()
                && meanHeld - together / squares * meanLoad < MOST_HELD_IDLE * heldShare;
    }
}
