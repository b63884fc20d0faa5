package io.fabrictwin.cli.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import io.fabrictwin.model.sweep.Ranked;
import io.fabrictwin.model.sweep.Score;
import io.fabrictwin.model.sweep.Variation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ratios over the first key (x) and the second (y, where there is one). */
final class HeatMap {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HeatMap() {}

    /** For two keys, as people read it: the first goes across, the second down. */
    static String text(List<Variation> variations, List<Ranked> ranking, Output output) {
        Variation x = variations.get(0);
        Variation y = variations.get(1);
        List<Column<Change>> columns = new ArrayList<>();
        columns.add(new Column<>(y.key(), y.key(), true, y::valueText, Object::toString));
        for (Change across : x.changes()) {
            String value = x.valueText(across);
            columns.add(
                    new Column<>(value, value, true, down -> cell(ranking, List.of(across, down)), Object::toString));
        }
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.println("heat map, " + x.key() + " across: - faster, + slower, = no material change, ? cannot tell");
        out.print(output == Output.md ? "\n" : "");
        Table.print(out, output, y.changes(), columns, "");
        return text.toString();
    }

    private static @Nullable String cell(List<Ranked> ranking, List<Change> point) {
        for (Ranked one : ranking) {
            if (one.setting().varied().equals(point)) {
                Ratio ratio = one.score().ratio();
                return ratio == null
                        ? "?"
                        : String.format(
                                Locale.ROOT,
                                "%.3f %s",
                                ratio.likely(),
                                sign(one.score().verdict()));
            }
        }
        return null;
    }

    private static String sign(Verdict verdict) {
        return switch (verdict) {
            case FASTER -> "-";
            case SLOWER -> "+";
            case NO_MATERIAL_CHANGE -> "=";
            case CANNOT_TELL -> "?";
        };
    }

    /** For machines: the keys, and a cell for each setting; null is unknown. */
    static String json(List<Variation> variations, List<Ranked> ranking) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("x", variations.get(0).key());
        object.put("y", variations.size() > 1 ? variations.get(1).key() : null);
        List<Map<String, @Nullable Object>> cells = new ArrayList<>();
        for (Ranked one : ranking) {
            List<Change> varied = one.setting().varied();
            Score score = one.score();
            Ratio ratio = score.ratio();
            Map<String, @Nullable Object> cell = new LinkedHashMap<>();
            cell.put("x", variations.get(0).valueText(varied.get(0)));
            cell.put("y", variations.size() > 1 ? variations.get(1).valueText(varied.get(1)) : null);
            cell.put("ratio", ratio == null ? null : ratio.likely());
            cell.put("low", ratio == null ? null : ratio.low());
            cell.put("high", ratio == null ? null : ratio.high());
            cell.put("verdict", score.verdict().words());
            cells.add(cell);
        }
        object.put("cells", cells);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(object) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write JSON", e);
        }
    }
}
