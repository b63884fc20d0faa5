package io.fabrictwin.model.detection;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.QueueId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.StateMap;
import io.fabrictwin.model.state.Value;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bounded history of one fabric beside its frame, in the form that costs little to keep and to carry on: counter
 * samples and depths of queues without the names and stamps they came with, and what jobs did as it was folded. Immutable;
 * the next version shares with this one every port and job that did not change. Samples of one port are told of in one place
 * alone.
 */
public final class History {
    public static final History EMPTY = new History(Samples.EMPTY, Samples.EMPTY, StateMap.EMPTY);

    private final Samples counters;
    private final Samples depths;
    private final StateMap jobs;

    private History(Samples counters, Samples depths, StateMap jobs) {
        this.counters = counters;
        this.depths = depths;
        this.jobs = jobs;
    }

    /**
     * Samples of one sort.
     *
     * @param ofPorts of ports as a whole
     * @param ofQueues of single queues
     */
    private record Samples(SortedMap<PortId, CounterSeries> ofPorts, SortedMap<QueueId, CounterSeries> ofQueues) {
        private static final Samples EMPTY = new Samples(Collections.emptySortedMap(), Collections.emptySortedMap());

        Samples {
            ofPorts = Collections.unmodifiableSortedMap(ofPorts);
            ofQueues = Collections.unmodifiableSortedMap(ofQueues);
        }

        boolean isEmpty() {
            return ofPorts.isEmpty() && ofQueues.isEmpty();
        }

        Samples with(Samples other) {
            SortedMap<PortId, CounterSeries> ports = new TreeMap<>(ofPorts);
            ports.putAll(other.ofPorts);
            SortedMap<QueueId, CounterSeries> queues = new TreeMap<>(ofQueues);
            queues.putAll(other.ofQueues);
            return new Samples(ports, queues);
        }
    }

    /** What changed of samples of one sort, by bucket; null: it is kept no more. */
    private static final class Changes {
        private final Map<PortId, SortedMap<Long, @Nullable CounterSample>> ofPorts = new HashMap<>();
        private final Map<QueueId, SortedMap<Long, @Nullable CounterSample>> ofQueues = new HashMap<>();

        void add(List<String> path, @Nullable EntityState state) {
            PortId port = PortId.of(path.get(0), path.get(1));
            SortedMap<Long, @Nullable CounterSample> byBucket = path.get(2).isEmpty()
                    ? ofPorts.computeIfAbsent(port, id -> new TreeMap<>())
                    : ofQueues.computeIfAbsent(new QueueId(port, Integer.parseInt(path.get(2))), id -> new TreeMap<>());
            byBucket.put(Long.parseLong(path.get(3)), state == null ? null : sample(state));
        }

        Samples on(Samples present) {
            return ofPorts.isEmpty() && ofQueues.isEmpty()
                    ? present
                    : new Samples(next(present.ofPorts(), ofPorts), next(present.ofQueues(), ofQueues));
        }
    }

    /**
     * The next version.
     *
     * @param changes by entity of this fabric's history, what is kept of it now; null: nothing any more
     */
    public History with(Map<EntityKey, ? extends @Nullable EntityState> changes) {
        Changes ofCounters = new Changes();
        Changes ofDepths = new Changes();
        Map<EntityKey, @Nullable EntityState> others = new HashMap<>();
        changes.forEach((key, state) -> {
            switch (key.kind()) {
                case PORT_SAMPLE -> ofCounters.add(key.path(), state);
                case QUEUE_SAMPLE -> ofDepths.add(key.path(), state);
                default -> others.put(key, state);
            }
        });
        return new History(ofCounters.on(counters), ofDepths.on(depths), jobs.with(others));
    }

    private static <K extends Comparable<K>> SortedMap<K, CounterSeries> next(
            SortedMap<K, CounterSeries> present, Map<K, SortedMap<Long, @Nullable CounterSample>> changes) {
        if (changes.isEmpty()) {
            return present;
        }
        SortedMap<K, CounterSeries> next = new TreeMap<>(present);
        changes.forEach((key, byBucket) -> {
            CounterSeries series = next.getOrDefault(key, CounterSeries.EMPTY).with(byBucket);
            if (series.isEmpty()) {
                next.remove(key);
            } else {
                next.put(key, series);
            }
        });
        return next;
    }

    /**
     * What states tell.
     *
     * @param states by entity, of any fabrics and tiers; only this fabric's history is taken
     */
    public static History of(FabricId fabric, Map<EntityKey, EntityState> states) {
        Map<EntityKey, EntityState> own = new HashMap<>();
        states.forEach((key, state) -> {
            if (key.fabric().equals(fabric) && key.kind().tier() == EntityKind.Tier.HISTORY) {
                own.put(key, state);
            }
        });
        return EMPTY.with(own);
    }

    /** The next version of several fabrics at once. */
    public static Map<FabricId, History> with(
            Map<FabricId, History> histories, Map<EntityKey, ? extends @Nullable EntityState> changes) {
        Map<FabricId, Map<EntityKey, @Nullable EntityState>> byFabric = new TreeMap<>();
        changes.forEach((key, state) -> byFabric.computeIfAbsent(key.fabric(), fabric -> new HashMap<>())
                .put(key, state));
        if (byFabric.isEmpty()) {
            return histories;
        }
        Map<FabricId, History> next = new TreeMap<>(histories);
        byFabric.forEach((fabric, ofFabric) ->
                next.put(fabric, next.getOrDefault(fabric, EMPTY).with(ofFabric)));
        return Collections.unmodifiableMap(next);
    }

    private static @Nullable CounterSample sample(EntityState state) {
        Cell cell = state.newest(AttributeName.COUNTERS).orElse(null);
        return cell != null && cell.value() instanceof Value.Numbers numbers
                ? new CounterSample(cell.stamp().eventTimeNs(), numbers.byName())
                : null;
    }

    /** Merges what another partition knows of the same fabric. */
    public History mergedWith(History other) {
        return counters.isEmpty() && depths.isEmpty() && jobs.isEmpty()
                ? other
                : new History(counters.with(other.counters), depths.with(other.depths), jobs.mergedWith(other.jobs));
    }

    /** Counter samples of ports as a whole. */
    public SortedMap<PortId, CounterSeries> counters() {
        return counters.ofPorts();
    }

    /** Counter samples of single queues. */
    public SortedMap<QueueId, CounterSeries> queueCounters() {
        return counters.ofQueues();
    }

    /** Depths of what waits at ports as a whole, by the names of {@link AttributeName}. */
    public SortedMap<PortId, CounterSeries> depths() {
        return depths.ofPorts();
    }

    /** Depths of single queues. */
    public SortedMap<QueueId, CounterSeries> queueDepths() {
        return depths.ofQueues();
    }

    /** What jobs did, as it was folded, by entity: in order, and never to be changed. */
    public SortedMap<EntityKey, EntityState> jobs() {
        return jobs;
    }

    /** What detection reads. */
    public Windows windows(FabricId fabric) {
        return new Windows(
                new TreeMap<PortId, List<CounterSample>>(counters.ofPorts()),
                Windows.of(fabric, jobs).steps());
    }
}
