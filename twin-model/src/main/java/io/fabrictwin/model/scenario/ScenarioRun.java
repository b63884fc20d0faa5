package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.measure.JobTrace;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One forecast under way: both runs of the window, and what jobs take in them. */
final class ScenarioRun {
    /** Runs with other random numbers where marks make the outcome random. */
    private static final int SEEDS_FOR_MARKS = 5;
    /** Draws of unknown paths: enough that one in twenty has been seen. */
    private static final int SEEDS_FOR_DRAWN_PATHS = 24;

    private final FabricFrame frame;
    private final WorkloadWindow window;
    private final Scenario scenario;
    private final ForkBase shared;
    private ForkState base;
    private ForkState fork;
    /** Whether a run of either reads just the same. */
    private boolean isSame;

    private final Connections connections;
    private final boolean isRuleKnown;
    private final boolean isStrict;
    private final RunKind kind;
    private final SortedMap<JobId, JobTimeline> timelines = new TreeMap<>();

    ScenarioRun(FabricFrame frame, ForkBase shared, Scenario scenario, @Nullable RunKind asked) {
        this.frame = frame;
        this.shared = shared;
        this.scenario = scenario;
        isStrict = scenario.reading() == Reading.STRICT;
        window = shared.window();
        base = shared.state();
        connections = shared.connections();
        isRuleKnown = shared.isRuleKnown();
        fork = ForkEdit.applied(base, window, scenario);
        isSame = fork.runsLike(base);
        findTimelines();
        kind = asked != null ? asked : Messages.kind(fork, timelines);
    }

    Forecast forecast() {
        List<JobForecast> jobs = new ArrayList<>();
        boolean anyAsked = timelines.values().stream()
                .anyMatch(timeline -> !timeline.askedSteps().isEmpty());
        PairedRuns runs = anyAsked ? runs() : null;
        JobAnswers answers = new JobAnswers(scenario, base, fork, isSame, kind, timelines, runs);
        for (Map.Entry<JobId, JobFacts> entry : fork.jobs.entrySet()) {
            JobForecast job = answers.of(entry.getKey(), entry.getValue());
            jobs.add(runs == null ? job : measured(job, runs));
        }
        return new Forecast(
                scenario.name(),
                frame.fabric(),
                frame.digest(),
                scenario.baseTimeNs(),
                scenario.changes().stream().map(Change::text).toList(),
                scenario.seed(),
                jobs,
                Forecaster.ACCURACY,
                runs == null || runs.unreachable() != null ? List.of() : values(runs, jobs, answers),
                runs == null ? List.of() : PortLoads.worst(runs.base(), runs.fork()),
                ForecastScope.of(scenario));
    }

    private List<UsedValue> values(PairedRuns runs, List<JobForecast> jobs, JobAnswers answers) {
        UsedValues values = new UsedValues();
        values.addFabric(base);
        values.addWork(fork.jobs, timelines, scenario.reading());
        boolean anyDrawn = runs.anyDrawn();
        values.addPaths(connections.count(), isRuleKnown, anyDrawn);
        if (anyDrawn
                || isMarkLucky(runs.base().get(0))
                || isMarkLucky(runs.fork().get(0))) {
            values.addSeeds(scenario.seed(), runs.fork().size());
        }
        if (!isSame && jobs.stream().anyMatch(job -> job.ratio() != null)) {
            values.addInterval(answers.spread(false), anyDrawn);
        }
        return values.list();
    }

    private void findTimelines() {
        long horizonNs = scenario.windowToNs() - scenario.baseTimeNs();
        fork.jobs.forEach((job, facts) -> {
            JobTimeline timeline = timeline(job, facts, horizonNs);
            if (timeline != null) {
                timelines.put(job, timeline);
            }
        });
    }

    private @Nullable JobTimeline timeline(JobId job, JobFacts facts, long horizonNs) {
        ForkState.Arrival arrival = facts.arrival();
        if (arrival != null) {
            return arrival.copyOf() == null
                    ? JobTimeline.arriving(horizonNs)
                    : JobTimeline.copied(window.steps(arrival.copyOf()), horizonNs);
        }
        return isStrict
                ? JobTimeline.ofPast(window.steps(job), facts, scenario, horizonNs)
                : JobTimeline.of(window.steps(job), facts.collectives().size(), scenario, horizonNs);
    }

    private PairedRuns runs() {
        List<ForkRun.Outcome> baseRuns = new ArrayList<>();
        List<ForkRun.Outcome> forkRuns = new ArrayList<>();
        try {
            if (!LibraryCosts.jobs(base, fork).isEmpty()) {
                SortedMap<JobId, Double> shares =
                        LibraryCosts.shares(base, fork, timelines, run(base, scenario.seed()));
                base = LibraryCosts.counted(base, shares);
                fork = LibraryCosts.counted(fork, shares);
                isSame = fork.runsLike(base);
            }
            ForkRun.Outcome baseRun = run(base, scenario.seed());
            ForkRun.Outcome forkRun = isSame ? baseRun : run(fork, scenario.seed());
            boolean isLucky = isMarkLucky(baseRun) || isMarkLucky(forkRun);
            int baseSeeds = isSame ? 1 : seeds(baseRun.hasDrawnPaths(), isLucky);
            int forkSeeds = isSame ? 1 : Math.max(baseSeeds, seeds(forkRun.hasDrawnPaths(), isLucky));
            for (int index = 0; index < forkSeeds; index++) {
                long seed = scenario.seed() + index;
                if (index < baseSeeds) {
                    baseRuns.add(index == 0 ? baseRun : run(base, seed));
                }
                forkRuns.add(index == 0 ? forkRun : run(fork, seed));
            }
        } catch (UnreachableHostException e) {
            return new PairedRuns(List.of(), List.of(), e.getMessage());
        }
        return new PairedRuns(baseRuns, forkRuns, null);
    }

    private int seeds(boolean hasDrawnPaths, boolean isMarkLucky) {
        return hasDrawnPaths ? SEEDS_FOR_DRAWN_PATHS : isStrict || isMarkLucky ? SEEDS_FOR_MARKS : 1;
    }

    private ForkRun.Outcome run(ForkState state, long seed) {
        return run(state, seed, timelines, null);
    }

    private ForkRun.Outcome run(
            ForkState state, long seed, SortedMap<JobId, JobTimeline> running, @Nullable JobId alone) {
        // jobs that change with the fork have other timelines, and may count in the base what they do in the fork
        return state == base && fork.jobs.equals(base.jobs)
                ? shared.run(running, scenario, kind, seed, alone)
                : shared.run(state, base, running, kind, seed);
    }

    private JobForecast measured(JobForecast job, PairedRuns runs) {
        Measures before = measures(job.job(), base, runs.base());
        Measures after = null;
        if (fork.unanswerable.isEmpty()) {
            after = isSame ? before : measures(job.job(), fork, runs.fork());
        }
        return job.measured(before, after);
    }

    private @Nullable Measures measures(JobId job, ForkState state, List<ForkRun.Outcome> outcomes) {
        List<JobTrace> traces = new ArrayList<>();
        for (ForkRun.Outcome outcome : outcomes) {
            JobTrace trace = outcome.traces().get(job);
            if (trace != null) {
                traces.add(trace);
            }
        }
        return traces.isEmpty() ? null : Measures.of(traces, alone(job, state));
    }

    /** The job without the others, with the random numbers of the first run; null where it runs alone anyway. */
    private @Nullable JobTrace alone(JobId job, ForkState state) {
        JobTimeline timeline = timelines.get(job);
        boolean hasOthers =
                state.jobs.keySet().stream().anyMatch(other -> !other.equals(job) && timelines.containsKey(other));
        if (kind == RunKind.SHARES
                || timeline == null
                || !hasOthers
                || timeline.askedSteps().isEmpty()) {
            return null;
        }
        return run(state, scenario.seed(), new TreeMap<>(Map.of(job, timeline)), job)
                .traces()
                .get(job);
    }

    /** Whether a run may come out otherwise by which packets are marked; shares draw none. */
    private boolean isMarkLucky(ForkRun.Outcome outcome) {
        return kind == RunKind.QUEUES && outcome.result().hasMarks();
    }
}
