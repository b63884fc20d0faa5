package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The recent past that detection reads beside the frame. How far back it reaches is up to the caller.
 *
 * @param counters samples by port, oldest first, at most one per instant
 * @param steps by job, in order of the step's number
 */
public record Windows(SortedMap<PortId, List<CounterSample>> counters, SortedMap<JobId, List<StepSample>> steps) {
    public static final Windows EMPTY = new Windows(Collections.emptySortedMap(), Collections.emptySortedMap());

    public Windows {
        counters = copy(counters, Comparator.comparingLong(CounterSample::eventTimeNs));
        steps = copy(steps, Comparator.comparingLong(StepSample::step));
    }

    private static <K, V> SortedMap<K, List<V>> copy(SortedMap<K, List<V>> lists, Comparator<V> order) {
        SortedMap<K, List<V>> copy = new TreeMap<>(lists.comparator());
        lists.forEach((key, list) -> copy.put(key, list.stream().sorted(order).toList()));
        return Collections.unmodifiableSortedMap(copy);
    }

    /**
     * Reads the history that the fold keeps beside the present state.
     *
     * @param states by entity, of any fabrics and tiers; only this fabric's history is taken
     */
    public static Windows of(FabricId fabric, Map<EntityKey, EntityState> states) {
        SortedMap<PortId, SortedMap<Long, CounterSample>> samples = new TreeMap<>();
        SortedMap<JobId, SortedMap<Long, EntityState>> steps = new TreeMap<>();
        SortedMap<JobId, SortedMap<Long, SortedMap<Integer, Long>>> computes = new TreeMap<>();
        states.forEach((key, state) -> {
            if (!key.fabric().equals(fabric)) {
                return;
            }
            List<String> path = key.path();
            switch (key.kind()) {
                case PORT_SAMPLE -> {
                    Cell cell = state.newest(AttributeName.COUNTERS).orElse(null);
                    if (cell != null && path.get(2).isEmpty() && cell.value() instanceof Value.Numbers numbers) {
                        long timeNs = cell.stamp().eventTimeNs();
                        samples.computeIfAbsent(PortId.of(path.get(0), path.get(1)), port -> new TreeMap<>())
                                .put(timeNs, new CounterSample(timeNs, numbers.byName()));
                    }
                }
                case STEP ->
                    steps.computeIfAbsent(new JobId(path.get(0)), job -> new TreeMap<>())
                            .put(Long.parseLong(path.get(1)), state);
                case COMPUTE -> {
                    Long computeNs = whole(state, AttributeName.COMPUTE_NS);
                    if (computeNs != null) {
                        computes.computeIfAbsent(new JobId(path.get(0)), job -> new TreeMap<>())
                                .computeIfAbsent(Long.parseLong(path.get(1)), step -> new TreeMap<>())
                                .put(Integer.parseInt(path.get(2)), computeNs);
                    }
                }
                default -> {
                    // present state, which the frame has
                }
            }
        });
        SortedMap<PortId, List<CounterSample>> counters = new TreeMap<>();
        samples.forEach((port, byTime) -> counters.put(port, List.copyOf(byTime.values())));
        return new Windows(counters, joined(steps, computes));
    }

    private static SortedMap<JobId, List<StepSample>> joined(
            SortedMap<JobId, SortedMap<Long, EntityState>> steps,
            SortedMap<JobId, SortedMap<Long, SortedMap<Integer, Long>>> computes) {
        SortedMap<JobId, SortedMap<Long, StepSample>> joined = new TreeMap<>();
        computes.forEach((job, bySteps) ->
                bySteps.forEach((step, computeNs) -> joined.computeIfAbsent(job, id -> new TreeMap<>())
                        .put(step, new StepSample(step, null, null, null, computeNs))));
        steps.forEach((job, bySteps) -> bySteps.forEach((step, state) -> joined.computeIfAbsent(
                        job, id -> new TreeMap<>())
                .merge(
                        step,
                        new StepSample(
                                step,
                                whole(state, AttributeName.START_NS),
                                whole(state, AttributeName.COMPUTE_END_NS),
                                whole(state, AttributeName.END_NS),
                                Collections.emptySortedMap()),
                        (compute, times) -> new StepSample(
                                step, times.startNs(), times.computeEndNs(), times.endNs(), compute.computeNs()))));
        SortedMap<JobId, List<StepSample>> lists = new TreeMap<>();
        joined.forEach((job, bySteps) -> lists.put(job, List.copyOf(bySteps.values())));
        return lists;
    }

    private static @Nullable Long whole(EntityState state, String attribute) {
        return state.newest(attribute)
                .map(cell -> cell.value() instanceof Value.Whole whole ? whole.number() : null)
                .orElse(null);
    }

    /** What a port did from each of its samples to the next. */
    List<PortActivity> activities(PortId port) {
        List<CounterSample> samples = counters.getOrDefault(port, List.of());
        List<PortActivity> activities = new ArrayList<>();
        for (int later = 1; later < samples.size(); later++) {
            CounterSample before = samples.get(later - 1);
            CounterSample after = samples.get(later);
            SortedMap<String, Long> deltas = new TreeMap<>();
            after.counters().forEach((name, count) -> {
                Long countBefore = before.counters().get(name);
                if (countBefore != null && count >= countBefore) {
                    deltas.put(name, count - countBefore);
                }
            });
            activities.add(new PortActivity(before.eventTimeNs(), after.eventTimeNs(), deltas));
        }
        return activities;
    }
}
