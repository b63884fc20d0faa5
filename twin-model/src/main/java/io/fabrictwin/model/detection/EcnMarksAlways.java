package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.EcnSettings;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds switches that mark so early that senders are kept slow while links idle: thresholds far below what one sender
 * has in flight, a large share of packets marked, and the port far from full.
 */
final class EcnMarksAlways {
    /**
     * A tenth of the packets of 4 KB at 100 Gbit/s is a mark every 3.3 us, below the 4 us that DCQCN lets pass between
     * two cuts: the sender is cut as often as it can be.
     */
    static final double LEAST_MARKED_SHARE = 0.1;
    /** A port that is busier loses little by its marks, however many. */
    static final double MOST_LOAD = 0.7;
    /** Share of the bytes that one sender has in flight; below, its own packets alone cross the threshold. */
    static final double MOST_KMIN_OF_BANDWIDTH_DELAY = 0.25;
    /** A share of fewer packets says little. */
    static final double LEAST_PACKETS = 100;
    /**
     * A start of many flows at once marks any queue for some milliseconds; between two collectives there are intervals with
     * traffic but without marks.
     */
    static final Patience PATIENCE = new Patience(3, 1, 5_000_000_000L, 20);
    /** What a good Kmin holds: four times what one sender has in flight. */
    private static final double GOOD_KMIN_OF_BANDWIDTH_DELAY = 4;
    /** Kmax over Kmin as published settings have it. */
    private static final long KMAX_OVER_KMIN = 4;

    private static final double GOOD_PMAX = 0.2;

    /** What was seen at one port. */
    private record Marking(
            PortId port,
            long kminBytes,
            double bandwidthDelayBytes,
            Incident incident,
            long lastNs,
            double markedShare,
            double load) {}

    private EcnMarksAlways() {}

    static List<Finding> of(Context context) {
        double wireBytes = wireBytes(context);
        SortedMap<DeviceId, List<Marking>> byDevice = new TreeMap<>();
        for (PortId port : context.surroundings().ports()) {
            Marking marking = marking(context, port, wireBytes);
            if (marking != null) {
                byDevice.computeIfAbsent(port.device(), device -> new ArrayList<>())
                        .add(marking);
            }
        }
        List<Finding> findings = new ArrayList<>();
        byDevice.forEach((device, markings) -> findings.add(finding(context, device, markings)));
        return findings;
    }

    private static double wireBytes(Context context) {
        for (DeviceId device : context.surroundings().tiers().keySet()) {
            Integer wireBytes = context.frame().sender(device).wireBytes();
            if (wireBytes != null && wireBytes > 0) {
                return wireBytes;
            }
        }
        return UsualValues.PAYLOAD_BYTES + UsualValues.HEADER_BYTES;
    }

    /** The newest incident of a port; null: none. */
    private static @Nullable Marking marking(Context context, PortId port, double wireBytes) {
        EcnSettings ecn = context.frame().ecn(port, null);
        Long kminBytes = ecn.kminBytes();
        Long rate = context.surroundings().bitsPerSecond(port);
        Double bandwidthDelayBytes = context.surroundings().bandwidthDelayBytes(port);
        if (kminBytes == null
                || rate == null
                || bandwidthDelayBytes == null
                || Boolean.FALSE.equals(ecn.enabled())
                || !context.surroundings().isSwitch(port.device())
                || !context.history(port).hasGrown(CounterName.ECN_MARKED_PACKETS)
                || kminBytes > MOST_KMIN_OF_BANDWIDTH_DELAY * bandwidthDelayBytes) {
            return null;
        }
        long sinceNs = sinceNs(context.frame(), port);
        List<Interval> telling = new ArrayList<>();
        List<Observation> observations = new ArrayList<>();
        for (Interval interval : context.history(port).intervals()) {
            double packets = packets(interval, wireBytes);
            Long marked = interval.increase(CounterName.ECN_MARKED_PACKETS);
            if (interval.fromNs() >= sinceNs && marked != null && packets >= LEAST_PACKETS) {
                telling.add(interval);
                observations.add(new Observation(
                        interval.fromNs(),
                        interval.toNs(),
                        marked >= LEAST_MARKED_SHARE * packets && interval.txBitsPerSecond() <= MOST_LOAD * rate));
            }
        }
        List<Incident> incidents = Incidents.of(observations, PATIENCE);
        if (incidents.isEmpty()) {
            return null;
        }
        Incident incident = incidents.get(incidents.size() - 1);
        List<Interval> during = telling.subList(incident.first(), incident.last() + 1);
        double packets = 0;
        for (Interval interval : during) {
            packets += packets(interval, wireBytes);
        }
        return new Marking(
                port,
                kminBytes,
                bandwidthDelayBytes,
                incident,
                during.get(during.size() - 1).toNs(),
                Math.min(1, Counters.sum(during, CounterName.ECN_MARKED_PACKETS) / packets),
                Counters.sum(during, CounterName.TX_BYTES) * 8e9 / Counters.spanNs(during) / rate);
    }

    private static double packets(Interval interval, double wireBytes) {
        Long told = interval.increase(CounterName.TX_PACKETS);
        return told != null ? told : interval.known(CounterName.TX_BYTES) / wireBytes;
    }

    /** Since when the thresholds of the port stand, ns since 1970. */
    static long sinceNs(FabricFrame frame, PortId port) {
        String device = port.device().value();
        for (EntityKey key : List.of(
                new EntityKey(frame.fabric(), EntityKind.PORT, List.of(device, port.name())),
                new EntityKey(frame.fabric(), EntityKind.DEVICE, List.of(device)))) {
            Cell cell = frame.standing(key, AttributeName.ECN_KMIN_BYTES).orElse(null);
            if (cell != null) {
                return cell.stamp().eventTimeNs();
            }
        }
        return 0;
    }

    private static Finding finding(Context context, DeviceId device, List<Marking> markings) {
        long startNs = markings.stream()
                .mapToLong(marking -> marking.incident().startNs())
                .min()
                .orElseThrow();
        long lastNs = markings.stream().mapToLong(Marking::lastNs).max().orElseThrow();
        boolean isOpen =
                markings.stream().anyMatch(marking -> marking.incident().endNs() == null);
        double bandwidthDelayBytes = markings.stream()
                .mapToDouble(Marking::bandwidthDelayBytes)
                .max()
                .orElseThrow();
        long kminBytes = Math.round(GOOD_KMIN_OF_BANDWIDTH_DELAY * bandwidthDelayBytes);
        List<String> entities = new ArrayList<>(List.of(device.value()));
        List<String> evidence = new ArrayList<>();
        for (Marking marking : markings) {
            entities.add(marking.port().toString());
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s marks %.1f %% of its packets at %.0f %% of its rate; Kmin is %d bytes, one sender has %.0f bytes"
                            + " in flight",
                    marking.port(),
                    100 * marking.markedShare(),
                    100 * marking.load(),
                    marking.kminBytes(),
                    marking.bandwidthDelayBytes()));
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.ECN_MARKS_ALWAYS,
                Severity.WARNING,
                startNs,
                isOpen ? null : (Long) lastNs,
                entities,
                device + " marks packets though its queues are short: senders are kept slow while its links idle.",
                evidence,
                Suggestion.fork(
                        startNs,
                        lastNs,
                        List.of(
                                "ecn-kmin@" + device + "=" + kminBytes,
                                "ecn-kmax@" + device + "=" + KMAX_OVER_KMIN * kminBytes,
                                "ecn-pmax@" + device + "=" + GOOD_PMAX)));
    }
}
