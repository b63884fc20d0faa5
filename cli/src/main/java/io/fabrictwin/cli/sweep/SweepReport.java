package io.fabrictwin.cli.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Markdown;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.sweep.Ranked;
import io.fabrictwin.model.sweep.Score;
import io.fabrictwin.model.sweep.Setting;
import io.fabrictwin.model.sweep.Variation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a sweep says: each result as it comes, then all of them ranked, and for two keys a heat map. */
final class SweepReport {
    private static final ObjectMapper LINES = new ObjectMapper();

    private final List<Variation> variations;
    private final int widestSetting;

    SweepReport(List<Variation> variations, List<Setting> settings) {
        this.variations = List.copyOf(variations);
        this.widestSetting = settings.stream()
                .mapToInt(setting -> setting.text().length())
                .max()
                .orElse(0);
    }

    /** One result as it comes: a row, or a line of JSON; nothing in forms that are whole or not at all. */
    void printResult(PrintWriter out, Output output, Ranked.Scored scored) {
        Score score = scored.score();
        if (output == Output.table) {
            Ratio ratio = score.ratio();
            out.println(String.format(
                    Locale.ROOT,
                    "%-" + widestSetting + "s  %s  %s",
                    scored.setting().text(),
                    ratio == null
                            ? "     -                   "
                            : String.format(
                                    Locale.ROOT, "%.3fx (%.3f to %.3f)", ratio.likely(), ratio.low(), ratio.high()),
                    score.verdict().words() + (score.why().isEmpty() ? "" : ": " + score.why())));
        } else if (output == Output.json) {
            out.println(line(new LinkedHashMap<>(object(scored.setting(), score))));
        }
        out.flush();
    }

    private static String line(Map<String, @Nullable Object> object) {
        try {
            return LINES.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write JSON", e);
        }
    }

    /**
     * All results, the best first.
     *
     * @param accuracy our own error on such questions, in words
     */
    void printRanking(PrintWriter out, Output output, List<Ranked> ranking, String accuracy) {
        if (output == Output.json) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("ranking", objects(ranking));
            object.put("accuracy", accuracy.isEmpty() ? null : accuracy);
            out.println(line(object));
            out.flush();
            return;
        }
        boolean isForPeople = output != Output.csv;
        out.print(output == Output.table ? "\n" : "");
        Table.print(out, output, ranking, columns(), "nothing was run");
        if (isForPeople) {
            out.println();
            out.println(
                    "ratio of step times, of the job that fares worst; settings that share a rank are not told apart:"
                            + " their 90 % intervals overlap");
            out.println((output == Output.md ? "\n" : "")
                    + "front: no other setting has both quicker steps and a shallower queue, or less pause");
            for (Ranked one : ranking) {
                if (!one.score().why().isEmpty()) {
                    String why = one.setting().text() + ": " + one.score().why();
                    printItem(out, output, why);
                }
                one.score()
                        .quicker()
                        .forEach((job, ratio) -> printItem(
                                out,
                                output,
                                one.setting().text() + ": " + job + " gets faster, " + Units.ratio(ratio)));
            }
            if (!accuracy.isEmpty()) {
                out.println((output == Output.md ? "\n" : "") + Forecasts.OWN_ERROR + accuracy);
            }
            if (variations.size() == 2) {
                out.println();
                out.print(HeatMap.text(variations, ranking, output));
            }
        }
        out.flush();
    }

    private static void printItem(PrintWriter out, Output output, String text) {
        out.println(output == Output.md ? "\n- " + Markdown.escaped(text) : "- " + text);
    }

    /** The ranking as a file. */
    String csv(List<Ranked> ranking) {
        StringWriter text = new StringWriter();
        Table.print(new PrintWriter(text), Output.csv, ranking, columns(), "");
        return text.toString();
    }

    private List<Column<Ranked>> columns() {
        List<Column<Ranked>> columns = new ArrayList<>();
        columns.add(Column.count("rank", Ranked::rank));
        for (int at = 0; at < variations.size(); at++) {
            Variation variation = variations.get(at);
            int place = at;
            columns.add(new Column<>(
                    variation.key(),
                    variation.key(),
                    true,
                    row -> variation.valueText(row.setting().varied().get(place)),
                    Object::toString));
        }
        columns.add(Column.text("job", row -> name(row.score().job())));
        columns.add(Column.number("ratio", "RATIO", row -> bound(row, Ratio::likely), Units::ratio));
        columns.add(Column.number("low", "LOW", row -> bound(row, Ratio::low), Units::ratio));
        columns.add(Column.number("high", "HIGH", row -> bound(row, Ratio::high), Units::ratio));
        columns.add(Column.text("verdict", row -> row.score().verdict().words()));
        columns.add(Column.number(
                "queuePeakBytes", "DEEPEST QUEUE", row -> row.score().queuePeakBytes(), Units::bytes));
        columns.add(
                Column.number("pausedShare", "WORST PAUSE", row -> row.score().pausedShare(), Units::share));
        columns.add(Column.text("front", SweepReport::front));
        return columns;
    }

    private static @Nullable String name(@Nullable JobId job) {
        return job == null ? null : job.value();
    }

    private static @Nullable Double bound(Ranked row, Function<Ratio, Double> bound) {
        Ratio ratio = row.score().ratio();
        return ratio == null ? null : bound.apply(ratio);
    }

    private static @Nullable String front(Ranked row) {
        return row.isQueueFront() ? row.isPauseFront() ? "queue, pause" : "queue" : row.isPauseFront() ? "pause" : null;
    }

    private List<Map<String, @Nullable Object>> objects(List<Ranked> ranking) {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (Ranked one : ranking) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("rank", one.rank());
            object.putAll(object(one.setting(), one.score()));
            object.put("isQueueFront", one.isQueueFront());
            object.put("isPauseFront", one.isPauseFront());
            objects.add(object);
        }
        return objects;
    }

    private Map<String, @Nullable Object> object(Setting setting, Score score) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int at = 0; at < variations.size(); at++) {
            Variation variation = variations.get(at);
            values.put(variation.key(), variation.valueText(setting.varied().get(at)));
        }
        Ratio ratio = score.ratio();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("setting", values);
        object.put("job", name(score.job()));
        object.put("ratio", ratio == null ? null : ratio.likely());
        object.put("low", ratio == null ? null : ratio.low());
        object.put("high", ratio == null ? null : ratio.high());
        object.put("verdict", score.verdict().words());
        object.put("quickerJobs", score.quicker());
        object.put("queuePeakBytes", score.queuePeakBytes());
        object.put("pausedShare", score.pausedShare());
        object.put("why", score.why().isEmpty() ? null : score.why());
        return object;
    }
}
