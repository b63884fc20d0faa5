package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.detection.OpticsWeak.Light;
import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * Finds ports at which packets come in spoiled. A sender of RDMA goes back to each lost packet, so that few of them cost
 * much.
 */
final class LinkErrors {
    /**
     * With going back N a loss of 1 in 10,000 takes a percent or so of the goodput of a 100 Gbit/s flow over 10 us.
     */
    static final double LEAST_SPOILED_SHARE = 1e-4;

    /** A plug that is moved spoils packets for some seconds; the rest are intervals with traffic and without an error. */
    static final Patience PATIENCE = new Patience(3, 2, 15_000_000_000L, 20);

    /** Below, an interval carries next to nothing, and says nothing. */
    private static final double LEAST_PACKETS = 100;

    private LinkErrors() {}

    static List<Finding> of(Context context) {
        SortedMap<PortId, Light> lights = context.lights();
        List<Finding> findings = new ArrayList<>();
        for (PortId port : context.surroundings().ports()) {
            PortHistory history = context.history(port);
            if (!history.hasGrown(CounterName.RX_ERRORS) && !history.hasGrown(CounterName.SYMBOL_ERRORS)) {
                continue;
            }
            List<Interval> telling = new ArrayList<>();
            List<Observation> observations = new ArrayList<>();
            for (Interval interval : history.intervals()) {
                double packets = packets(interval);
                if (packets >= LEAST_PACKETS) {
                    telling.add(interval);
                    observations.add(new Observation(
                            interval.fromNs(), interval.toNs(), errors(interval) >= LEAST_SPOILED_SHARE * packets));
                }
            }
            for (Incident incident : Incidents.of(observations, PATIENCE)) {
                findings.add(finding(
                        context, port, incident, telling.subList(incident.first(), incident.last() + 1), lights));
            }
        }
        return findings;
    }

    private static double packets(Interval interval) {
        Long told = interval.increase(CounterName.RX_PACKETS);
        return told != null
                ? told
                : interval.known(CounterName.RX_BYTES)
                        / (double) (UsualValues.PAYLOAD_BYTES + UsualValues.HEADER_BYTES);
    }

    private static long errors(Interval interval) {
        Long packets = interval.increase(CounterName.RX_ERRORS);
        return packets == null ? interval.known(CounterName.SYMBOL_ERRORS) : packets;
    }

    private static Finding finding(
            Context context, PortId port, Incident incident, List<Interval> during, SortedMap<PortId, Light> lights) {
        double packets = 0;
        long errors = 0;
        for (Interval interval : during) {
            packets += packets(interval);
            errors += errors(interval);
        }
        PortId from = context.surroundings().neighbour(port);
        long lastNs = during.get(during.size() - 1).toNs();
        List<String> evidence = new ArrayList<>();
        evidence.add(String.format(
                Locale.ROOT,
                "%s received %d spoiled packets, %.3f %% of all, since %s",
                port,
                errors,
                100 * errors / packets,
                Suggestion.time(incident.startNs())));
        double symbols = Counters.sum(during, CounterName.SYMBOL_ERRORS);
        if (symbols > 0) {
            evidence.add(String.format(Locale.ROOT, "%.0f symbol errors there meanwhile", symbols));
        }
        Light own = lights.get(port);
        double usual = OpticsWeak.usual(lights);
        if (own != null && own.decibelMilliwatt() < usual - OpticsWeak.WEAK_BY_DECIBEL) {
            evidence.add(String.format(
                    Locale.ROOT,
                    "light that comes in at %s: %.2f dBm, at most ports %.2f dBm",
                    port,
                    own.decibelMilliwatt(),
                    usual));
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.LINK_ERRORS,
                Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                from == null ? List.of(port.toString()) : List.of(port.toString(), from.toString()),
                String.format(
                        Locale.ROOT,
                        "%.3f %% of the packets%s come in spoiled at %s.",
                        100 * errors / packets,
                        from == null ? "" : " of " + from,
                        port),
                evidence,
                from == null
                        ? null
                        : Suggestion.fork(
                                incident.startNs(),
                                lastNs,
                                List.of("link@" + from.device() + ":" + port.device() + "=down")));
    }
}
