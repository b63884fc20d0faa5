package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds ports that throw packets away: on a network for RDMA none should. */
final class PacketDrops {
    static final int TO_OPEN = 3;
    static final int TO_CLOSE = 20;

    private PacketDrops() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        for (PortId port : context.surroundings().ports()) {
            List<PortActivity> activities = context.windows().activities(port).stream()
                    .filter(activity ->
                            activity.deltas().getOrDefault(CounterName.TX_BYTES, 0L) > 0 || drops(activity) > 0)
                    .toList();
            List<Observation> observations = activities.stream()
                    .map(activity -> new Observation(activity.fromNs(), activity.toNs(), drops(activity) > 0))
                    .toList();
            for (Incident incident : Incidents.of(observations, TO_OPEN, TO_CLOSE)) {
                findings.add(
                        finding(context, port, incident, activities.subList(incident.first(), incident.last() + 1)));
            }
        }
        return findings;
    }

    private static long drops(PortActivity activity) {
        return activity.deltas().getOrDefault(CounterName.TX_DROPPED_PACKETS, 0L);
    }

    private static Finding finding(Context context, PortId port, Incident incident, List<PortActivity> during) {
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
