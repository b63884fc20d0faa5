package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.id.FabricId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario would do, per job, in order of job.
 *
 * @param name the scenario's name
 * @param baseDigest digest of the frame that was forked
 * @param baseTimeNs event time of the fork
 * @param changes the edits tried, as a person would type them
 * @param accuracy our own measured error on such questions, in words
 * @param values what it rests on, one row for each kind of value and its status; empty where nothing could be run
 * @param ports the ports that are worst in any respect, in either state, in order of port; empty where nothing could be run
 * @param scope what of history it was asked about, and from; null: not told by forecasts of the first versions
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
        List<UsedValue> values,
        List<PortForecast> ports,
        @Nullable ForecastScope scope) {
    public Forecast {
        changes = List.copyOf(changes);
        jobs = List.copyOf(jobs);
        values = List.copyOf(values);
        ports = List.copyOf(ports);
    }

    /** The same with other words on our own error: these change with every back-test, and a forecast does not. */
    public Forecast withAccuracy(String words) {
        return new Forecast(name, fabric, baseDigest, baseTimeNs, changes, seed, jobs, words, values, ports, scope);
    }

    /**
     * The same, from what the log had taken in by then.
     *
     * @param knownAtNs ns since 1970; null: all that it held
     */
    public Forecast knownAt(@Nullable Long knownAtNs) {
        ForecastScope known = scope == null
                ? null
                : new ForecastScope(scope.windowFromNs(), scope.windowToNs(), scope.reading(), knownAtNs);
        return new Forecast(name, fabric, baseDigest, baseTimeNs, changes, seed, jobs, accuracy, values, ports, known);
    }

    /**
     * The blast radius: every running job, the greatest effect first. Jobs of which no ratio can be told come before all
     * others, since among them are those that cannot go on.
     */
    public List<JobForecast> jobsByEffect() {
        return jobs.stream()
                .sorted(Comparator.comparingDouble(job -> -effect(job)))
                .toList();
    }

    private static double effect(JobForecast job) {
        Ratio ratio = job.ratio();
        return ratio == null ? Double.POSITIVE_INFINITY : Math.abs(StrictMath.log(ratio.likely()));
    }

    /** Whether any connection is new and its path drawn, as nobody has seen it. */
    public boolean hasDrawnPaths() {
        return values.stream().anyMatch(value -> value.name().equals(UsedValues.DRAWN_PATHS));
    }

    /** The same for the same question, asked of the same fabric. */
    public String id() {
        String question = fabric + "/" + name + "/" + baseTimeNs + "/" + String.join(",", changes) + "/" + seed;
        return scope == null ? question : question + "/" + scope.id();
    }
}
