package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.ByteSlices.Slice;
import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds rails that carry far less of the traffic than they used to, while the others carry on: of hosts with several ports to
 * the network, the n-th of each is rail n.
 */
final class RailsUneven {
    static final int LEAST_HOSTS = 2;
    /** Half of the share that it had. */
    static final double MOST_OF_SHARE = 0.5;
    /** Traffic must go on: where it ends, what is left may lie anywhere. */
    private static final double LEAST_BYTES_OF_BEFORE = 0.3;

    static final int LEAST_BEFORE = 3;
    static final Patience PATIENCE = Patience.ofSteps(2, 2);

    private RailsUneven() {}

    static List<Finding> of(Context context) {
        long lengthNs = ByteSlices.lengthNs(context);
        List<Finding> findings = new ArrayList<>();
        if (lengthNs > 0) {
            hostsByPorts(context).forEach((ports, hosts) -> {
                if (ports >= 2 && hosts.size() >= LEAST_HOSTS) {
                    findings.addAll(of(context, hosts, ports, lengthNs));
                }
            });
        }
        return findings;
    }

    /** Hosts by their number of ports that lead to the network. */
    private static SortedMap<Integer, List<DeviceId>> hostsByPorts(Context context) {
        SortedMap<Integer, List<DeviceId>> hosts = new TreeMap<>();
        for (DeviceId device : context.surroundings().tiers().keySet()) {
            if (context.surroundings().isHost(device)) {
                hosts.computeIfAbsent(ports(context, device).size(), count -> new ArrayList<>())
                        .add(device);
            }
        }
        return hosts;
    }

    private static List<PortId> ports(Context context, DeviceId host) {
        return context.surroundings().ports(host).stream()
                .filter(port -> {
                    PortId neighbour = context.surroundings().neighbour(port);
                    return neighbour != null && context.surroundings().isSwitch(neighbour.device());
                })
                .toList();
    }

    private static List<Finding> of(Context context, List<DeviceId> hosts, int rails, long lengthNs) {
        List<List<PortId>> ways = new ArrayList<>();
        for (int rail = 0; rail < rails; rail++) {
            List<PortId> way = new ArrayList<>();
            for (DeviceId host : hosts) {
                way.add(ports(context, host).get(rail));
            }
            ways.add(way);
        }
        List<Slice> slices = ByteSlices.of(context, ways, lengthNs);
        List<Finding> findings = new ArrayList<>();
        for (int rail = 0; rail < rails; rail++) {
            findings.addAll(of(context, hosts, rail, slices));
        }
        return findings;
    }

    private static List<Finding> of(Context context, List<DeviceId> hosts, int rail, List<Slice> slices) {
        List<Observation> observations = new ArrayList<>();
        List<Double> sharesBefore = new ArrayList<>();
        List<Double> bytesBefore = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        for (Slice slice : slices) {
            double share = slice.bytes().get(rail) / slice.sum();
            double usualShare = Medians.of(sharesBefore);
            boolean isLess = sharesBefore.size() >= LEAST_BEFORE
                    && share <= MOST_OF_SHARE * usualShare
                    && slice.sum() >= LEAST_BYTES_OF_BEFORE * Medians.of(bytesBefore);
            observations.add(new Observation(slice.fromNs(), slice.toNs(), isLess));
            usual.add(usualShare);
            if (!isLess) {
                sharesBefore.add(share);
                bytesBefore.add(slice.sum());
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, PATIENCE)) {
            List<Double> during = slices.subList(incident.first(), incident.last() + 1).stream()
                    .map(slice -> slice.bytes().get(rail) / slice.sum())
                    .toList();
            findings.add(finding(context, hosts, rail, incident, Medians.of(during), usual.get(incident.first())));
        }
        return findings;
    }

    private static Finding finding(
            Context context, List<DeviceId> hosts, int rail, Incident incident, double share, double usual) {
        List<String> entities = new ArrayList<>(List.of("rail" + rail));
        hosts.forEach(host -> entities.add(ports(context, host).get(rail).toString()));
        return new Finding(
                context.frame().fabric(),
                FindingKind.RAILS_UNEVEN,
                Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                entities,
                String.format(
                        Locale.ROOT,
                        "Rail %d carries %.0f %% of what %d hosts send, before that %.0f %%.",
                        rail,
                        100 * share,
                        hosts.size(),
                        100 * usual),
                List.of(String.format(
                        Locale.ROOT,
                        "port %d of each of %d hosts: %.1f %% of their bytes since %s, %.1f %% before",
                        rail,
                        hosts.size(),
                        100 * share,
                        Suggestion.time(incident.startNs()),
                        100 * usual)),
                null);
    }
}
