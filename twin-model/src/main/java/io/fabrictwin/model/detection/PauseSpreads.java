package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.PauseStorms.Storm;
import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Follows a storm upstream: a full switch pauses those who feed it, and so on, away from the host that began it. */
final class PauseSpreads {
    /** Held for less, a port carries what its senders offer all the same. */
    static final double LEAST_HELD_SHARE = 0.05;
    /** Ports that were held before the storm nearly as much are held for another reason. */
    static final double LEAST_GROWTH = 2;
    /** Intervals in which the port was held at all. */
    static final int LEAST_INTERVALS = 3;
    /** Lines of evidence; a tree can have hundreds of ports. */
    private static final int MOST_LINES = 24;

    /** A port held in the course of a storm. */
    private record Held(PortId port, PortId towards, int depth, long firstNs, double share) {}

    private PauseSpreads() {}

    static @Nullable Finding of(Context context, Storm storm, Finding stormFinding) {
        List<Held> tree = tree(context, storm);
        if (tree.isEmpty()) {
            return null;
        }
        long startNs = tree.stream().mapToLong(Held::firstNs).min().orElseThrow();
        List<String> entities = new ArrayList<>(stormFinding.entities());
        List<String> evidence = new ArrayList<>();
        evidence.add(storm.cause().device() + " holds " + storm.port());
        Set<DeviceId> hosts = new TreeSet<>();
        for (Held held : tree) {
            entities.add(held.port().toString());
            if (context.surroundings().isHost(held.port().device())) {
                hosts.add(held.port().device());
            }
            if (evidence.size() <= MOST_LINES) {
                evidence.add(String.format(
                        Locale.ROOT,
                        "%s%s holds %s for %.1f %% of the time since %s",
                        "  ".repeat(held.depth()),
                        held.towards().device(),
                        held.port(),
                        100 * held.share(),
                        Suggestion.time(held.firstNs())));
            }
        }
        if (tree.size() > MOST_LINES) {
            evidence.add("and " + (tree.size() - MOST_LINES) + " ports more");
        }
        return new Finding(
                stormFinding.fabric(),
                FindingKind.PAUSE_SPREAD,
                Severity.CRITICAL,
                startNs,
                stormFinding.endNs() == null ? null : (Long) Math.max(startNs, stormFinding.endNs()),
                entities,
                String.format(
                        Locale.ROOT,
                        "The pauses of %s spread to %d ports upstream%s.",
                        storm.cause().device(),
                        tree.size(),
                        hosts.isEmpty() ? "" : ", so that " + hosts.size() + " other hosts may not send either"),
                evidence,
                stormFinding.suggestion());
    }

    /** Held ports, nearest to the storm first. */
    private static List<Held> tree(Context context, Storm storm) {
        Map<PortId, Held> tree = new LinkedHashMap<>();
        Set<DeviceId> visited = new TreeSet<>(Set.of(storm.port().device()));
        Deque<DeviceId> queue = new ArrayDeque<>(visited);
        Map<DeviceId, Integer> depths = new LinkedHashMap<>();
        depths.put(storm.port().device(), 1);
        while (!queue.isEmpty()) {
            DeviceId full = queue.remove();
            int depth = depths.getOrDefault(full, 1);
            for (PortId towards : context.surroundings().ports(full)) {
                PortId feeding = context.surroundings().neighbour(towards);
                Held held = feeding == null || feeding.equals(storm.cause())
                        ? null
                        : held(context, storm, feeding, towards, depth);
                if (held != null && tree.putIfAbsent(held.port(), held) == null) {
                    DeviceId next = held.port().device();
                    if (context.surroundings().isSwitch(next) && visited.add(next)) {
                        depths.put(next, depth + 1);
                        queue.add(next);
                    }
                }
            }
        }
        return List.copyOf(tree.values());
    }

    private static @Nullable Held held(Context context, Storm storm, PortId port, PortId towards, int depth) {
        List<Interval> before = new ArrayList<>();
        List<Interval> during = new ArrayList<>();
        for (Interval interval : context.history(port).intervals()) {
            if (interval.toNs() <= storm.incident().startNs()) {
                before.add(interval);
            } else if (interval.toNs() <= storm.lastNs()) {
                during.add(interval);
            }
        }
        List<Interval> held = during.stream()
                .filter(interval -> interval.pausedShare() >= LEAST_HELD_SHARE)
                .toList();
        if (held.size() < LEAST_INTERVALS) {
            return null;
        }
        long firstNs = held.get(0).fromNs();
        double share = Counters.sum(held, CounterName.PFC_RX_PAUSED_NS) / (storm.lastNs() - firstNs);
        double shareBefore =
                before.isEmpty() ? 0 : Counters.sum(before, CounterName.PFC_RX_PAUSED_NS) / Counters.spanNs(before);
        return share < LEAST_HELD_SHARE || share < LEAST_GROWTH * shareBefore
                ? null
                : new Held(port, towards, depth, firstNs, share);
    }
}
