package io.fabrictwin.cli.render;

import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Forecasts as people and machines read them. */
public final class Forecasts {
    /** What one scenario does to one job. */
    public record Row(String scenario, JobForecast job) {
        private @Nullable Double bound(Function<Ratio, Double> bound) {
            Ratio ratio = job.ratio();
            return ratio == null ? null : bound.apply(ratio);
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("scenario", Row::scenario),
            Column.text("job", row -> row.job().job().value()),
            Column.number("recordedStepTimeNs", "RECORDED", row -> row.job().recordedStepTimeNs(), Units::duration),
            Column.number("forecastStepTimeNs", "FORECAST", row -> row.job().forecastStepTimeNs(), Units::duration),
            Column.number("likely", "RATIO", row -> row.bound(Ratio::likely), Units::ratio),
            Column.number("low", "LOW", row -> row.bound(Ratio::low), Units::ratio),
            Column.number("high", "HIGH", row -> row.bound(Ratio::high), Units::ratio),
            Column.text("verdict", row -> row.job().verdict().words()));

    private Forecasts() {}

    /**
     * Prints a table with the reasons below it, or CSV.
     *
     * @param accuracy our own error, in words
     * @param restsOn what {@link UsedValues#summary} says of the forecasts
     */
    public static void print(PrintWriter out, Output output, List<Row> rows, String accuracy, String restsOn) {
        Table.print(out, output, rows, COLUMNS, "no job runs in the window");
        if (output == Output.table) {
            for (Row row : rows) {
                out.println();
                out.println(row.scenario() + ", " + row.job().job() + ": "
                        + row.job().verdict().words());
                row.job().reasons().forEach(reason -> out.println("  - " + reason));
                MeasureTable.print(out, row.job());
            }
            out.println();
            out.println("our own error on such questions: " + accuracy);
            out.println(restsOn);
            out.flush();
        }
    }

    /** One row for each job of a forecast. */
    public static List<Row> rows(Forecast forecast) {
        return forecast.jobs().stream()
                .map(job -> new Row(forecast.name(), job))
                .toList();
    }

    /** A whole forecast, as JSON shows it. */
    public static Map<String, @Nullable Object> json(Forecast forecast) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("scenario", forecast.name());
        object.put("fabric", forecast.fabric().value());
        object.put("digest", forecast.baseDigest());
        object.put("baseTimeNs", forecast.baseTimeNs());
        object.put("changes", forecast.changes());
        object.put("seed", forecast.seed());
        object.put("accuracy", forecast.accuracy());
        object.put("values", UsedValues.json(forecast.values()));
        object.put("jobs", forecast.jobs().stream().map(Forecasts::json).toList());
        return object;
    }

    private static Map<String, @Nullable Object> json(JobForecast job) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("job", job.job().value());
        object.put("firstStep", job.firstStep());
        object.put("lastStep", job.lastStep());
        object.put("recordedStepTimeNs", job.recordedStepTimeNs());
        object.put("forecastStepTimeNs", job.forecastStepTimeNs());
        answer(job, object);
        return object;
    }

    /** Ratio, verdict, reasons and measures: what every answer has. */
    public static void answer(JobForecast job, Map<String, @Nullable Object> object) {
        object.put("ratio", ratio(job.ratio()));
        object.put("verdict", job.verdict().words());
        object.put("reasons", job.reasons());
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
}
