package io.fabrictwin.model.backtest;

import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.WorkloadWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks of every change that history holds what a forecast made just before it would have said, and scores it by the steps
 * that followed. The base moves from change to change (rolling origin); nothing after it is read.
 */
public final class BackTest {
    /** Fewer steps after a change say too little of their mean. */
    public static final int LEAST_STEPS = 3;
    /** Steps that a forecast runs: more of them move its mean by less than its own error. */
    private static final int RUN_STEPS = 20;

    private final List<MadeChange> made;
    private final long windowNs;
    private final WorkloadWindow history;

    /**
     * A back-test.
     *
     * @param made in order of time
     * @param windowNs how long after a change steps are compared; the next change ends it sooner
     * @param history of the whole span: what came before each change, and what followed
     */
    public BackTest(List<MadeChange> made, long windowNs, WorkloadWindow history) {
        if (windowNs <= 0) {
            throw new IllegalArgumentException("a window of " + windowNs + " ns holds no step");
        }
        this.made = List.copyOf(made);
        this.windowNs = windowNs;
        this.history = history;
    }

    /** One scenario of each change, in their order, as somebody would have asked it just before. */
    public List<Scenario> scenarios(long seed) {
        List<Scenario> scenarios = new ArrayList<>();
        for (int index = 0; index < made.size(); index++) {
            MadeChange change = made.get(index);
            long baseNs = change.timeNs() - 1;
            scenarios.add(new Scenario(
                    "back-test",
                    baseNs,
                    baseNs,
                    Math.max(baseNs + 1, runEndNs(index)),
                    change.changes(),
                    seed,
                    Reading.STRICT));
        }
        return scenarios;
    }

    /** Where a forecast ends: sooner than the comparison where steps are many. */
    private long runEndNs(int index) {
        long fromNs = made.get(index).timeNs();
        long longestNs = history.jobs().stream()
                .flatMapToLong(job -> history.recentStepTimeNs(job, fromNs).stream())
                .max()
                .orElse(0);
        return longestNs == 0 ? endNs(index) : Math.min(endNs(index), fromNs + RUN_STEPS * longestNs);
    }

    /** Where the steps end that say what the change of this index did. */
    private long endNs(int index) {
        long fromNs = made.get(index).timeNs();
        long endNs = fromNs > Long.MAX_VALUE - windowNs ? Long.MAX_VALUE : fromNs + windowNs;
        return index + 1 < made.size() ? Math.min(endNs, made.get(index + 1).timeNs()) : endNs;
    }

    /**
     * Scores the forecast of one change: of each job that made {@link #LEAST_STEPS} steps before and after it.
     *
     * @param index of the change
     * @param forecast the answer to the scenario of this index
     */
    public List<BackTestScore> scores(int index, Forecast forecast) {
        MadeChange change = made.get(index);
        List<BackTestScore> scores = new ArrayList<>();
        for (JobForecast job : forecast.jobs()) {
            BackTestScore score = score(forecast.fabric(), change, job, endNs(index));
            if (score != null) {
                scores.add(score);
            }
        }
        return scores;
    }

    private @Nullable BackTestScore score(FabricId fabric, MadeChange change, JobForecast job, long endNs) {
        List<Long> before = history.recentStepTimesNs(job.job(), change.timeNs());
        List<Long> after = history.stepTimesNs(job.job(), change.timeNs(), endNs);
        if (before.size() < LEAST_STEPS || after.size() < LEAST_STEPS) {
            return null;
        }
        double beforeNs = mean(before);
        double afterNs = mean(after);
        Ratio ratio = job.ratio();
        Double crps = ratio == null
                ? null
                : (Double) Scores.crpsOfNormal(
                        StrictMath.log(ratio.likely()), ratio.spread(), StrictMath.log(afterNs / beforeNs));
        double[] logsBefore = before.stream()
                .mapToDouble(stepNs -> StrictMath.log((double) stepNs))
                .toArray();
        return new BackTestScore(
                fabric,
                change.timeNs(),
                job.job(),
                change.kind(),
                change.changes().stream().map(Change::text).toList(),
                after.size(),
                beforeNs,
                afterNs,
                ratio,
                job.verdict(),
                crps,
                Scores.crpsOfSample(Scores.noChange(logsBefore), StrictMath.log(afterNs)));
    }

    private static double mean(List<Long> stepsNs) {
        return stepsNs.stream().mapToLong(Long::longValue).average().orElseThrow();
    }
}
