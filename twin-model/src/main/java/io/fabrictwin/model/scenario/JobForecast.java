package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.measure.Measures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario does to one job.
 *
 * @param firstStep first step of the window asked about
 * @param lastStep last step of the window, inclusive
 * @param recordedStepTimeNs mean step time as recorded in the window, under strict reading just before it; null where it was
 *     not recorded
 * @param forecastStepTimeNs mean step time under the fork: the recorded one moved by the ratio; null like that
 * @param ratio fork over base; null where it cannot be told
 * @param reasons why, for people; never empty
 * @param baseMeasures what the base runs did for the job; null where no run got through a step of the window
 * @param forkMeasures the same of the runs of the fork
 */
public record JobForecast(
        JobId job,
        long firstStep,
        long lastStep,
        @Nullable Double recordedStepTimeNs,
        @Nullable Double forecastStepTimeNs,
        @Nullable Ratio ratio,
        Verdict verdict,
        List<String> reasons,
        @Nullable Measures baseMeasures,
        @Nullable Measures forkMeasures) {
    public JobForecast {
        reasons = List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException("forecast of job " + job + " gives no reason");
        }
        if (ratio == null && verdict != Verdict.CANNOT_TELL) {
            throw new IllegalArgumentException("forecast of job " + job + " has a verdict without a ratio");
        }
    }

    /** A forecast before anything was measured. */
    public JobForecast(
            JobId job,
            long firstStep,
            long lastStep,
            @Nullable Double recordedStepTimeNs,
            @Nullable Double forecastStepTimeNs,
            @Nullable Ratio ratio,
            Verdict verdict,
            List<String> reasons) {
        this(job, firstStep, lastStep, recordedStepTimeNs, forecastStepTimeNs, ratio, verdict, reasons, null, null);
    }

    /** What the recorded step time is made of; null where that is not known. */
    public @Nullable StepParts baseParts() {
        return StepParts.of(recordedStepTimeNs, baseMeasures);
    }

    /** What the step time under the fork is made of; null where that is not known. */
    public @Nullable StepParts forkParts() {
        return StepParts.of(forecastStepTimeNs, forkMeasures);
    }

    /** The same with what the runs measured. */
    public JobForecast measured(@Nullable Measures base, @Nullable Measures fork) {
        return new JobForecast(
                job, firstStep, lastStep, recordedStepTimeNs, forecastStepTimeNs, ratio, verdict, reasons, base, fork);
    }

    /** The same forecast with another interval and verdict, and other reasons. */
    JobForecast with(Ratio other, List<String> otherReasons) {
        return new JobForecast(
                job,
                firstStep,
                lastStep,
                recordedStepTimeNs,
                forecastStepTimeNs,
                other,
                Verdict.of(other),
                otherReasons,
                baseMeasures,
                forkMeasures);
    }
}
