package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.ForkState.Arrival;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.WorkloadWindow.CollectiveSpan;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import io.fabrictwin.model.step.StepProgress;
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
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
 * @param askedSteps complete recorded steps that begin within the window
 * @param horizonNs from the base time to the end of the recorded window
 * @param arrivalSeed draws the computing times of an arriving job
 */
record JobTimeline(
        SortedMap<Long, RecordedStep> recorded,
        @Nullable Long currentStep,
        StepProgress progress,
        long firstStep,
        long startOffsetNs,
        SortedSet<Long> askedSteps,
        long horizonNs,
        long arrivalSeed) {
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
                recorded, current, progress, first == null ? newest + 1 : first, startOffsetNs, asked, horizonNs, 0);
    }

    /** The timeline of a job that arrives at the base time. */
    static JobTimeline arriving(long horizonNs, long seed) {
        return new JobTimeline(new TreeMap<>(), null, StepProgress.NONE, 0, 0, new TreeSet<>(), horizonNs, seed);
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

    /** Mean recorded time of the steps asked about, ns; empty where none are. */
    OptionalDouble recordedStepTimeNs() {
        return askedSteps.stream()
                .map(step -> recorded.getOrDefault(step, RecordedStep.EMPTY).durationNs())
                .filter(OptionalLong::isPresent)
                .mapToDouble(OptionalLong::getAsLong)
                .average();
    }

    /** Whether any step was recorded with the computing times of all ranks; else the job is run as if it computed nothing. */
    boolean knowsComputing(JobFacts facts) {
        return facts.arrival() != null
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

    /** What the job does in a step. Beyond the recording its computing times come round again. */
    StepWork work(JobFacts facts, long step) {
        int ranks = facts.hosts().size();
        List<Long> computeNs = new ArrayList<>();
        Arrival arrival = facts.arrival();
        if (arrival != null) {
            SplittableRandom random = new SplittableRandom(arrivalSeed + step);
            for (int rank = 0; rank < ranks; rank++) {
                computeNs.add(Math.round(arrival.computeNs() * (1 + arrival.jitter() * (2 * random.nextDouble() - 1))));
            }
            return new StepWork(computeNs, facts.collectives());
        }
        RecordedStep source = computeSource(ranks, step);
        for (int rank = 0; rank < ranks; rank++) {
            long recordedNs = source == null ? 0 : source.computeNs().getOrDefault(rank, 0L);
            double factor = facts.computeFactors().getOrDefault(rank, 1.0);
            computeNs.add(factor == 1 ? recordedNs : Math.round(recordedNs * factor));
        }
        return new StepWork(computeNs, facts.collectives());
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
