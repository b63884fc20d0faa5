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

/** Finds ports that throw packets away: on a network for RDMA none should. */
final class PacketDrops {
    static final Patience PATIENCE = new Patience(3, 2, 15_000_000_000L, 20);

    private PacketDrops() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        for (PortId port : context.surroundings().ports()) {
            PortHistory history = context.history(port);
            if (!history.hasGrown(CounterName.TX_DROPPED_PACKETS)) {
                continue;
            }
            List<Interval> intervals = history.intervals().stream()
                    .filter(interval -> interval.known(CounterName.TX_BYTES) > 0 || drops(interval) > 0)
                    .toList();
            List<Observation> observations = intervals.stream()
                    .map(interval -> new Observation(interval.fromNs(), interval.toNs(), drops(interval) > 0))
                    .toList();
            for (Incident incident : Incidents.of(observations, PATIENCE)) {
                findings.add(
                        finding(context, port, incident, intervals.subList(incident.first(), incident.last() + 1)));
            }
        }
        return findings;
    }

    private static long drops(Interval interval) {
        return interval.known(CounterName.TX_DROPPED_PACKETS);
    }

    private static Finding finding(Context context, PortId port, Incident incident, List<Interval> during) {
        PortId neighbour = context.surroundings().neighbour(port);
        String facing = neighbour == null ? "" : ", which faces " + neighbour.device();
        return new Finding(
                context.frame().fabric(),
                FindingKind.PACKETS_DROPPED,
                Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                neighbour == null ? List.of(port.toString()) : List.of(port.toString(), neighbour.toString()),
                "Packets are thrown away at " + port + facing + ".",
                List.of(String.format(
                        Locale.ROOT,
                        "%.0f packets thrown away at %s since %s",
                        Counters.sum(during, CounterName.TX_DROPPED_PACKETS),
                        port,
                        Suggestion.time(incident.startNs()))),
                null);
    }
}
