package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.pause.BufferGraph;
import io.fabrictwin.model.pause.Deadlock;
import io.fabrictwin.model.pause.Route;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds lossless buffers that wait for each other in a ring on the ways that running jobs' connections take: a deadlock can
 * happen. Where nobody told that a switch pauses (or is InfiniBand, which gives credits), nothing waits.
 */
final class BufferCycles {
    /** Lossless traffic is looked at as one class. */
    private static final int CLASS = 0;

    /** A way through the fabric, and since when it was told. */
    private record Way(List<DeviceId> devices, long sinceNs) {}

    private BufferCycles() {}

    static List<Finding> of(Context context) {
        List<Way> ways = ways(context);
        if (ways.isEmpty()) {
            return List.of();
        }
        Numbering links = new Numbering(context);
        List<Way> known = new ArrayList<>();
        List<Route> routes = new ArrayList<>();
        for (Way way : ways) {
            Route route = links.route(way.devices());
            if (route != null) {
                known.add(way);
                routes.add(route);
            }
        }
        BufferGraph graph = BufferGraph.of(routes);
        if (graph.isFreeOfCycles()) {
            return List.of();
        }
        double[] demand = new double[routes.size()];
        Arrays.fill(demand, Double.POSITIVE_INFINITY);
        return graph.deadlocks(links.capacities(), demand).stream()
                .map(deadlock -> finding(context, links, known, deadlock))
                .toList();
    }

    private static List<Way> ways(Context context) {
        Set<JobId> running =
                context.jobs().stream().filter(Job::isRunning).map(Job::id).collect(Collectors.toSet());
        List<Way> ways = new ArrayList<>();
        context.frame().states().forEach((key, state) -> {
            if (key.kind() == EntityKind.CONNECTION && running.contains(new JobId(key.owner()))) {
                context.frame().standing(key, AttributeName.DEVICES).ifPresent(cell -> {
                    if (cell.value() instanceof Value.Texts devices
                            && devices.texts().size() > 2) {
                        ways.add(new Way(
                                devices.texts().stream().map(DeviceId::new).toList(),
                                cell.stamp().eventTimeNs()));
                    }
                });
            }
        });
        return ways;
    }

    /** Numbers the directed links in the order in which ways use them. */
    private static final class Numbering {
        private final Context context;
        private final Map<DeviceId, Map<DeviceId, PortId>> portTo = new HashMap<>();
        private final Map<PortId, Integer> numbers = new HashMap<>();
        private final List<PortId> ports = new ArrayList<>();
        private final Map<DeviceId, Boolean> lossless = new HashMap<>();

        Numbering(Context context) {
            this.context = context;
            for (PortId port : context.surroundings().ports()) {
                PortId neighbour = context.surroundings().neighbour(port);
                if (neighbour != null) {
                    portTo.computeIfAbsent(port.device(), device -> new HashMap<>())
                            .putIfAbsent(neighbour.device(), port);
                }
            }
        }

        /** Null: a link of the way is not known. */
        @Nullable
        Route route(List<DeviceId> devices) {
            int[] links = new int[devices.size() - 1];
            int[] classes = new int[links.length];
            for (int hop = 0; hop < links.length; hop++) {
                PortId port = portTo.getOrDefault(devices.get(hop), Map.of()).get(devices.get(hop + 1));
                if (port == null) {
                    return null;
                }
                links[hop] = numbers.computeIfAbsent(port, id -> {
                    ports.add(id);
                    return ports.size() - 1;
                });
                classes[hop] = isLossless(devices.get(hop + 1)) ? CLASS : -1;
            }
            return new Route(links, classes);
        }

        private boolean isLossless(DeviceId device) {
            return lossless.computeIfAbsent(device, id -> {
                boolean isSwitch = context.surroundings().isSwitch(id);
                boolean pauses = context.surroundings().ports(id).stream()
                        .anyMatch(port -> Boolean.TRUE.equals(
                                context.frame().pfc(port, null).enabled()));
                return isSwitch && (pauses || context.tables().containsKey(id));
            });
        }

        double[] capacities() {
            return ports.stream()
                    .map(context.surroundings()::bitsPerSecond)
                    .mapToDouble(rate -> rate == null || rate <= 0 ? 1 : rate)
                    .toArray();
        }

        /** The switch whose ingress a link ends in. */
        DeviceId end(int link) {
            PortId neighbour = context.surroundings().neighbour(ports.get(link));
            return neighbour == null ? ports.get(link).device() : neighbour.device();
        }
    }

    private static Finding finding(Context context, Numbering links, List<Way> ways, Deadlock deadlock) {
        List<DeviceId> ring = deadlock.cycle().stream()
                .map(buffer -> links.end(buffer.link()))
                .toList();
        long sinceNs = deadlock.routes().stream()
                .mapToLong(route -> ways.get(route).sinceNs())
                .max()
                .orElse(0);
        List<String> names = ring.stream().map(DeviceId::value).distinct().toList();
        return new Finding(
                context.frame().fabric(),
                FindingKind.BUFFER_CYCLE,
                deadlock.isProbable() ? Severity.CRITICAL : Severity.WARNING,
                sinceNs,
                null,
                names,
                "Lossless buffers of " + names.size()
                        + " switches wait for each other in a ring: a deadlock can happen.",
                List.of(
                        "each waits for the next: "
                                + ring.stream().map(DeviceId::value).collect(Collectors.joining(" > ")) + " > "
                                + ring.get(0),
                        deadlock.routes().size() + " connections make them wait"
                                + (deadlock.isProbable()
                                        ? ", and as many at full rate fill all links of a ring at once"
                                        : "")),
                null);
    }
}
