package io.fabrictwin.cli.gate;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.ForecastJson;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Markdown;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.model.gate.Check;
import io.fabrictwin.model.gate.Checked;
import io.fabrictwin.model.gate.Outcome;
import io.fabrictwin.model.scenario.Forecast;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells people and pipelines what a gate says. */
final class GateReport {
    private static final int SCHEMA_VERSION = 1;

    /** More checks of one assertion than these are counted. */
    private static final int MOST_SHOWN = 8;

    /** One line on an assertion. */
    private record Row(Outcome outcome, String assertion, String subject, String found) {}

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("outcome", row -> word(row.outcome())),
            Column.text("assertion", Row::assertion),
            Column.text("on", Row::subject),
            Column.text("found", Row::found));

    private GateReport() {}

    static void print(PrintWriter out, GateOutput output, GateResult result) {
        switch (output) {
            case table -> printTable(out, result);
            case md -> printMarkdown(out, result);
            case json -> Table.printJson(out, json(result));
            case junit -> JUnitXml.print(out, result);
        }
        out.flush();
    }

    private static void printTable(PrintWriter out, GateResult result) {
        Table.print(out, Output.table, rows(result), COLUMNS, "nothing is asserted");
        out.println();
        Forecasts.print(out, Output.table, Forecasts.rows(result.forecast()), closing(result.forecast()));
        out.println();
        out.println("gate " + result.forecast().name() + ": " + result.summary());
    }

    private static void printMarkdown(PrintWriter out, GateResult result) {
        Forecast forecast = result.forecast();
        out.println("## Gate " + Markdown.escaped(forecast.name()) + ": " + result.word());
        out.println();
        out.println(Markdown.escaped(result.summary()));
        out.println();
        for (String change : forecast.changes()) {
            out.println("- `" + change.replace("`", "'") + "`");
        }
        out.println();
        Table.print(out, Output.md, rows(result), COLUMNS, "nothing is asserted");
        out.println();
        out.println("### What the change does");
        out.println();
        Forecasts.print(out, Output.md, Forecasts.rows(forecast), closing(forecast));
    }

    private static Forecasts.Closing closing(Forecast forecast) {
        return new Forecasts.Closing(forecast.accuracy(), UsedValues.summary(forecast.values()), false);
    }

    /** What did not pass, each; what did, by assertion. */
    private static List<Row> rows(GateResult result) {
        List<Row> rows = new ArrayList<>();
        for (Checked checked : result.assertions()) {
            List<Check> others = checked.checks().stream()
                    .filter(check -> check.outcome() != Outcome.PASSED)
                    .toList();
            others.stream()
                    .limit(MOST_SHOWN)
                    .forEach(check ->
                            rows.add(new Row(check.outcome(), checked.assertion(), check.subject(), check.found())));
            int more = others.size() - MOST_SHOWN;
            if (more > 0) {
                rows.add(new Row(checked.outcome(), checked.assertion(), more + " more", ""));
            }
            if (others.isEmpty()) {
                Check first = checked.checks().get(0);
                rows.add(
                        checked.checks().size() == 1
                                ? new Row(Outcome.PASSED, checked.assertion(), first.subject(), first.found())
                                : new Row(
                                        Outcome.PASSED,
                                        checked.assertion(),
                                        "all " + checked.checks().size(),
                                        ""));
            }
        }
        return rows;
    }

    private static Map<String, @Nullable Object> json(GateResult result) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("schemaVersion", SCHEMA_VERSION);
        object.put("gate", result.forecast().name());
        object.put("outcome", result.word());
        object.put("unknownAllowed", result.isUnknownAllowed());
        object.put(
                "assertions", result.assertions().stream().map(GateReport::json).toList());
        object.put("forecast", ForecastJson.of(result.forecast()));
        return object;
    }

    private static Map<String, Object> json(Checked checked) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("assertion", checked.assertion());
        object.put("outcome", word(checked.outcome()));
        object.put("checks", checked.checks().stream().map(GateReport::json).toList());
        return object;
    }

    private static Map<String, Object> json(Check check) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("on", check.subject());
        object.put("outcome", word(check.outcome()));
        object.put("found", check.found());
        return object;
    }

    static String word(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
