package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.RatioForecast;
import io.fabrictwin.model.calibration.RatioSpread;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.Storm;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the runs of a scenario into the answer for each job: a ratio with its interval and reasons, or why none can be told. */
final class JobAnswers {
    /** Begins the reason that tells what an interval rests on, where no change of the past was scored. */
    static final String PRIOR_ONLY = "interval: prior only";

    /** A base run that misses the recording by more than this factor is not fit to judge a change. */
    static final double BASE_MISSES_FACTOR = 1.5;

    private final Scenario scenario;
    private final ForkState base;
    private final ForkState fork;
    private final boolean isSame;
    private final boolean isStrict;
    private final RunKind kind;
    private final SortedMap<JobId, JobTimeline> timelines;
    private final @Nullable PairedRuns runs;
    private @Nullable Explanation explanation;

    /**
     * @param isSame whether a run of base and fork reads just the same
     * @param runs null: no job has a step in the window
     */
    JobAnswers(
            Scenario scenario,
            ForkState base,
            ForkState fork,
            boolean isSame,
            RunKind kind,
            SortedMap<JobId, JobTimeline> timelines,
            @Nullable PairedRuns runs) {
        this.scenario = scenario;
        this.base = base;
        this.fork = fork;
        this.isSame = isSame;
        isStrict = scenario.reading() == Reading.STRICT;
        this.kind = kind;
        this.timelines = timelines;
        this.runs = runs;
    }

    JobForecast of(JobId job, JobFacts facts) {
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
                    job, 0, 0, null, List.of("the job arrives with the change: there is no base to compare it with"));
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

    private JobForecast compared(JobId job, long first, long last, double recordedNs, PairedRuns runs) {
        double[] baseMeansNs = PairedRuns.meansNs(runs.base(), job);
        double[] forkMeansNs = PairedRuns.meansNs(runs.fork(), job);
        if (!(Arrays.stream(baseMeansNs).min().orElseThrow() > 0
                && Arrays.stream(forkMeansNs).min().orElseThrow() > 0)) {
            return cannotTell(
                    job, first, last, recordedNs, List.of("the window's steps take no time: nothing to compare"));
        }
        RatioForecast forecast = RatioForecast.of(
                baseMeansNs,
                forkMeansNs,
                new RatioForecast.Anchor(residuals(job, runs.base()), askedSteps(job), !isStrict),
                runs.anyDrawn(),
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
        Ratio ratio = isSame ? new Ratio(1, 1, 1) : Ratio.of(forecast, forecast.level());
        Verdict verdict = Verdict.of(isSame ? ratio : Ratio.of(forecast, RatioForecast.USUAL_LEVEL));
        if (runs.anyDrawn()) {
            reasons.add("some connections are new and their ports unknown: paths are drawn, "
                    + runs.fork().size() + " times" + levelOfDrawn(forecast));
        }
        if (!isSame) {
            reasons.add(intervalReason(forecast));
        }
        if (kind == RunKind.SHARES) {
            reasons.add("run at shares: " + kind.explanation() + "; the error is larger");
        }
        reasons.add("read: " + scenario.reading().words());
        return new JobForecast(job, first, last, recordedNs, recordedNs * ratio.likely(), ratio, verdict, reasons);
    }

    /** The same for all jobs. */
    private Explanation explanation(PairedRuns runs) {
        Explanation known = explanation;
        if (known == null) {
            known = new Explanation(base, fork, runs.base().get(0), runs.fork().get(0));
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

    /** Nothing where no draw takes other time with the changes. */
    private static String levelOfDrawn(RatioForecast forecast) {
        return forecast.level() == RatioForecast.USUAL_LEVEL
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; as they stay once they are there, the interval is of %.0f %% in place of %.0f %%",
                        100 * forecast.level(),
                        100 * RatioForecast.USUAL_LEVEL);
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
                sumNs += isStrict
                        ? run.meanStepTimeNs(job)
                        : run.stepTimesNs(job).getOrDefault(step, 0.0);
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

    private int askedSteps(JobId job) {
        JobTimeline timeline = timelines.get(job);
        return timeline == null ? 1 : Math.max(1, timeline.askedSteps().size());
    }

    /** @param isEqual whether base and fork take the same time in every draw */
    RatioSpread spread(boolean isEqual) {
        boolean isCompared = fork.transport == base.transport
                && fork.spreading.equals(base.spreading)
                && LibraryCosts.jobs(base, fork).isEmpty();
        if (!isCompared) {
            return RatioSpread.UNCOMPARED;
        }
        if (kind == RunKind.SHARES && !isEqual) {
            return RatioSpread.SHARES;
        }
        return queuePairs(fork).equals(queuePairs(base)) ? RatioSpread.PRIOR : RatioSpread.QUEUE_PAIRS;
    }

    /** Of the jobs that run before the changes and with them. */
    private SortedMap<JobId, Integer> queuePairs(ForkState state) {
        SortedMap<JobId, Integer> pairs = new TreeMap<>();
        state.jobs.forEach((job, facts) -> {
            if (base.jobs.containsKey(job) && fork.jobs.containsKey(job)) {
                pairs.put(job, facts.queuePairs());
            }
        });
        return pairs;
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
