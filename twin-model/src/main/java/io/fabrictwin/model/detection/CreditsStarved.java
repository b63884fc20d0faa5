package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * InfiniBand: finds ports that have data and no credit to send it, far more than they used to. How long a tick of waiting is
 * differs between chips, so the port's own past is the measure, and a share of the time only a lower limit.
 */
final class CreditsStarved {
    /** Ticks are 4 ns and more; so many say that at least a third of the time was waited. */
    static final double LEAST_TICKS_PER_SECOND = 1e9 / 3 / 4;
    /** Twice what the worst tenth of the intervals before waited. */
    static final double LEAST_GROWTH = 2;
    /** Fewer intervals are no past. */
    static final int LEAST_BEFORE = 20;
    /** A port that is busier waits because it is full. */
    static final double MOST_LOAD = 0.5;

    static final Patience PATIENCE = new Patience(3, 2, 15_000_000_000L, 20);
    private static final double WORST = 0.9;

    private CreditsStarved() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        for (PortId port : context.surroundings().ports()) {
            Long rate = context.surroundings().bitsPerSecond(port);
            PortHistory history = context.history(port);
            if (rate != null && history.size() > LEAST_BEFORE && history.hasGrown(CounterName.TX_WAIT_TICKS)) {
                findings.addAll(of(context, port, rate, history.intervals()));
            }
        }
        return findings;
    }

    private static List<Finding> of(Context context, PortId port, long rate, List<Interval> all) {
        List<Interval> intervals = all.stream()
                .filter(interval -> interval.increase(CounterName.TX_WAIT_TICKS) != null
                        && interval.increase(CounterName.TX_BYTES) != null)
                .toList();
        List<Double> before = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        List<Observation> observations = new ArrayList<>();
        for (Interval interval : intervals) {
            double ticks = ticksPerSecond(interval);
            double worst = before.isEmpty() ? 0 : before.get((int) (WORST * (before.size() - 1)));
            boolean isStarved = before.size() >= LEAST_BEFORE
                    && ticks >= LEAST_TICKS_PER_SECOND
                    && ticks >= LEAST_GROWTH * worst
                    && interval.txBitsPerSecond() <= MOST_LOAD * rate;
            observations.add(new Observation(interval.fromNs(), interval.toNs(), isStarved));
            usual.add(worst);
            if (!isStarved) {
                int place = Collections.binarySearch(before, ticks);
                before.add(place < 0 ? -place - 1 : place, ticks);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, PATIENCE)) {
            findings.add(finding(
                    context,
                    port,
                    rate,
                    incident,
                    intervals.subList(incident.first(), incident.last() + 1),
                    usual.get(incident.first())));
        }
        return findings;
    }

    private static double ticksPerSecond(Interval interval) {
        return interval.known(CounterName.TX_WAIT_TICKS) * 1e9 / interval.lengthNs();
    }

    private static Finding finding(
            Context context, PortId port, long rate, Incident incident, List<Interval> during, double usual) {
        PortId towards = context.surroundings().neighbour(port);
        double spanNs = Counters.spanNs(during);
        return new Finding(
                context.frame().fabric(),
                FindingKind.CREDITS_STARVED,
                Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                towards == null ? List.of(port.toString()) : List.of(port.toString(), towards.toString()),
                port + " has data and gets no credit" + (towards == null ? "" : " from " + towards.device()) + ".",
                List.of(
                        String.format(
                                Locale.ROOT,
                                "%s waited %.3g ticks a second since %s, before that %.3g in the worst tenth of the time",
                                port,
                                Counters.sum(during, CounterName.TX_WAIT_TICKS) * 1e9 / spanNs,
                                Suggestion.time(incident.startNs()),
                                usual),
                        String.format(
                                Locale.ROOT,
                                "it sent %.0f %% of its line rate meanwhile",
                                100 * Counters.sum(during, CounterName.TX_BYTES) * 8e9 / spanNs / rate)),
                towards == null
                        ? null
                        : Suggestion.fork(
                                incident.startNs(),
                                during.get(during.size() - 1).toNs(),
                                List.of("link@" + port.device() + ":" + towards.device() + "=down")));
    }
}
