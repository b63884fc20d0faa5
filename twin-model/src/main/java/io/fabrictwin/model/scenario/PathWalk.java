package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.Draws;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.route.Ecmp;
import io.fabrictwin.model.route.Spreading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Ways through a fabric some of whose switches spread traffic otherwise than the recording shows. A connection keeps to its
 * recorded path up to the first switch that decides otherwise.
 */
final class PathWalk {
    /** A message is split over so many ways at most: beyond that they are drawn, and together they cover all. */
    private static final int MOST_WAYS = 16;

    private final Routing routing;
    private final SortedMap<DeviceId, Spreading> spreading;
    private final Map<String, int[]> portsByEnds;
    /** By port of the network, bytes per second that it has for jobs. */
    private final double[] freeRate;

    private final boolean isRuleKnown;
    private final long seed;
    private final SortedSet<DeviceId> choosing = new TreeSet<>();
    private boolean hasDrawn;

    PathWalk(
            Routing routing,
            SortedMap<DeviceId, Spreading> spreading,
            Map<String, int[]> portsByEnds,
            double[] freeRate,
            boolean isRuleKnown,
            long seed) {
        this.routing = routing;
        this.spreading = spreading;
        this.portsByEnds = portsByEnds;
        this.freeRate = freeRate;
        this.isRuleKnown = isRuleKnown;
        this.seed = seed;
    }

    /**
     * A connection.
     *
     * @param recorded its path as recorded, where that still counts; null: its ports tell
     * @param flowlet by a switch's gap, which of the connection's flowlets this is; 0: the first, where it always was
     */
    record Flow(
            DeviceId source,
            DeviceId destination,
            int sourcePort,
            int destinationPort,
            @Nullable List<DeviceId> recorded,
            ToLongFunction<Long> flowlet) {}

    /** A way and what of the flow takes it. */
    @SuppressWarnings("ArrayRecordComponent") // handed to dense inputs of a hot loop, never compared
    record Branch(int[] ports, double weight) {}

    /** Switches that do not spread as recorded and had more than one next hop to choose from. */
    SortedSet<DeviceId> choosing() {
        return choosing;
    }

    /** Whether any way was drawn. */
    boolean hasDrawn() {
        return hasDrawn;
    }

    /** Whether a connection may move between its messages. */
    boolean hasFlowlets() {
        return spreading.values().stream().anyMatch(rule -> rule.mode() == Spreading.Mode.FLOWLET);
    }

    /** Ways of a flow; empty where there is none. */
    List<Branch> branches(Flow flow) {
        List<Branch> done = new ArrayList<>();
        walk(flow, flow.source(), List.of(), 1, MOST_WAYS, done);
        return done;
    }

    private void walk(Flow flow, DeviceId at, List<Integer> before, double weight, int mostWays, List<Branch> done) {
        if (at.equals(flow.destination())) {
            done.add(new Branch(before.stream().mapToInt(Integer::intValue).toArray(), weight));
            return;
        }
        List<DeviceId> next = routing.nextHops(at, flow.destination());
        if (next.isEmpty()) {
            return;
        }
        Spreading rule = spreading.get(at);
        if (rule != null && next.size() > 1) {
            choosing.add(at);
        }
        if (rule == null || !rule.reorders()) {
            DeviceId chosen = next.size() == 1 ? next.get(0) : chosen(flow, at, next, rule);
            int[] between = between(at, chosen);
            if (between.length > 0) {
                int port = between[Ways.parallel(flow.sourcePort(), flow.destinationPort(), between.length)];
                walk(flow, chosen, with(before, port), weight, mostWays, done);
            }
            return;
        }
        spread(flow, at, next, rule, before, weight, mostWays, done);
    }

    private void spread(
            Flow flow,
            DeviceId at,
            List<DeviceId> next,
            Spreading rule,
            List<Integer> before,
            double weight,
            int mostWays,
            List<Branch> done) {
        List<DeviceId> ends = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (DeviceId neighbour : next) {
            for (int port : between(at, neighbour)) {
                ends.add(neighbour);
                ports.add(port);
            }
        }
        int taken = Math.min(ports.size(), Math.max(1, mostWays));
        if (taken == 0) {
            return;
        }
        int first = taken < ports.size() ? Math.floorMod((int) draw(flow, at, 0), ports.size()) : 0;
        double sum = 0;
        double[] weights = new double[taken];
        for (int k = 0; k < taken; k++) {
            int port = ports.get((first + k) % ports.size());
            weights[k] = rule.mode() == Spreading.Mode.ADAPTIVE ? freeRate[port] : 1;
            sum += weights[k];
        }
        for (int k = 0; k < taken; k++) {
            int place = (first + k) % ports.size();
            walk(
                    flow,
                    ends.get(place),
                    with(before, ports.get(place)),
                    weight * weights[k] / sum,
                    mostWays / taken,
                    done);
        }
    }

    private DeviceId chosen(Flow flow, DeviceId at, List<DeviceId> next, @Nullable Spreading rule) {
        long flowlet = rule != null && rule.mode() == Spreading.Mode.FLOWLET
                ? flow.flowlet().applyAsLong(rule.flowletGapNs())
                : 0;
        if (flowlet > 0) {
            hasDrawn = true;
            return next.get((int) Math.floorMod(draw(flow, at, flowlet), (long) next.size()));
        }
        Ecmp.Hashing hashing = rule == null ? null : rule.hashing();
        if (hashing == null) {
            List<DeviceId> recorded = flow.recorded();
            int place = recorded == null ? -1 : recorded.indexOf(at);
            if (recorded != null && place >= 0 && next.contains(recorded.get(place + 1))) {
                return recorded.get(place + 1);
            }
        }
        int hash = routing.hash(at, flow, hashing);
        if (!isRuleKnown) {
            // the real hash is none of this one: what fields and seed have in common stays so, the rest is luck
            hasDrawn = true;
            hash = (int) Draws.next(Draws.stream(seed, hash));
            hash ^= hash >>> 16;
        }
        return next.get(Integer.remainderUnsigned(hash, next.size()));
    }

    private long draw(Flow flow, DeviceId at, long flowlet) {
        long key = 31L * routing.hash(at, flow, null) + flowlet;
        return Math.round(Draws.uniform(Draws.stream(seed, key)) * Long.MAX_VALUE);
    }

    private int[] between(DeviceId from, DeviceId to) {
        return portsByEnds.getOrDefault(from + ">" + to, new int[0]);
    }

    private static List<Integer> with(List<Integer> ports, int port) {
        List<Integer> longer = new ArrayList<>(ports);
        longer.add(port);
        return longer;
    }
}
