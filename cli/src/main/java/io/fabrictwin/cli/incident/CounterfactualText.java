package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.ForecastJson;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.cli.scenario.Calibrator;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Scenario;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An incident beside itself with one thing different. */
public final class CounterfactualText {
    private static final List<Column<JobForecast>> STEPS = List.of(
            Column.count("step", JobForecast::firstStep),
            Column.number("recordedStepTimeNs", "RECORDED", JobForecast::recordedStepTimeNs, Units::duration),
            Column.number("forecastStepTimeNs", "OTHERWISE", JobForecast::forecastStepTimeNs, Units::duration),
            Column.number("likely", "RATIO", job -> bound(job, Ratio::likely), Units::ratio),
            Column.number("low", "LOW", job -> bound(job, Ratio::low), Units::ratio),
            Column.number("high", "HIGH", job -> bound(job, Ratio::high), Units::ratio));

    private CounterfactualText() {}

    private static @Nullable Double bound(JobForecast job, Function<Ratio, Double> bound) {
        Ratio ratio = job.ratio();
        return ratio == null ? null : bound.apply(ratio);
    }

    public static void print(
            PrintWriter out, Output output, Calibrator calibrator, Counterfactual counterfactual, boolean isDetailed) {
        Forecast whole = calibrator.calibrated(
                counterfactual.whole(), counterfactual.scenario().changes());
        if (output == Output.json) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("incident", counterfactual.report().id());
            object.putAll(ForecastJson.of(whole));
            object.put("steps", Table.objects(counterfactual.steps(), STEPS));
            Table.printJson(out, object);
            return;
        }
        if (output == Output.table) {
            printHead(out, counterfactual);
        }
        Table.print(out, output, counterfactual.steps(), STEPS, "no step lies in the incident as a whole");
        if (output == Output.csv) {
            return;
        }
        out.println();
        Forecasts.print(
                out,
                output,
                Forecasts.rows(whole),
                new Forecasts.Closing(whole.accuracy(), UsedValues.summaryOf(List.of(whole.values())), isDetailed));
    }

    /** What happened, and what is different. */
    private static void printHead(PrintWriter out, Counterfactual counterfactual) {
        IncidentReport report = counterfactual.report();
        Scenario scenario = counterfactual.scenario();
        out.println(report.span().job() + ", " + report.summary());
        out.println("otherwise: "
                + scenario.changes().stream().map(Change::text).collect(Collectors.joining(", ")) + " from "
                + Units.instant(scenario.baseTimeNs()) + "; a healthy step takes "
                + Units.duration(report.span().healthyStepNs()));
        out.println();
    }
}
