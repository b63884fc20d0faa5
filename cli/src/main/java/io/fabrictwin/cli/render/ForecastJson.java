package io.fabrictwin.cli.render;

import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.ForecastScope;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.StepParts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forecasts as machines read them: everything there is, under a version of its form. */
public final class ForecastJson {
    /** Raised where a field goes or changes its meaning; new fields leave it. */
    public static final int SCHEMA_VERSION = 1;

    private ForecastJson() {}

    /** A whole forecast; jobs by effect. */
    public static Map<String, @Nullable Object> of(Forecast forecast) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("schemaVersion", SCHEMA_VERSION);
        object.put("scenario", forecast.name());
        object.put("fabric", forecast.fabric().value());
        object.put("digest", forecast.baseDigest());
        object.put("baseTimeNs", forecast.baseTimeNs());
        object.put("scope", scope(forecast.scope()));
        object.put("changes", forecast.changes());
        object.put("seed", forecast.seed());
        object.put("accuracy", forecast.accuracy());
        object.put("values", UsedValues.json(forecast.values()));
        object.put(
                "jobs", forecast.jobsByEffect().stream().map(ForecastJson::of).toList());
        object.put("ports", forecast.ports().stream().map(ForecastJson::of).toList());
        return object;
    }

    private static @Nullable Map<String, @Nullable Object> scope(@Nullable ForecastScope scope) {
        if (scope == null) {
            return null;
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("windowFromNs", scope.windowFromNs());
        object.put("windowToNs", scope.windowToNs());
        object.put("reading", scope.reading().words());
        object.put("knownAtNs", scope.knownAtNs());
        return object;
    }

    private static Map<String, @Nullable Object> of(JobForecast job) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("job", job.job().value());
        object.put("firstStep", job.firstStep());
        object.put("lastStep", job.lastStep());
        answer(job, object);
        return object;
    }

    /** What every answer has of a job. */
    public static void answer(JobForecast job, Map<String, @Nullable Object> object) {
        object.put("recordedStepTimeNs", job.recordedStepTimeNs());
        object.put("forecastStepTimeNs", job.forecastStepTimeNs());
        object.put("ratio", ratio(job.ratio()));
        object.put("verdict", job.verdict().words());
        object.put("reasons", job.reasons());
        object.put("baseParts", parts(job.baseParts()));
        object.put("forkParts", parts(job.forkParts()));
        object.put("baseMeasures", MeasureTable.json(job.baseMeasures()));
        object.put("forkMeasures", MeasureTable.json(job.forkMeasures()));
    }

    private static @Nullable Map<String, Double> ratio(@Nullable Ratio ratio) {
        if (ratio == null) {
            return null;
        }
        Map<String, Double> object = new LinkedHashMap<>();
        object.put("low", ratio.low());
        object.put("likely", ratio.likely());
        object.put("high", ratio.high());
        return object;
    }

    private static @Nullable Map<String, Double> parts(@Nullable StepParts parts) {
        if (parts == null) {
            return null;
        }
        Map<String, Double> object = new LinkedHashMap<>();
        object.put("computeNs", parts.computeNs());
        object.put("lateNs", parts.lateNs());
        object.put("transferNs", parts.transferNs());
        object.put("congestionNs", parts.congestionNs());
        return object;
    }

    private static Map<String, @Nullable Object> of(PortForecast port) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("port", port.port().toString());
        object.put("base", load(port.base()));
        object.put("fork", load(port.fork()));
        return object;
    }

    private static @Nullable Map<String, Object> load(@Nullable PortLoad load) {
        if (load == null) {
            return null;
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("load", load.load());
        object.put("pausedShare", load.pausedShare());
        object.put("markedShare", load.markedShare());
        object.put("queuePeakBytes", load.queuePeakBytes());
        return object;
    }
}
