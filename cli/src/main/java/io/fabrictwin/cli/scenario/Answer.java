package io.fabrictwin.cli.scenario;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a scenario.
 *
 * @param name the scenario's
 * @param jobs those that are asked about; empty: all
 * @param forecast null: there is none
 * @param refusal why there is no forecast; null: there is one
 * @param positions the cut of the log that was read
 * @param undecodableCount records of it that could not be decoded
 */
public record Answer(
        String name,
        List<String> jobs,
        Scenario scenario,
        @Nullable Forecast forecast,
        @Nullable String refusal,
        Positions positions,
        long undecodableCount) {
    public Answer {
        jobs = List.copyOf(jobs);
    }

    /**
     * The forecast.
     *
     * @throws WrongUsageException where it was refused, or a job that is asked about does not run
     */
    public Forecast told() {
        Forecast told = forecast;
        if (told == null) {
            throw new WrongUsageException(name + ": " + refusal);
        }
        List<String> running =
                told.jobs().stream().map(job -> job.job().value()).toList();
        for (String job : jobs) {
            if (!running.contains(job)) {
                throw new WrongUsageException(name + ": job '" + job + "' does not run at the fork's time; running: "
                        + String.join(", ", running));
            }
        }
        return told;
    }

    /** Whether a job is asked about. */
    public boolean isAbout(String job) {
        return jobs.isEmpty() || jobs.contains(job);
    }
}
