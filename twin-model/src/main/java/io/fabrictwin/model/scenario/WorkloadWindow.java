package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The recorded work that a fork runs again: steps, computing times and collectives of every job, and counter samples of
 * every port. Immutable. Read from the history that the fold keeps beside the present state.
 */
public final class WorkloadWindow {
    private final SortedMap<JobId, SortedMap<Long, RecordedStep>> stepsByJob;
    private final SortedMap<PortId, SortedMap<Long, SortedMap<String, Long>>> countersByPort;

    private WorkloadWindow(
            SortedMap<JobId, SortedMap<Long, RecordedStep>> stepsByJob,
            SortedMap<PortId, SortedMap<Long, SortedMap<String, Long>>> countersByPort) {
        this.stepsByJob = stepsByJob;
        this.countersByPort = countersByPort;
    }

    /**
     * A step as recorded; what is absent was not told.
     *
     * @param startNs null: not known yet, as it is told when the step is over
     * @param endNs null: not over when the recording ended
     * @param computeNs by rank
     * @param collectives by index
     */
    record RecordedStep(
            @Nullable Long startNs,
            @Nullable Long endNs,
            SortedMap<Integer, Long> computeNs,
            SortedMap<Integer, CollectiveSpan> collectives) {
        static final RecordedStep EMPTY =
                new RecordedStep(null, null, Collections.emptySortedMap(), Collections.emptySortedMap());

        private static RecordedStep empty() {
            return new RecordedStep(null, null, new TreeMap<>(), new TreeMap<>());
        }

        /** How long it took, ns; empty where it is not complete. */
        OptionalLong durationNs() {
            return startNs == null || endNs == null ? OptionalLong.empty() : OptionalLong.of(endNs - startNs);
        }

        boolean isComplete() {
            return startNs != null && endNs != null;
        }

        boolean beganSince(long timeNs) {
            return startNs != null && startNs >= timeNs;
        }

        boolean isOverAt(long timeNs) {
            return endNs != null && endNs <= timeNs;
        }
    }

    /**
     * A collective over all ranks.
     *
     * @param startNs when the first rank began it
     * @param endNs when the last rank was done; null: not all were
     */
    record CollectiveSpan(long startNs, @Nullable Long endNs) {
        private CollectiveSpan with(CollectiveSpan other) {
            return new CollectiveSpan(
                    Math.min(startNs, other.startNs),
                    endNs == null || other.endNs == null ? null : (Long) Math.max(endNs, other.endNs));
        }
    }

    /** Whether a window is made of this entity; others of history need not be kept for one. */
    public static boolean reads(EntityKey key) {
        // samples of all priorities together, not of one
        return reads(key.kind())
                && (key.kind() != EntityKind.PORT_SAMPLE || key.path().get(2).isEmpty());
    }

    /** Whether a window is made of entities of this kind. */
    public static boolean reads(EntityKind kind) {
        return switch (kind) {
            case STEP, COMPUTE, COLLECTIVE_RUN, PORT_SAMPLE -> true;
            default -> false;
        };
    }

    /** Takes the history of a fabric out of folded states of any fabrics and tiers. */
    public static WorkloadWindow of(FabricId fabric, Map<EntityKey, EntityState> states) {
        SortedMap<JobId, SortedMap<Long, RecordedStep>> steps = new TreeMap<>();
        SortedMap<PortId, SortedMap<Long, SortedMap<String, Long>>> counters = new TreeMap<>();
        states.forEach((key, state) -> {
            if (!key.fabric().equals(fabric)) {
                return;
            }
            List<String> path = key.path();
            switch (key.kind()) {
                case STEP -> {
                    Long startNs = state.whole(AttributeName.START_NS);
                    Long endNs = state.whole(AttributeName.END_NS);
                    // its parts may have come before it
                    stepsOf(steps, path)
                            .merge(
                                    Long.parseLong(path.get(1)),
                                    new RecordedStep(startNs, endNs, new TreeMap<>(), new TreeMap<>()),
                                    (parts, step) ->
                                            new RecordedStep(startNs, endNs, parts.computeNs(), parts.collectives()));
                }
                case COMPUTE -> {
                    Long computeNs = state.whole(AttributeName.COMPUTE_NS);
                    if (computeNs != null) {
                        stepsOf(steps, path)
                                .computeIfAbsent(Long.parseLong(path.get(1)), step -> RecordedStep.empty())
                                .computeNs()
                                .put(Integer.parseInt(path.get(2)), computeNs);
                    }
                }
                case COLLECTIVE_RUN -> {
                    Long startNs = state.whole(AttributeName.START_NS);
                    if (startNs != null) {
                        stepsOf(steps, path)
                                .computeIfAbsent(Long.parseLong(path.get(1)), step -> RecordedStep.empty())
                                .collectives()
                                .merge(
                                        Integer.parseInt(path.get(2)),
                                        new CollectiveSpan(startNs, state.whole(AttributeName.END_NS)),
                                        CollectiveSpan::with);
                    }
                }
                case PORT_SAMPLE -> {
                    Cell cell = state.newest(AttributeName.COUNTERS).orElse(null);
                    if (cell != null && reads(key) && cell.value() instanceof Value.Numbers numbers) {
                        counters.computeIfAbsent(PortId.of(path.get(0), path.get(1)), port -> new TreeMap<>())
                                .put(cell.stamp().eventTimeNs(), numbers.byName());
                    }
                }
                default -> {
                    // present state, which the frame has
                }
            }
        });
        return new WorkloadWindow(steps, counters);
    }

    /**
     * What was known of it at an event time, as before a rollout: steps that were over, and samples up to then. Of a step
     * under way nothing is kept: events tell computing times at its begin, and collectives rank by rank.
     */
    WorkloadWindow knownAt(long timeNs) {
        SortedMap<JobId, SortedMap<Long, RecordedStep>> steps = new TreeMap<>();
        stepsByJob.forEach((job, recorded) -> {
            SortedMap<Long, RecordedStep> over = new TreeMap<>(recorded);
            over.values().removeIf(step -> !step.isComplete() || !step.isOverAt(timeNs));
            steps.put(job, over);
        });
        SortedMap<PortId, SortedMap<Long, SortedMap<String, Long>>> counters = new TreeMap<>();
        countersByPort.forEach((port, samples) -> counters.put(port, samples.headMap(timeNs + 1)));
        return new WorkloadWindow(steps, counters);
    }

    /** How long a job's steps took just before an event time, ns; empty where none was over. */
    public OptionalLong recentStepTimeNs(JobId job, long timeNs) {
        OptionalDouble mean = recentStepTimesNs(job, timeNs).stream()
                .mapToLong(Long::longValue)
                .average();
        return mean.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Math.round(mean.getAsDouble()));
    }

    /** Jobs of which any step was recorded. */
    public SortedSet<JobId> jobs() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(stepsByJob.keySet()));
    }

    /** Times of a job's steps since its last change of level before an event time, ns, in order; only steps that were over. */
    public List<Long> recentStepTimesNs(JobId job, long timeNs) {
        return StepRegime.newest(knownAt(timeNs).steps(job)).values().stream()
                .map(step -> step.durationNs().orElseThrow())
                .toList();
    }

    /** Times of a job's complete steps that began at or after one event time and were over by another, ns, in order. */
    public List<Long> stepTimesNs(JobId job, long fromNs, long toNs) {
        return steps(job).values().stream()
                .filter(step -> step.beganSince(fromNs) && step.isOverAt(toNs))
                .map(step -> step.durationNs().orElseThrow())
                .toList();
    }

    private static SortedMap<Long, RecordedStep> stepsOf(
            SortedMap<JobId, SortedMap<Long, RecordedStep>> steps, List<String> path) {
        return steps.computeIfAbsent(new JobId(path.get(0)), job -> new TreeMap<>());
    }

    /** Recorded steps of a job by number; empty where none were. */
    SortedMap<Long, RecordedStep> steps(JobId job) {
        return stepsByJob.getOrDefault(job, Collections.emptySortedMap());
    }

    /** When a recorded step of a job began; null where that is not known. */
    public @Nullable Long stepStartNs(JobId job, long step) {
        RecordedStep recorded = steps(job).get(step);
        return recorded == null ? null : recorded.startNs();
    }

    /** When a recorded step of a job was over; null where that is not known. */
    public @Nullable Long stepEndNs(JobId job, long step) {
        RecordedStep recorded = steps(job).get(step);
        return recorded == null ? null : recorded.endNs();
    }

    /** Counter samples of a port by event time: the newest of each bucket of history. */
    SortedMap<Long, SortedMap<String, Long>> counters(PortId port) {
        return countersByPort.getOrDefault(port, Collections.emptySortedMap());
    }
}
