package io.fabrictwin.model.detection;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
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
    public static final History EMPTY = new History(Collections.emptySortedMap(), StateMap.EMPTY);

    private final SortedMap<PortId, CounterSeries> counters;
    private final StateMap jobs;

    private History(SortedMap<PortId, CounterSeries> counters, StateMap jobs) {
        this.counters = counters;
        this.jobs = jobs;
    }

    /**
     * The next version.
     *
     * @param changes by entity of this fabric's history, what is kept of it now; null: nothing any more
     */
    public History with(Map<EntityKey, ? extends @Nullable EntityState> changes) {
        Map<PortId, SortedMap<Long, @Nullable CounterSample>> samples = new HashMap<>();
        Map<EntityKey, @Nullable EntityState> others = new HashMap<>();
        changes.forEach((key, state) -> {
            if (key.kind() != EntityKind.PORT_SAMPLE) {
                others.put(key, state);
                return;
            }
            List<String> path = key.path();
            if (path.get(2).isEmpty()) {
                samples.computeIfAbsent(PortId.of(path.get(0), path.get(1)), port -> new TreeMap<>())
                        .put(Long.parseLong(path.get(3)), state == null ? null : sample(state));
            }
        });
        SortedMap<PortId, CounterSeries> next = counters;
        if (!samples.isEmpty()) {
            next = new TreeMap<>(counters);
            for (var entry : samples.entrySet()) {
                CounterSeries series =
                        next.getOrDefault(entry.getKey(), CounterSeries.EMPTY).with(entry.getValue());
                if (series.isEmpty()) {
                    next.remove(entry.getKey());
                } else {
                    next.put(entry.getKey(), series);
                }
            }
        }
        return new History(Collections.unmodifiableSortedMap(next), jobs.with(others));
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
        if (counters.isEmpty() && jobs.isEmpty()) {
            return other;
        }
        SortedMap<PortId, CounterSeries> merged = new TreeMap<>(counters);
        merged.putAll(other.counters);
        return new History(Collections.unmodifiableSortedMap(merged), jobs.mergedWith(other.jobs));
    }

    /** What detection reads. */
    public Windows windows(FabricId fabric) {
        return new Windows(
                new TreeMap<PortId, List<CounterSample>>(counters),
                Windows.of(fabric, jobs).steps());
    }
}
