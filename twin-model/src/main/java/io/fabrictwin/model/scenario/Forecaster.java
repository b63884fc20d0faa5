package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.RatioForecast;
import io.fabrictwin.model.calibration.RatioSpread;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.measure.JobTrace;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.Storm;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers what-if questions: the recorded work of the window is run on the fabric as it was and on the fabric with the
 * changes, with the same random numbers, and the recorded step time is moved by the ratio of the two. Pure and
 * deterministic.
 *
 * <p>Under {@link Reading#OPEN_BOOK} it reads the recording of the whole window, also past the base time: computing times of
 * each step, and how far steps had come that were under way at the base time. It does not read the recorded step times but
 * to compare and to anchor. Under {@link Reading#STRICT} it reads nothing past the base time: computing times are drawn from
 * the past, steps are expected to go on as the newest did, and these are what is moved.
 */
public final class Forecaster {
    /** Words for a forecast's accuracy until the back-test measures it. */
    public static final String ACCURACY = "not yet measured";

    /** Begins the reason that tells what an interval rests on, where no change of the past was scored. */
    static final String PRIOR_ONLY = "interval: prior only";

    /** A base run that misses the recording by more than this factor is not fit to judge a change. */
    static final double BASE_MISSES_FACTOR = 1.5;

    /** Runs with other random numbers where marks make the outcome random. */
    private static final int SEEDS_FOR_MARKS = 5;
    /** Draws of unknown paths: enough that one in twenty has been seen. */
    private static final int SEEDS_FOR_DRAWN_PATHS = 24;

    private final FabricFrame frame;
    private final WorkloadWindow window;
    private final @Nullable RunKind asked;
    private final Map<Shared, ForkBase> bases = new HashMap<>();

    /** What scenarios have in common that share a base. */
    private record Shared(long baseTimeNs, Reading reading) {}

    private Forecaster(FabricFrame frame, WorkloadWindow window, @Nullable RunKind asked) {
        this.frame = frame;
        this.window = window;
        this.asked = asked;
    }

    /**
     * Answers many questions about one fabric: what is run on it without changes is run once. Not thread-safe.
     *
     * @param frame the fabric at the scenarios' base time
     * @param window the history around it
     */
    public static Forecaster of(FabricFrame frame, WorkloadWindow window) {
        return of(frame, window, null);
    }

    /**
     * The same by runs of one kind.
     *
     * @param kind null: queues are followed where there are few enough messages
     */
    public static Forecaster of(FabricFrame frame, WorkloadWindow window, @Nullable RunKind kind) {
        return new Forecaster(frame, window, kind);
    }

    /**
     * The forecast for every running job, the same whatever was asked before.
     *
     * @throws ScenarioRefusedException where a change does not fit the frame
     */
    public Forecast forecast(Scenario scenario) {
        ForkBase base = bases.computeIfAbsent(
                new Shared(scenario.baseTimeNs(), scenario.reading()),
                shared -> new ForkBase(frame, window, shared.baseTimeNs(), shared.reading()));
        return new Run(frame, base, scenario, asked).forecast();
    }

    /**
     * The forecast for every running job.
     *
     * @param frame the fabric at the scenario's base time
     * @param window the history around it
     * @throws ScenarioRefusedException where a change does not fit the frame
     */
    public static Forecast forecast(FabricFrame frame, WorkloadWindow window, Scenario scenario) {
        return of(frame, window).forecast(scenario);
    }

    /** One forecast under way. */
    private static final class Run {
        private final FabricFrame frame;
        private final WorkloadWindow window;
        private final Scenario scenario;
        private final ForkBase shared;
        private ForkState base;
        private ForkState fork;
        /** Whether a run of either reads just the same. */
        private boolean isSame;

        private @Nullable Explanation explanation;
        private final Connections connections;
        private final boolean isRuleKnown;
        private final boolean isStrict;
        private final RunKind kind;
        private final SortedMap<JobId, JobTimeline> timelines = new TreeMap<>();

        Run(FabricFrame frame, ForkBase shared, Scenario scenario, @Nullable RunKind asked) {
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
            Runs runs = anyAsked ? runs() : null;
            for (Map.Entry<JobId, JobFacts> entry : fork.jobs.entrySet()) {
                JobForecast job = jobForecast(entry.getKey(), entry.getValue(), runs);
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
                    ACCURACY,
                    runs == null || runs.unreachable() != null ? List.of() : values(runs, jobs),
                    runs == null ? List.of() : PortLoads.worst(runs.base(), runs.fork()),
                    ForecastScope.of(scenario));
        }

        private List<UsedValue> values(Runs runs, List<JobForecast> jobs) {
            UsedValues values = new UsedValues();
            values.addFabric(base);
            values.addWork(fork.jobs, timelines, scenario.reading());
            boolean anyDrawn = anyDrawn(runs);
            values.addPaths(connections.count(), isRuleKnown, anyDrawn);
            if (anyDrawn
                    || isMarkLucky(runs.base().get(0))
                    || isMarkLucky(runs.fork().get(0))) {
                values.addSeeds(scenario.seed(), runs.fork().size());
            }
            if (!isSame && jobs.stream().anyMatch(job -> job.ratio() != null)) {
                values.addInterval(spread(false));
            }
            return values.list();
        }

        /** @param isEqual whether base and fork take the same time in every draw */
        private RatioSpread spread(boolean isEqual) {
            boolean isCompared = fork.transport == base.transport
                    && fork.spreading.equals(base.spreading)
                    && LibraryCosts.jobs(base, fork).isEmpty();
            if (!isCompared) {
                return RatioSpread.UNCOMPARED;
            }
            return kind == RunKind.SHARES && !isEqual ? RatioSpread.SHARES : RatioSpread.PRIOR;
        }

        private static boolean anyDrawn(Runs runs) {
            return runs.fork().get(0).hasDrawnPaths() || runs.base().get(0).hasDrawnPaths();
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

        /** Base and fork, run with the same seeds. */
        private record Runs(
                List<ForkRun.Outcome> base,
                List<ForkRun.Outcome> fork,
                @Nullable String unreachable) {}

        private Runs runs() {
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
                return new Runs(List.of(), List.of(), e.getMessage());
            }
            return new Runs(baseRuns, forkRuns, null);
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

        private JobForecast measured(JobForecast job, Runs runs) {
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
            return kind == RunKind.QUEUES && hasMarks(outcome);
        }

        private static boolean hasMarks(ForkRun.Outcome outcome) {
            for (int port = 0; port < outcome.network().portCount(); port++) {
                if (outcome.result().markedFraction(port).orElse(0) > 0) {
                    return true;
                }
            }
            return false;
        }

        private JobForecast jobForecast(JobId job, JobFacts facts, @Nullable Runs runs) {
            JobTimeline timeline = timelines.get(job);
            if (timeline == null) {
                return cannotTell(
                        job,
                        0,
                        0,
                        null,
                        List.of(
                                isStrict
                                        ? "no step of this job was over before the base time"
                                        : "no step of this job was recorded"));
            }
            if (facts.arrival() != null) {
                return cannotTell(
                        job,
                        0,
                        0,
                        null,
                        List.of("the job arrives with the change: there is no base to compare it with"));
            }
            if (timeline.askedSteps().isEmpty() || runs == null) {
                return cannotTell(
                        job,
                        timeline.firstStep(),
                        timeline.firstStep(),
                        null,
                        List.of(
                                isStrict
                                        ? "no step of this job is expected to begin within the window"
                                        : "no complete step of this job was recorded within the window"));
            }
            long first = timeline.askedSteps().first();
            long last = timeline.askedSteps().last();
            OptionalDouble mean = timeline.recordedStepTimeNs();
            Double recordedNs = mean.isPresent() ? mean.getAsDouble() : null;
            if (facts.isStopping()) {
                return cannotTell(job, first, last, recordedNs, List.of("the job ends with the change"));
            }
            if (!timeline.knowsComputing(facts)) {
                return cannotTell(
                        job,
                        first,
                        last,
                        recordedNs,
                        List.of("no step was recorded with the computing times of all ranks"));
            }
            List<String> unanswerable = unanswerable();
            if (!unanswerable.isEmpty()) {
                return cannotTell(job, first, last, recordedNs, unanswerable);
            }
            String unreachable = runs.unreachable();
            if (unreachable != null) {
                return cannotTell(job, first, last, recordedNs, List.of(unreachable + "; the job cannot go on"));
            }
            return compared(job, first, last, recordedNs == null ? 0 : recordedNs, runs);
        }

        /** What of the fork cannot be represented by a run of this kind. */
        private List<String> unanswerable() {
            List<String> found = new ArrayList<>(fork.unanswerable);
            if (kind == RunKind.SHARES && fork.usedPriorities().size() > 1) {
                found.add("there are too many messages to follow queues, and shares know one queue a port: "
                        + "what traffic of other priorities gets cannot be told; ask about a shorter window");
            }
            return found;
        }

        private JobForecast compared(JobId job, long first, long last, double recordedNs, Runs runs) {
            double[] baseMeansNs = meansNs(runs.base(), job);
            double[] forkMeansNs = meansNs(runs.fork(), job);
            if (!(Arrays.stream(baseMeansNs).min().orElseThrow() > 0
                    && Arrays.stream(forkMeansNs).min().orElseThrow() > 0)) {
                return cannotTell(
                        job, first, last, recordedNs, List.of("the window's steps take no time: nothing to compare"));
            }
            RatioForecast forecast = RatioForecast.of(
                    baseMeansNs,
                    forkMeansNs,
                    new RatioForecast.Anchor(residuals(job, runs.base()), askedSteps(job), !isStrict),
                    anyDrawn(runs),
                    spread(Arrays.equals(baseMeansNs, forkMeansNs)));
            double baseNs = Arrays.stream(baseMeansNs).average().orElseThrow();
            List<String> reasons = new ArrayList<>();
            if (isSame) {
                reasons.addAll(whySame());
            } else {
                Explanation why = explanation(runs);
                List<String> unanswerable = why.unanswerable();
                if (!unanswerable.isEmpty()) {
                    return cannotTell(job, first, last, recordedNs, unanswerable);
                }
                reasons.addAll(why.reasons(forecast.ratio()));
            }
            reasons.add(String.format(
                    Locale.ROOT,
                    "base run of the window: %.3f ms a step, recorded %s%.3f ms (%+.1f %%)",
                    baseNs / 1e6,
                    isStrict ? "before " : "",
                    recordedNs / 1e6,
                    100 * (baseNs / recordedNs - 1)));
            addCauses(reasons);
            if (baseNs > recordedNs * BASE_MISSES_FACTOR || recordedNs > baseNs * BASE_MISSES_FACTOR) {
                reasons.add(
                        0,
                        String.format(
                                Locale.ROOT,
                                "the base run misses the recording by more than a factor of %.1f, so the model does not"
                                        + " hold here",
                                BASE_MISSES_FACTOR));
                return cannotTell(job, first, last, recordedNs, reasons);
            }
            Ratio ratio = isSame ? new Ratio(1, 1, 1) : Ratio.of(forecast);
            if (anyDrawn(runs)) {
                reasons.add("some connections are new and their ports unknown: paths are drawn, "
                        + runs.fork().size() + " times");
            }
            if (!isSame) {
                reasons.add(intervalReason(forecast));
            }
            if (kind == RunKind.SHARES) {
                reasons.add("run at shares: " + kind.explanation() + "; the error is larger");
            }
            reasons.add("read: " + scenario.reading().words());
            return new JobForecast(
                    job, first, last, recordedNs, recordedNs * ratio.likely(), ratio, Verdict.of(ratio), reasons);
        }

        /** The same for all jobs. */
        private Explanation explanation(Runs runs) {
            Explanation known = explanation;
            if (known == null) {
                known = new Explanation(
                        base, fork, runs.base().get(0), runs.fork().get(0));
                explanation = known;
            }
            return known;
        }

        private List<String> whySame() {
            if (scenario.changes().isEmpty()) {
                return List.of("nothing is changed");
            }
            List<String> unused = Explanation.ofUnusedQueues(fork);
            return unused.isEmpty()
                    ? List.of("the changes leave everything as it is: the values asked for hold already")
                    : unused;
        }

        private static String intervalReason(RatioForecast forecast) {
            return String.format(
                    Locale.ROOT,
                    "%s; spread %.1f %%: recorded steps %.1f %%, marks and paths %.1f %%, model %.1f %%",
                    PRIOR_ONLY,
                    100 * forecast.spread(),
                    100 * Math.sqrt(forecast.recordedVariance()),
                    100 * forecast.luckSpread(),
                    100 * forecast.modelSpread());
        }

        /** Log of each recorded step's time less that of the base run (its mean step, where they are others), mean over the draws. */
        private List<Double> residuals(JobId job, List<ForkRun.Outcome> baseRuns) {
            JobTimeline timeline = timelines.get(job);
            if (timeline == null) {
                return List.of();
            }
            List<Double> residuals = new ArrayList<>();
            for (long step : timeline.anchorSteps()) {
                double sumNs = 0;
                for (ForkRun.Outcome run : baseRuns) {
                    sumNs += isStrict ? meanNs(run, job) : stepTimesNs(run, job).getOrDefault(step, 0.0);
                }
                double recordedNs = timeline.recorded()
                        .getOrDefault(step, RecordedStep.EMPTY)
                        .durationNs()
                        .orElse(0);
                if (sumNs > 0 && recordedNs > 0) {
                    residuals.add(StrictMath.log(recordedNs / (sumNs / baseRuns.size())));
                }
            }
            return residuals;
        }

        private static SortedMap<Long, Double> stepTimesNs(ForkRun.Outcome outcome, JobId job) {
            return outcome.stepTimesNs().getOrDefault(job, Collections.emptySortedMap());
        }

        private int askedSteps(JobId job) {
            JobTimeline timeline = timelines.get(job);
            return timeline == null ? 1 : Math.max(1, timeline.askedSteps().size());
        }

        private static double[] meansNs(List<ForkRun.Outcome> outcomes, JobId job) {
            return outcomes.stream()
                    .mapToDouble(outcome -> meanNs(outcome, job))
                    .toArray();
        }

        private static double meanNs(ForkRun.Outcome outcome, JobId job) {
            return stepTimesNs(outcome, job).values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
        }

        private void addCauses(List<String> reasons) {
            base.storms.forEach((host, storm) -> reasons.add(stormReason(host, storm)));
            base.background.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .ifPresent(most -> reasons.add(String.format(
                            Locale.ROOT,
                            "%d ports carry bytes that no known job explains, %s the most: %.1f Gbit/s; they go on",
                            base.background.size(),
                            most.getKey(),
                            most.getValue() * 8 / 1e9)));
            timelines.forEach((job, timeline) -> {
                JobFacts facts = base.jobs.get(job);
                if (facts != null && !timeline.knowsComputing(facts)) {
                    reasons.add(job + " is run as if it computed nothing: its computing times were not recorded");
                }
            });
            SortedSet<String> assumed = base.used.assumed();
            if (!assumed.isEmpty()) {
                reasons.add("assumed, as the frame does not tell: " + String.join(", ", assumed));
            }
        }

        private String stormReason(DeviceId host, Storm storm) {
            return String.format(
                    Locale.ROOT,
                    "%s sends pause frames: its switch port is held %.0f us in every %.0f us%s",
                    host,
                    storm.pausedNs() / 1e3,
                    storm.periodNs() / 1e3,
                    fork.storms.containsKey(host) ? "; that goes on" : "; not so in the fork");
        }

        private static JobForecast cannotTell(
                JobId job, long first, long last, @Nullable Double recordedNs, List<String> reasons) {
            return new JobForecast(job, first, last, recordedNs, null, null, Verdict.CANNOT_TELL, reasons);
        }
    }
}
