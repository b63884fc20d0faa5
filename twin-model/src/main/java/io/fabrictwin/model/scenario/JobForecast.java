package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario does to one job.
 *
 * @param firstStep first step of the window asked about
 * @param lastStep last step of the window, inclusive
 * @param recordedStepTimeNs mean step time as recorded in the window; null where the job's window was not recorded
 * @param forecastStepTimeNs mean step time under the fork: the recorded one moved by the ratio; null like that
 * @param ratio fork over base; null where it cannot be told
 * @param reasons why, for people; never empty
 */
public record JobForecast(
        JobId job,
        long firstStep,
        long lastStep,
        @Nullable Double recordedStepTimeNs,
        @Nullable Double forecastStepTimeNs,
        @Nullable Ratio ratio,
        Verdict verdict,
        List<String> reasons) {
    public JobForecast {
        reasons = List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException("forecast of job " + job + " gives no reason");
        }
        if (ratio == null && verdict != Verdict.CANNOT_TELL) {
            throw new IllegalArgumentException("forecast of job " + job + " has a verdict without a ratio");
        }
    }
}
