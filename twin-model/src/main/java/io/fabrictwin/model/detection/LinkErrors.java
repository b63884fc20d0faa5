package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
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
 * Finds ports at which packets come in spoiled. A sender of RDMA goes back to each lost packet, so that few of them cost
 * much.
 */
final class LinkErrors {
    /**
     * With going back N a loss of 1 in 10,000 takes a percent or so of the goodput of a 100 Gbit/s flow over 10 us.
     */
    static final double LEAST_SPOILED_SHARE = 1e-4;

    static final int TO_OPEN = 3;
    /** Intervals with traffic and without an error. */
    static final int TO_CLOSE = 20;
    /** Below, an interval carries next to nothing, and says nothing. */
    private static final double LEAST_PACKETS = 100;
    /** An optic that gets so much less light than most is weak: half the usual margin of a short link. */
    private static final double WEAK_BY_DECIBEL = 3;

    private static final String POWER = "rxPowerDbm";

    private LinkErrors() {}

    static List<Finding> of(Context context) {
        SortedMap<PortId, Double> powers = powers(context);
        List<Finding> findings = new ArrayList<>();
        for (PortId port : context.surroundings().ports()) {
            List<PortActivity> telling = new ArrayList<>();
            List<Observation> observations = new ArrayList<>();
            for (PortActivity activity : context.windows().activities(port)) {
                double packets = packets(activity);
                if (packets >= LEAST_PACKETS) {
                    telling.add(activity);
                    observations.add(new Observation(
                            activity.fromNs(), activity.toNs(), errors(activity) >= LEAST_SPOILED_SHARE * packets));
                }
            }
            for (Incident incident : Incidents.of(observations, TO_OPEN, TO_CLOSE)) {
                findings.add(finding(
                        context, port, incident, telling.subList(incident.first(), incident.last() + 1), powers));
            }
        }
        return findings;
    }

    private static double packets(PortActivity activity) {
        Long told = activity.deltas().get(CounterName.RX_PACKETS);
        return told != null
                ? told
                : activity.deltas().getOrDefault(CounterName.RX_BYTES, 0L)
                        / (double) (UsualValues.PAYLOAD_BYTES + UsualValues.HEADER_BYTES);
    }

    private static long errors(PortActivity activity) {
        return activity.deltas()
                .getOrDefault(CounterName.RX_ERRORS, activity.deltas().getOrDefault(CounterName.SYMBOL_ERRORS, 0L));
    }

    /** Light that comes in, by port. */
    private static SortedMap<PortId, Double> powers(Context context) {
        SortedMap<PortId, Double> powers = new TreeMap<>();
        context.frame().states().forEach((key, state) -> {
            if (key.kind() == EntityKind.PORT) {
                for (String attribute : state.attributes().keySet()) {
                    if (attribute.startsWith(AttributeName.GAUGE_PREFIX) && attribute.endsWith(POWER)) {
                        Double power = power(context, key, attribute);
                        if (power != null) {
                            powers.put(PortId.of(key.owner(), key.path().get(1)), power);
                        }
                    }
                }
            }
        });
        return powers;
    }

    private static @Nullable Double power(Context context, EntityKey key, String attribute) {
        return context.frame()
                .standing(key, attribute)
                .map(cell -> cell.value() instanceof Value.Decimal decimal ? decimal.number() : null)
                .orElse(null);
    }

    private static Finding finding(
            Context context,
            PortId port,
            Incident incident,
            List<PortActivity> during,
            SortedMap<PortId, Double> powers) {
        double packets = 0;
        long errors = 0;
        for (PortActivity activity : during) {
            packets += packets(activity);
            errors += errors(activity);
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
        Double own = powers.get(port);
        double[] sorted = powers.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        double usual = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        if (own != null && own < usual - WEAK_BY_DECIBEL) {
            evidence.add(String.format(
                    Locale.ROOT, "light that comes in at %s: %.2f dBm, at most ports %.2f dBm", port, own, usual));
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
