package io.fabrictwin.cli.validate;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.scenario.Ratio;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What {@code validate --recordings} found in one way of forecasting. */
record RecordingReport(ValidateCommand.Way way, List<RecordingScore> scores) {
    private static final List<Column<RecordingScores>> KINDS = List.of(
            Column.text("change", RecordingScores::kind),
            Column.count("cases", RecordingScores::cases),
            Column.number("error", "ERROR", RecordingScores::error, RecordingReport::percent),
            Column.number("worst", "WORST", RecordingScores::worst, RecordingReport::percent),
            Column.text("worstCase", RecordingScores::worstCase),
            Column.text("verdicts", kind -> kind.verdictsRight() + " of " + kind.verdicts()),
            Column.text("held", kind -> kind.held() + " of " + kind.cases()),
            Column.number("intervalScore", "INTERVAL SCORE", RecordingScores::intervalScore, RecordingReport::score),
            Column.number("scoreOfNoChange", "OF NO CHANGE", RecordingScores::scoreOfNoChange, RecordingReport::score));

    private static final List<Column<RecordingScore>> CASES = List.of(
            Column.text("case", RecordingScore::name),
            Column.text("change", RecordingScore::kind),
            Column.number("truth", "TRUTH", RecordingScore::truth, Units::ratio),
            Column.number("likely", "RATIO", score -> bound(score, Ratio::likely), Units::ratio),
            Column.number("low", "LOW", score -> bound(score, Ratio::low), Units::ratio),
            Column.number("high", "HIGH", score -> bound(score, Ratio::high), Units::ratio),
            Column.number("error", "ERROR", RecordingScore::error, RecordingReport::percent),
            Column.text("verdict", RecordingScore::verdict),
            Column.text("trueVerdict", score -> {
                String verdict = score.trueVerdict();
                return verdict == null ? "random itself" : verdict;
            }),
            Column.text("paths", score -> score.hasKnownPaths() ? "known" : "drawn"));

    private static @Nullable Double bound(RecordingScore score, Function<Ratio, Double> bound) {
        Ratio forecast = score.forecast();
        return forecast == null ? null : bound.apply(forecast);
    }

    void print(PrintWriter out, Output output) {
        switch (output) {
            case json -> Table.printJson(out, json());
            case md -> markdown(out);
            case csv -> Table.print(out, output, scores, CASES, "");
            case table -> {
                Table.print(out, output, scores, CASES, "");
                out.println();
                Table.print(out, output, RecordingScores.of(scores), KINDS, "");
                out.println(way.words());
                out.flush();
            }
        }
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("read", way.reading().words());
        object.put("run", way.kind().word());
        object.put("kinds", Table.objects(RecordingScores.of(scores), KINDS));
        object.put("cases", Table.objects(scores, CASES));
        return object;
    }

    /** The two tables in Markdown. */
    void markdown(PrintWriter out) {
        out.println("### " + way.words().substring(0, 1).toUpperCase(Locale.ROOT)
                + way.words().substring(1));
        out.println();
        table(out, RecordingScores.of(scores), KINDS);
        out.println();
        table(out, scores, CASES);
        out.println();
    }

    private static <T> void table(PrintWriter out, List<T> rows, List<Column<T>> columns) {
        out.println("| " + String.join(" | ", columns.stream().map(Column::name).toList()) + " |");
        out.println("|" + "---|".repeat(columns.size()));
        for (T row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (Column<T> column : columns) {
                Object value = column.value().apply(row);
                line.append(' ')
                        .append(value == null ? "-" : column.text().apply(value))
                        .append(" |");
            }
            out.println(line);
        }
    }

    private static String percent(Number share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share.doubleValue());
    }

    private static String score(Number score) {
        return String.format(Locale.ROOT, "%.3f", score.doubleValue());
    }
}
