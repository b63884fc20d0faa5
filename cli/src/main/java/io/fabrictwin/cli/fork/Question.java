package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.WorkloadWindow;
import java.nio.file.Path;
import java.util.List;

/**
 * What a recording's {@code question.json} asks.
 *
 * @param file where it stands
 * @param name the case
 * @param job the job asked about
 * @param forkStep the step at whose start the changes are made
 * @param forkTimeNs when that is, from the start of the run
 * @param firstStep first step of the window
 * @param lastStep last step of the window, inclusive
 */
public record Question(
        Path file,
        String name,
        JobId job,
        long forkStep,
        long forkTimeNs,
        long firstStep,
        long lastStep,
        List<Change> changes) {
    public Question {
        changes = List.copyOf(changes);
    }

    /**
     * The scenario that asks the same of folded history.
     *
     * @param startNs event time of the start of the run
     * @throws BadDataException where the recording does not have the steps asked about
     */
    public Scenario scenario(WorkloadWindow window, long startNs, long seed) {
        long forkNs = startNs + forkTimeNs;
        long recordedNs = startOf(window, forkStep);
        if (recordedNs != forkNs) {
            throw new BadDataException(file + ": fork_time_ns is " + forkTimeNs + ", but step " + forkStep + " of "
                    + job + " starts at " + (recordedNs - startNs));
        }
        Long endNs = window.stepEndNs(job, lastStep);
        if (endNs == null) {
            throw new BadDataException(file + ": step " + lastStep + " of " + job + " is not over in the recording");
        }
        return new Scenario(name, forkNs, startOf(window, firstStep), endNs, changes, seed);
    }

    /**
     * The scenario that asks the same before the fork: the window is where its steps are to be if they go on as before.
     *
     * @param past history up to the fork's time
     * @throws BadDataException where the steps before the fork are not those of the question
     */
    public Scenario strictScenario(WorkloadWindow past, long startNs, long seed) {
        long forkNs = startNs + forkTimeNs;
        Long recordedNs = past.stepEndNs(job, forkStep - 1);
        if (recordedNs == null || recordedNs != forkNs) {
            throw new BadDataException(file + ": fork_time_ns is " + forkTimeNs + ", but step " + (forkStep - 1)
                    + " of " + job + (recordedNs == null ? " is not over" : " is over at " + (recordedNs - startNs)));
        }
        long stepNs = past.recentStepTimeNs(job, forkNs).orElseThrow();
        return new Scenario(
                name,
                forkNs,
                forkNs + (firstStep - forkStep) * stepNs,
                forkNs + (lastStep + 1 - forkStep) * stepNs,
                changes,
                seed,
                Reading.STRICT);
    }

    private long startOf(WorkloadWindow window, long step) {
        Long startNs = window.stepStartNs(job, step);
        if (startNs == null) {
            throw new BadDataException(file + ": the recording has no step " + step + " of " + job);
        }
        return startNs;
    }
}
