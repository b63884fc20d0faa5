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
 * samples without the names and stamps they came with, and what jobs did as it was folded. Immutable; the next version
 * shares with this one every port and job that did not change. Counter samples of one port are told of in one place alone.
 */
public final class History {
    public static final History EMPTY =
            new History(Collections.emptySortedMap(), Collections.emptySortedMap(), StateMap.EMPTY);

    private final SortedMap<PortId, CounterSeries> counters;
    private final SortedMap<QueueId, CounterSeries> queueCounters;
    private final StateMap jobs;

    private History(
            SortedMap<PortId, CounterSeries> counters, SortedMap<QueueId, CounterSeries> queueCounters, StateMap jobs) {
        this.counters = Collections.unmodifiableSortedMap(counters);
        this.queueCounters = Collections.unmodifiableSortedMap(queueCounters);
        this.jobs = jobs;
    }

    /**
     * The next version.
     *
     * @param changes by entity of this fabric's history, what is kept of it now; null: nothing any more
     */
    public History with(Map<EntityKey, ? extends @Nullable EntityState> changes) {
        Map<PortId, SortedMap<Long, @Nullable CounterSample>> ofPorts = new HashMap<>();
        Map<QueueId, SortedMap<Long, @Nullable CounterSample>> ofQueues = new HashMap<>();
        Map<EntityKey, @Nullable EntityState> others = new HashMap<>();
        changes.forEach((key, state) -> {
            if (key.kind() != EntityKind.PORT_SAMPLE) {
                others.put(key, state);
                return;
            }
            List<String> path = key.path();
            PortId port = PortId.of(path.get(0), path.get(1));
            SortedMap<Long, @Nullable CounterSample> byBucket = path.get(2).isEmpty()
                    ? ofPorts.computeIfAbsent(port, id -> new TreeMap<>())
                    : ofQueues.computeIfAbsent(new QueueId(port, Integer.parseInt(path.get(2))), id -> new TreeMap<>());
            byBucket.put(Long.parseLong(path.get(3)), state == null ? null : sample(state));
        });
        return new History(next(counters, ofPorts), next(queueCounters, ofQueues), jobs.with(others));
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
        if (counters.isEmpty() && queueCounters.isEmpty() && jobs.isEmpty()) {
            return other;
        }
        SortedMap<PortId, CounterSeries> ofPorts = new TreeMap<>(counters);
        ofPorts.putAll(other.counters);
        SortedMap<QueueId, CounterSeries> ofQueues = new TreeMap<>(queueCounters);
        ofQueues.putAll(other.queueCounters);
        return new History(ofPorts, ofQueues, jobs.mergedWith(other.jobs));
    }

    /** Samples of ports as a whole. */
    public SortedMap<PortId, CounterSeries> counters() {
        return counters;
    }

    /** Samples of single queues. */
    public SortedMap<QueueId, CounterSeries> queueCounters() {
        return queueCounters;
    }

    /** What jobs did, as it was folded, by entity: in order, and never to be changed. */
    public SortedMap<EntityKey, EntityState> jobs() {
        return jobs;
    }

    /** What detection reads. */
    public Windows windows(FabricId fabric) {
        return new Windows(
                new TreeMap<PortId, List<CounterSample>>(counters),
                Windows.of(fabric, jobs).steps());
    }
}
