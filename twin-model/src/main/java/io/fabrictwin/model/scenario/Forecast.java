package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.id.FabricId;
import java.util.List;

/**
 * What a scenario would do, per job, in order of job.
 *
 * @param name the scenario's name
 * @param baseDigest digest of the frame that was forked
 * @param baseTimeNs event time of the fork
 * @param changes the edits tried, as a person would type them
 * @param accuracy our own measured error on such questions, in words
 * @param values what it rests on, one row for each kind of value and its status; empty where nothing could be run
 */
public record Forecast(
        String name,
        FabricId fabric,
        String baseDigest,
        long baseTimeNs,
        List<String> changes,
        long seed,
        List<JobForecast> jobs,
        String accuracy,
        List<UsedValue> values) {
    public Forecast {
        changes = List.copyOf(changes);
        jobs = List.copyOf(jobs);
        values = List.copyOf(values);
    }

    /** The same for the same question, asked of the same fabric. */
    public String id() {
        return fabric + "/" + name + "/" + baseTimeNs + "/" + String.join(",", changes) + "/" + seed;
    }
}
