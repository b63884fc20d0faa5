package io.fabrictwin.cli.validate;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.ladder.Check;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code validate} found, for people, machines and the page of measured errors. */
record Report(List<RungResult> results, List<CaseScore> scores, List<RecordingReport> forecasts) {
    private record Row(RungResult result, Check check) {}

    private static final List<Column<Row>> CHECKS = List.of(
            Column.text("rung", row -> row.result.rung().id()),
            Column.text("case", row -> row.check.name()),
            Column.text("formula", row -> row.check.formula()),
            Column.number("expected", "EXPECTED", row -> row.check.expected(), Report::number),
            Column.number("actual", "ACTUAL", row -> row.check.actual(), Report::number),
            Column.text("unit", row -> row.check.unit()),
            Column.text("band", row -> band(row.check)),
            Column.text("verdict", row -> verdict(row.result, row.check.isInBand())));

    private static final List<Column<SetScore>> SETS = List.of(
            Column.text("set", SetScore::set),
            Column.count("cases", SetScore::cases),
            Column.number("flowError", "FLOW ERROR", SetScore::flowError, Report::percent),
            Column.number("makespanError", "MAKESPAN ERROR", SetScore::makespanError, Report::percent),
            Column.number("worstMakespanError", "WORST", SetScore::worstMakespanError, Report::percent),
            Column.text("worstCase", SetScore::worstCase),
            Column.number(
                    "speedUp", "TIMES FASTER", SetScore::speedUp, times -> Math.round(times.doubleValue()) + "x"));

    void print(PrintWriter out, Output output) {
        List<Row> rows = rows();
        switch (output) {
            case json -> {
                Map<String, @Nullable Object> all = new LinkedHashMap<>();
                all.put("checks", Table.objects(rows, CHECKS));
                for (RecordingReport forecast : forecasts) {
                    all.put("recordings", forecast.json());
                }
                if (!scores.isEmpty()) {
                    all.put("sets", Table.objects(SetScore.of(scores), SETS));
                    all.put("signs", SignScore.of(scores));
                    all.put("medianSpeedUp", SetScore.medianSpeedUp(scores));
                }
                Table.printJson(out, all);
            }
            case csv, md -> Table.print(out, output, rows, CHECKS, "");
            case table -> {
                Table.print(out, output, rows, CHECKS, "no rung was asked for");
                out.println(summary());
                if (!scores.isEmpty()) {
                    out.println();
                    Table.print(out, output, SetScore.of(scores), SETS, "");
                    SignScore.of(scores).wrong().forEach(pair -> out.println("wrong direction: " + pair));
                    out.println(signs());
                    out.println(speed());
                }
                for (RecordingReport forecast : forecasts) {
                    out.println();
                    forecast.print(out, output);
                }
                out.flush();
            }
        }
    }

    /** A page that says every number as it was measured. */
    void markdown(PrintWriter out) {
        out.println("# How accurate the model is");
        out.println();
        out.println("Made by `fabric-twin validate --markdown`; errors as they are.");
        if (!scores.isEmpty()) {
            out.println();
            out.println("## The engine against an independent packet-level simulator");
            out.println();
            out.println("Mean absolute logarithmic error of a flow's completion time and of the end of the last flow.");
            out.println();
            out.println("| set | cases | flow | makespan | worst makespan | worst case | times faster (median) |");
            out.println("|---|---|---|---|---|---|---|");
            for (SetScore set : SetScore.of(scores)) {
                Double speedUp = set.speedUp();
                out.printf(
                        Locale.ROOT,
                        "| %s | %d | %s | %s | %s | %s | %s |%n",
                        set.set(),
                        set.cases(),
                        percent(set.flowError()),
                        percent(set.makespanError()),
                        percent(set.worstMakespanError()),
                        set.worstCase(),
                        speedUp == null ? "-" : Math.round(speedUp));
            }
            out.println();
            out.println(signs());
            out.println(speed());
            out.println();
            SignScore.of(scores).wrong().forEach(pair -> out.println("- wrong direction: " + pair));
        }
        if (!forecasts.isEmpty()) {
            out.println();
            out.println("## Forecasts against recordings of an independent packet-level simulator");
            out.println();
            out.println(
                    "Each recording of a training run asks what its steps would have taken, had something been changed.");
            out.println(
                    "The error is the mean absolute logarithm of the ratio of step times, forecast over truth; a verdict");
            out.println(
                    "\"cannot tell\" is not right; held is the truth in the interval; the interval score is of the");
            out.println(
                    "logarithm, less is better. Where new connections get paths that nobody has seen, these are drawn, and the");
            out.println("interval holds 99 % of what may come in place of 90 %.");
            out.println();
            forecasts.forEach(forecast -> forecast.markdown(out));
        }
        out.println();
        out.println("## The ladder");
        out.println();
        out.println(summary());
        out.println();
        out.println("| rung | core | claim | source | checks in band |");
        out.println("|---|---|---|---|---|");
        for (RungResult result : results) {
            out.printf(
                    "| %s | %s | %s | %s | %d of %d |%n",
                    result.rung().id(),
                    result.rung().isCore() ? "core" : "",
                    cell(result.rung().title()),
                    cell(result.rung().source()),
                    result.inBand(),
                    result.checks().size());
        }
        out.println();
        out.println("| rung | case | formula | expected | actual | unit | band | verdict |");
        out.println("|---|---|---|---|---|---|---|---|");
        for (Row row : rows()) {
            StringBuilder line = new StringBuilder("|");
            for (Column<Row> column : CHECKS) {
                Object value = column.value().apply(row);
                line.append(' ')
                        .append(cell(value == null ? "-" : column.text().apply(value)))
                        .append(" |");
            }
            out.println(line);
        }
        out.flush();
    }

    private List<Row> rows() {
        return results.stream()
                .flatMap(result -> result.checks().stream().map(check -> new Row(result, check)))
                .toList();
    }

    private String summary() {
        long core = results.stream().filter(result -> result.rung().isCore()).count();
        long coreInBand = results.stream()
                .filter(result -> result.rung().isCore() && result.isInBand())
                .count();
        long others = results.size() - core;
        long othersInBand = results.stream()
                .filter(result -> !result.rung().isCore() && result.isInBand())
                .count();
        return coreInBand + " of " + core + " core rungs in band, " + othersInBand + " of " + others + " others.";
    }

    private String signs() {
        SignScore signs = SignScore.of(scores);
        return "Direction right in " + signs.right() + " of " + signs.pairs()
                + " pairs that differ in one setting by more than " + Units.share(SignScore.LEAST_TRUE_EFFECT) + "; in "
                + signs.configurationRight() + " of " + signs.configurationPairs() + " where it is configuration.";
    }

    private String speed() {
        Double speedUp = SetScore.medianSpeedUp(scores);
        return speedUp == null
                ? "What the truth cost is not told."
                : "Median over the cases: " + Math.round(speedUp)
                        + " times faster than the packet-level simulator, CPU time against CPU time.";
    }

    private static String verdict(RungResult result, boolean isInBand) {
        return isInBand ? "in band" : result.rung().isCore() ? "OUT OF BAND" : "out of band";
    }

    private static String band(Check check) {
        return check.lowest() == check.highest() ? "exact" : number(check.lowest()) + " .. " + number(check.highest());
    }

    private static String percent(Number share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share.doubleValue());
    }

    private static String number(Number number) {
        double value = number.doubleValue();
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.5g", value);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
