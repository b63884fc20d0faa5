package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.StepSample.CollectiveSample;
import io.fabrictwin.model.event.CollectiveOperation;
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
        lists.forEach((key, list) -> copy.put(
                key,
                // A series never changes and is in order: to sort those of a large fabric again would be most of the
                // cost.
                list instanceof CounterSeries
                        ? list
                        : list.stream().sorted(order).toList()));
        return Collections.unmodifiableSortedMap(copy);
    }

    /**
     * Reads the history that the fold keeps beside the present state.
     *
     * @param states by entity, of any fabrics and tiers; only this fabric's history is taken
     */
    public static Windows of(FabricId fabric, Map<EntityKey, EntityState> states) {
        SortedMap<PortId, SortedMap<Long, CounterSample>> samples = new TreeMap<>();
        SortedMap<JobId, SortedMap<Long, StepParts>> steps = new TreeMap<>();
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
                case STEP -> stepOf(steps, path).times = state;
                case COMPUTE -> {
                    Long computeNs = state.whole(AttributeName.COMPUTE_NS);
                    if (computeNs != null) {
                        stepOf(steps, path).computeNs.put(Integer.parseInt(path.get(2)), computeNs);
                    }
                }
                case COLLECTIVE_RUN -> {
                    CollectiveSample sample = collective(path, state);
                    if (sample != null) {
                        stepOf(steps, path).collectives.merge(sample.index(), sample, CollectiveSample::with);
                    }
                }
                default -> {
                    // present state, which the frame has
                }
            }
        });
        SortedMap<PortId, List<CounterSample>> counters = new TreeMap<>();
        samples.forEach((port, byTime) -> counters.put(port, List.copyOf(byTime.values())));
        SortedMap<JobId, List<StepSample>> lists = new TreeMap<>();
        steps.forEach((job, byNumber) -> {
            List<StepSample> list = new ArrayList<>();
            byNumber.forEach((number, parts) -> list.add(parts.step(number)));
            lists.put(job, list);
        });
        return new Windows(counters, lists);
    }

    /** What different events tell of one step, in any order. */
    private static final class StepParts {
        private EntityState times = EntityState.EMPTY;
        private final SortedMap<Integer, Long> computeNs = new TreeMap<>();
        private final SortedMap<Integer, CollectiveSample> collectives = new TreeMap<>();

        StepSample step(long number) {
            return new StepSample(
                    number,
                    times.whole(AttributeName.START_NS),
                    times.whole(AttributeName.COMPUTE_END_NS),
                    times.whole(AttributeName.END_NS),
                    computeNs,
                    List.copyOf(collectives.values()));
        }
    }

    private static StepParts stepOf(SortedMap<JobId, SortedMap<Long, StepParts>> steps, List<String> path) {
        return steps.computeIfAbsent(new JobId(path.get(0)), job -> new TreeMap<>())
                .computeIfAbsent(Long.parseLong(path.get(1)), step -> new StepParts());
    }

    /** What one rank tells of a collective; null where it does not tell enough. */
    private static @Nullable CollectiveSample collective(List<String> path, EntityState state) {
        Long startNs = state.whole(AttributeName.START_NS);
        Long bytesPerRank = state.whole(AttributeName.BYTES_PER_RANK);
        Value operation = state.newest(AttributeName.OPERATION).map(Cell::value).orElse(null);
        return startNs == null || bytesPerRank == null || !(operation instanceof Value.Text text)
                ? null
                : new CollectiveSample(
                        Integer.parseInt(path.get(2)),
                        CollectiveOperation.valueOf(text.text()),
                        bytesPerRank,
                        startNs,
                        startNs,
                        Integer.parseInt(path.get(3)),
                        state.whole(AttributeName.END_NS));
    }

    /**
     * The same without steps that were over later, and without samples of later but the first, which tells how far a
     * counter had come by then.
     */
    public Windows until(long timeNs) {
        SortedMap<PortId, List<CounterSample>> earlier = new TreeMap<>();
        counters.forEach((port, samples) -> {
            int end = firstFrom(samples, timeNs);
            earlier.put(port, samples.subList(0, Math.min(samples.size(), end + 1)));
        });
        SortedMap<JobId, List<StepSample>> over = new TreeMap<>();
        steps.forEach((job, list) -> over.put(
                job,
                list.stream()
                        .filter(step -> step.endNs() == null || step.endNs() <= timeNs)
                        .toList()));
        return new Windows(earlier, over);
    }

    /** Event time of the newest sample or step, ns since 1970; 0 where there is none. */
    public long reachNs() {
        long reach = 0;
        for (List<CounterSample> samples : counters.values()) {
            reach = samples.isEmpty()
                    ? reach
                    : Math.max(reach, samples.get(samples.size() - 1).eventTimeNs());
        }
        for (List<StepSample> list : steps.values()) {
            for (StepSample step : list) {
                reach = step.endNs() == null ? reach : Math.max(reach, step.endNs());
            }
        }
        return reach;
    }

    /** Event time of the oldest sample or step, ns since 1970; null where there is none. */
    public @Nullable Long beginNs() {
        long begin = Long.MAX_VALUE;
        for (List<CounterSample> samples : counters.values()) {
            begin = samples.isEmpty() ? begin : Math.min(begin, samples.get(0).eventTimeNs());
        }
        for (List<StepSample> list : steps.values()) {
            for (StepSample step : list) {
                begin = step.startNs() == null ? begin : Math.min(begin, step.startNs());
            }
        }
        return begin == Long.MAX_VALUE ? null : (Long) begin;
    }

    /**
     * How far a counter of a port went between two instants, between samples in proportion to time; null where samples do
     * not reach so far, or it was reset.
     */
    public @Nullable Double increase(PortId port, String counter, long fromNs, long toNs) {
        return increase(reading(port, counter, fromNs), reading(port, counter, toNs));
    }

    /** The same of readings at both instants. */
    static @Nullable Double increase(@Nullable Reading before, @Nullable Reading after) {
        return before == null || after == null || after.value() < before.value()
                ? null
                : (Double) (after.value() - before.value());
    }

    /**
     * A counter at an instant.
     *
     * @param value between samples in proportion to time
     * @param unsure by how much it may be off at most, as nobody knows when between two samples it moved
     */
    record Reading(double value, double unsure) {}

    /** A counter of a port at an instant; null where samples do not reach so far, or it was reset about then. */
    @Nullable
    Reading reading(PortId port, String counter, long timeNs) {
        List<CounterSample> samples = counters.getOrDefault(port, List.of());
        int first = firstFrom(samples, timeNs);
        if (first == samples.size()) {
            return null;
        }
        CounterSample later = samples.get(first);
        Long after = later.counters().get(counter);
        if (after == null || later.eventTimeNs() == timeNs) {
            return after == null ? null : new Reading(after, 0);
        }
        Long before = first == 0 ? null : samples.get(first - 1).counters().get(counter);
        if (before == null || before > after) {
            return null;
        }
        long earlierNs = samples.get(first - 1).eventTimeNs();
        long moved = after - before;
        double part = moved * ((double) (timeNs - earlierNs) / (later.eventTimeNs() - earlierNs));
        return new Reading(before + part, Math.max(part, moved - part));
    }

    /** Place of the first sample at or after an instant; their number where there is none. */
    private static int firstFrom(List<CounterSample> samples, long timeNs) {
        int low = 0;
        int high = samples.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (samples.get(middle).eventTimeNs() < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
