package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds switches whose senders learn nothing of their queues: a queue that came above the depth from which every packet is
 * marked, at a port that has marked none; or marking that is switched off at a switch that has to pause its neighbours.
 * A port that does not count marks is not judged by them.
 */
final class EcnMarksNever {
    /** Held for less, a neighbour loses next to nothing. */
    static final double LEAST_PAUSING_SHARE = 0.05;

    static final Patience PATIENCE = new Patience(3, 2, 15_000_000_000L, 20);

    /** A queue that was deeper than the depth from which every packet is marked. */
    private record Unmarked(PortId port, long bytes, long kmaxBytes, long timeNs) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "a queue of %s was %d bytes deep at %s; Kmax is %d bytes, and no packet was marked",
                    port,
                    bytes,
                    Suggestion.time(timeNs),
                    kmaxBytes);
        }
    }

    private EcnMarksNever() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>(unmarked(context));
        for (DeviceId device : context.surroundings().tiers().keySet()) {
            List<PortId> ports = context.surroundings().ports(device);
            if (context.surroundings().isSwitch(device)
                    && ports.stream().anyMatch(port -> isOff(context, port))
                    && ports.stream()
                            .noneMatch(port -> context.history(port).hasGrown(CounterName.ECN_MARKED_PACKETS))) {
                findings.addAll(pausing(context, device, ports));
            }
        }
        return findings;
    }

    private static boolean isOff(Context context, PortId port) {
        return Boolean.FALSE.equals(context.frame().ecn(port, null).enabled());
    }

    /** Queues above Kmax, of which no packet was marked, by switch. */
    private static List<Finding> unmarked(Context context) {
        SortedMap<DeviceId, List<Unmarked>> byDevice = new TreeMap<>();
        context.frame().states().forEach((key, state) -> {
            if ((key.kind() == EntityKind.QUEUE || key.kind() == EntityKind.PORT)
                    && state.attributes().containsKey(AttributeName.DEPTH_MAX_BYTES)) {
                PortId port = PortId.of(key.owner(), key.path().get(1));
                Cell peak = context.frame()
                        .standing(key, AttributeName.DEPTH_MAX_BYTES)
                        .orElse(null);
                Long kmaxBytes = context.frame().ecn(port, priority(key)).kmaxBytes();
                if (kmaxBytes != null
                        && peak != null
                        && peak.value() instanceof Value.Whole depth
                        && depth.number() >= kmaxBytes
                        && !isOff(context, port)
                        && marksNothing(context, port, peak.stamp().eventTimeNs())) {
                    byDevice.computeIfAbsent(port.device(), device -> new ArrayList<>())
                            .add(new Unmarked(
                                    port,
                                    depth.number(),
                                    kmaxBytes,
                                    peak.stamp().eventTimeNs()));
                }
            }
        });
        List<Finding> findings = new ArrayList<>();
        byDevice.forEach((device, queues) -> findings.add(finding(
                context,
                device,
                queues.stream().map(Unmarked::port).distinct().toList(),
                queues.stream().mapToLong(Unmarked::timeNs).min().orElseThrow(),
                null,
                queues.stream().map(Unmarked::line).toList())));
        return findings;
    }

    /** Whether a port has marked nothing at all, nor since its thresholds stand until it was so full. */
    private static boolean marksNothing(Context context, PortId port, long fullNs) {
        PortHistory history = context.history(port);
        long sinceNs = EcnMarksAlways.sinceNs(context.frame(), port);
        return !history.hasGrown(CounterName.ECN_MARKED_PACKETS)
                && history.intervals().stream()
                        .anyMatch(interval -> interval.fromNs() >= sinceNs
                                && interval.fromNs() < fullNs
                                && interval.toNs() >= fullNs
                                && interval.increase(CounterName.ECN_MARKED_PACKETS) != null);
    }

    private static @Nullable Integer priority(EntityKey key) {
        return key.kind() == EntityKind.QUEUE && !key.path().get(2).isEmpty()
                ? (Integer) Integer.parseInt(key.path().get(2))
                : null;
    }

    /** Pauses at the port that pauses for the greatest part of the time. */
    private static List<Finding> pausing(Context context, DeviceId device, List<PortId> ports) {
        PortId most = ports.get(0);
        double mostNs = 0;
        for (PortId port : ports) {
            double pausingNs = Counters.sum(context.history(port).intervals(), CounterName.PFC_TX_PAUSED_NS);
            if (pausingNs > mostNs) {
                most = port;
                mostNs = pausingNs;
            }
        }
        PortId port = most;
        List<Interval> intervals = context.history(port).intervals();
        List<Observation> observations = intervals.stream()
                .map(interval -> new Observation(
                        interval.fromNs(),
                        interval.toNs(),
                        interval.known(CounterName.PFC_TX_PAUSED_NS) >= LEAST_PAUSING_SHARE * interval.lengthNs()))
                .toList();
        List<Finding> findings = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, PATIENCE)) {
            List<Interval> during = intervals.subList(incident.first(), incident.last() + 1);
            PortId neighbour = context.surroundings().neighbour(port);
            findings.add(finding(
                    context,
                    device,
                    List.of(port),
                    incident.startNs(),
                    incident.endNs(),
                    List.of(String.format(
                            Locale.ROOT,
                            "marking is off at %s, which pauses %s for %.1f %% of the time since %s",
                            device,
                            neighbour == null ? "its neighbour" : neighbour.device(),
                            100 * Counters.sum(during, CounterName.PFC_TX_PAUSED_NS) / Counters.spanNs(during),
                            Suggestion.time(incident.startNs())))));
        }
        return findings;
    }

    private static Finding finding(
            Context context,
            DeviceId device,
            List<PortId> ports,
            long startNs,
            @Nullable Long endNs,
            List<String> evidence) {
        List<String> entities = new ArrayList<>(List.of(device.value()));
        ports.forEach(port -> entities.add(port.toString()));
        return new Finding(
                context.frame().fabric(),
                FindingKind.ECN_MARKS_NEVER,
                Severity.WARNING,
                startNs,
                endNs,
                entities,
                device + " does not mark though its queues are long: senders learn nothing of them.",
                evidence,
                Suggestion.fork(startNs, context.reachNs(), List.of("ecn@" + device + "=on")));
    }
}
