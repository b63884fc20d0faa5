package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.ForkState.Arrival;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.WorkloadWindow.CollectiveSpan;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import io.fabrictwin.model.step.StepProgress;
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a job is at the base time, and what it does from then on.
 *
 * @param recorded its recorded steps by number
 * @param currentStep the step it is in; null where a step just begins
 * @param progress how far that step has come
 * @param firstStep the first step to begin at or after the base time
 * @param startOffsetNs from the base time to the end of the current step's past, or the begin of the first step
 * @param askedSteps steps that begin within the window: complete recorded ones; under strict reading those that are to
 *     begin there if steps go on as before
 * @param anchorSteps recorded steps whose time the forecast moves: those asked about, else the newest before
 * @param horizonNs from the base time to the end of the recorded window
 * @param draws where computing times are drawn from; null: they are as recorded, or an arriving job's
 */
record JobTimeline(
        SortedMap<Long, RecordedStep> recorded,
        @Nullable Long currentStep,
        StepProgress progress,
        long firstStep,
        long startOffsetNs,
        SortedSet<Long> askedSteps,
        SortedSet<Long> anchorSteps,
        long horizonNs,
        @Nullable ComputeDraws draws) {
    private static final double STILL_RUNNING = 0.99;

    /** The timeline of a recorded job; null where nothing of it was recorded. */
    static @Nullable JobTimeline of(
            SortedMap<Long, RecordedStep> recorded, int collectives, Scenario scenario, long horizonNs) {
        long baseNs = scenario.baseTimeNs();
        Long current = null;
        Long first = null;
        long startOffsetNs = 0;
        SortedSet<Long> asked = new TreeSet<>();
        long newest = -1;
        Long currentStartNs = null;
        Long endBefore = null;
        for (var entry : recorded.entrySet()) {
            RecordedStep step = entry.getValue();
            Long startNs = step.startNs() == null ? endBefore : step.startNs();
            endBefore = step.endNs();
            if (startNs == null) {
                continue;
            }
            newest = entry.getKey();
            boolean isOver = step.endNs() != null && step.endNs() <= baseNs;
            if (startNs < baseNs && !isOver) {
                current = entry.getKey();
                currentStartNs = startNs;
            }
            if (startNs >= baseNs && first == null) {
                first = entry.getKey();
                startOffsetNs = current == null ? startNs - baseNs : 0;
            }
            if (step.isComplete() && startNs >= scenario.windowFromNs() && startNs < scenario.windowToNs()) {
                asked.add(entry.getKey());
            }
        }
        if (newest < 0) {
            return null;
        }
        StepProgress progress = current == null || currentStartNs == null
                ? StepProgress.NONE
                : progress(recorded, current, baseNs - currentStartNs, collectives, baseNs);
        return new JobTimeline(
                recorded,
                current,
                progress,
                first == null ? newest + 1 : first,
                startOffsetNs,
                asked,
                asked,
                horizonNs,
                null);
    }

    /**
     * The timeline of a job of which nothing is known after the base time; null where no step of it was over by then. The
     * next step began when the last one was over, and has come as far as steps before it had after as long.
     *
     * @param past steps that were over
     */
    static @Nullable JobTimeline ofPast(
            SortedMap<Long, RecordedStep> past, JobFacts facts, Scenario scenario, long horizonNs) {
        if (past.isEmpty()) {
            return null;
        }
        long newest = past.lastKey();
        SortedMap<Long, RecordedStep> recent = StepRegime.newest(past);
        long usualNs = Math.round(recent.values().stream()
                .mapToLong(step -> step.durationNs().orElseThrow())
                .average()
                .orElseThrow());
        Long beganNs = recent.getOrDefault(newest, RecordedStep.EMPTY).endNs();
        long elapsedNs = beganNs == null ? 0 : scenario.baseTimeNs() - beganNs;
        boolean isUnderWay = elapsedNs > 0;
        long first = isUnderWay ? newest + 2 : newest + 1;
        SortedSet<Long> asked = new TreeSet<>();
        long beginsNs = scenario.baseTimeNs() + (isUnderWay ? Math.max(0, usualNs - elapsedNs) : 0);
        for (long step = first; beginsNs < scenario.windowToNs(); step++, beginsNs += Math.max(1, usualNs)) {
            if (beginsNs >= scenario.windowFromNs()) {
                asked.add(step);
            }
        }
        return new JobTimeline(
                recent,
                isUnderWay ? (Long) (newest + 1) : null,
                isUnderWay
                        ? usualProgress(recent, elapsedNs, facts.collectives().size())
                        : StepProgress.NONE,
                first,
                0,
                asked,
                new TreeSet<>(recent.keySet()),
                horizonNs,
                ComputeDraws.of(past, facts.hosts().size()));
    }

    /** The timeline of a job that arrives at the base time. */
    static JobTimeline arriving(long horizonNs) {
        return new JobTimeline(
                new TreeMap<>(), null, StepProgress.NONE, 0, 0, new TreeSet<>(), new TreeSet<>(), horizonNs, null);
    }

    private static StepProgress usualProgress(SortedMap<Long, RecordedStep> recorded, long elapsedNs, int collectives) {
        List<Double> shares = new ArrayList<>();
        for (int index = 0; index < collectives; index++) {
            double sum = 0;
            int count = 0;
            for (RecordedStep step : recorded.values()) {
                CollectiveSpan span = step.collectives().get(index);
                if (span != null && step.startNs() != null) {
                    sum += doneShare(span, OptionalDouble.empty(), step.startNs() + elapsedNs);
                    count++;
                }
            }
            shares.add(count == 0 ? 0 : Math.min(STILL_RUNNING, sum / count));
        }
        return new StepProgress(elapsedNs, shares);
    }

    /** The timeline of a job that arrives at the base time and does what a recorded one does from its first step on. */
    static JobTimeline copied(SortedMap<Long, RecordedStep> recorded, long horizonNs) {
        long first = recorded.isEmpty() ? 0 : recorded.firstKey();
        return new JobTimeline(
                recorded, null, StepProgress.NONE, first, 0, new TreeSet<>(), new TreeSet<>(), horizonNs, null);
    }

    private static StepProgress progress(
            SortedMap<Long, RecordedStep> recorded, long step, long elapsedNs, int collectives, long baseNs) {
        List<Double> shares = new ArrayList<>();
        RecordedStep current = recorded.get(step);
        for (int index = 0; index < collectives; index++) {
            CollectiveSpan span = current == null ? null : current.collectives().get(index);
            shares.add(span == null ? 0 : doneShare(span, meanDurationNs(recorded, index), baseNs));
        }
        return new StepProgress(elapsedNs, shares);
    }

    private static double doneShare(CollectiveSpan span, OptionalDouble meanDurationNs, long baseNs) {
        if (span.startNs() >= baseNs) {
            return 0;
        }
        Long endNs = span.endNs();
        if (endNs != null && endNs <= baseNs) {
            return 1;
        }
        double durationNs = endNs != null ? endNs - span.startNs() : meanDurationNs.orElse(Double.MAX_VALUE);
        return Math.min(STILL_RUNNING, (baseNs - span.startNs()) / durationNs);
    }

    private static OptionalDouble meanDurationNs(SortedMap<Long, RecordedStep> recorded, int collective) {
        return recorded.values().stream()
                .map(step -> step.collectives().get(collective))
                .filter(span -> span != null && span.endNs() != null)
                .mapToLong(span -> span.endNs() - span.startNs())
                .average();
    }

    /** Mean recorded time of the steps that the forecast moves, ns; empty where none are. */
    OptionalDouble recordedStepTimeNs() {
        return anchorSteps.stream()
                .map(step -> recorded.getOrDefault(step, RecordedStep.EMPTY).durationNs())
                .filter(OptionalLong::isPresent)
                .mapToDouble(OptionalLong::getAsLong)
                .average();
    }

    /** Whether any step was recorded with the computing times of all ranks; else the job is run as if it computed nothing. */
    boolean knowsComputing(JobFacts facts) {
        return facts.arrival() != null
                || draws != null
                || recorded.values().stream()
                        .anyMatch(
                                step -> step.computeNs().size() >= facts.hosts().size());
    }

    /** The last step to build so that the job outlasts the recorded window times a factor. */
    long lastStepFor(double horizonFactor) {
        double usualNs = recorded.values().stream()
                .map(RecordedStep::durationNs)
                .filter(OptionalLong::isPresent)
                .mapToDouble(OptionalLong::getAsLong)
                .min()
                .orElse(1e6);
        long steps = 2 + (long) Math.ceil(horizonFactor * horizonNs / usualNs);
        return Math.max(firstStep + steps, askedSteps.isEmpty() ? 0 : askedSteps.last());
    }

    /** What the job does in a step. Beyond the recording its computing times come round again, unless they are drawn. */
    StepWork work(JobFacts facts, long step, long seed) {
        int ranks = facts.hosts().size();
        List<Long> computeNs = new ArrayList<>();
        Arrival arrival = facts.arrival();
        if (arrival != null && arrival.copyOf() == null) {
            SplittableRandom random = new SplittableRandom(seed + step);
            for (int rank = 0; rank < ranks; rank++) {
                computeNs.add(Math.round(arrival.computeNs() * (1 + arrival.jitter() * (2 * random.nextDouble() - 1))));
            }
            return new StepWork(computeNs, facts.collectives());
        }
        SortedMap<Integer, Long> times = computeNs(ranks, step, seed);
        for (int rank = 0; rank < ranks; rank++) {
            long recordedNs = times.getOrDefault(rank, 0L);
            double factor = facts.computeFactors().getOrDefault(rank, 1.0);
            computeNs.add(factor == 1 ? recordedNs : Math.round(recordedNs * factor));
        }
        return new StepWork(computeNs, facts.collectives());
    }

    private SortedMap<Integer, Long> computeNs(int ranks, long step, long seed) {
        if (draws != null) {
            return draws.drawn(step, seed);
        }
        RecordedStep source = computeSource(ranks, step);
        return source == null ? Collections.emptySortedMap() : source.computeNs();
    }

    private @Nullable RecordedStep computeSource(int ranks, long step) {
        RecordedStep own = recorded.get(step);
        if (own != null && own.computeNs().size() >= ranks) {
            return own;
        }
        List<RecordedStep> full = recorded.tailMap(firstStep).values().stream()
                .filter(other -> other.computeNs().size() >= ranks)
                .toList();
        if (full.isEmpty()) {
            full = recorded.values().stream()
                    .filter(other -> other.computeNs().size() >= ranks)
                    .toList();
        }
        return full.isEmpty() ? null : full.get((int) Math.floorMod(step - firstStep, (long) full.size()));
    }
}
