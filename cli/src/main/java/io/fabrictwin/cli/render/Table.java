package io.fabrictwin.cli.render;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows under columns, in any form of output. Unknown is {@code -} in a table, null in JSON, and empty in CSV. */
public final class Table {
    static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private static final String UNKNOWN = "-";
    private static final String GAP = "  ";

    private Table() {}

    /** Prints rows; a table without rows says {@code whenEmpty} instead. */
    public static <T> void print(
            PrintWriter out, Output output, Collection<T> rows, List<Column<T>> columns, String whenEmpty) {
        switch (output) {
            case json -> printJson(out, objects(rows, columns));
            case csv -> printCsv(out, rows, columns);
            case md -> {
                if (rows.isEmpty()) {
                    out.println(whenEmpty);
                } else {
                    printMarkdown(out, rows, columns);
                }
            }
            case table -> {
                if (rows.isEmpty()) {
                    out.println(whenEmpty);
                } else {
                    printTable(out, rows, columns);
                }
            }
        }
        out.flush();
    }

    /**
     * The same for rows of many measures that few sources tell all of: a table for people has only the columns of which any
     * row knows something.
     */
    public static <T> void printWhatIsKnown(
            PrintWriter out, Output output, Collection<T> rows, List<Column<T>> columns, String whenEmpty) {
        boolean isForPeople = output == Output.table || output == Output.md;
        List<Column<T>> known = columns.stream()
                .filter(column -> !isForPeople || rows.stream().anyMatch(row -> isKnown(column, row)))
                .toList();
        print(out, output, rows, known, whenEmpty);
    }

    private static <T> boolean isKnown(Column<T> column, T row) {
        Object value = column.value().apply(row);
        return value != null && !(value instanceof Collection<?> several && several.isEmpty());
    }

    /** Prints any value as JSON. */
    public static void printJson(PrintWriter out, Object value) {
        try {
            out.println(JSON.writeValueAsString(value));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write JSON", e);
        }
    }

    /** Prints any value as JSON, on one line. */
    public static void printJsonLine(PrintWriter out, Object value) {
        try {
            out.println(
                    JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write JSON", e);
        }
    }

    /** One ordered map a row, as JSON shows it. */
    public static <T> List<Map<String, @Nullable Object>> objects(Collection<T> rows, List<Column<T>> columns) {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (T row : rows) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            columns.forEach(column -> object.put(column.name(), column.value().apply(row)));
            objects.add(object);
        }
        return objects;
    }

    private static <T> void printCsv(PrintWriter out, Collection<T> rows, List<Column<T>> columns) {
        out.println(columns.stream().map(Column::name).collect(Collectors.joining(",")));
        for (T row : rows) {
            out.println(columns.stream()
                    .map(column -> csvCell(column.value().apply(row)))
                    .collect(Collectors.joining(",")));
        }
    }

    private static String csvCell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        String text = value instanceof Collection<?> several
                ? several.stream().map(String::valueOf).collect(Collectors.joining("; "))
                : value.toString();
        return text.matches("(?s).*[,\"\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static <T> void printMarkdown(PrintWriter out, Collection<T> rows, List<Column<T>> columns) {
        out.println(markdownLine(columns.stream().map(Column::title).toList()));
        out.println(markdownLine(columns.stream()
                .map(column -> column.isRightAligned() ? "---:" : "---")
                .toList()));
        for (T row : rows) {
            out.println(markdownLine(columns.stream()
                    .map(column -> Markdown.escaped(tableCell(column, row)))
                    .toList()));
        }
    }

    private static String markdownLine(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static <T> void printTable(PrintWriter out, Collection<T> rows, List<Column<T>> columns) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::title).toList());
        for (T row : rows) {
            lines.add(columns.stream().map(column -> tableCell(column, row)).toList());
        }
        int[] widths = new int[columns.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - line.get(i).length());
                text.append(i == 0 ? "" : GAP)
                        .append(columns.get(i).isRightAligned() ? padding + line.get(i) : line.get(i) + padding);
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static <T> String tableCell(Column<T> column, T row) {
        Object value = column.value().apply(row);
        if (value == null) {
            return UNKNOWN;
        }
        return value instanceof Collection<?> several
                ? several.stream().map(String::valueOf).collect(Collectors.joining("; "))
                : column.text().apply(value);
    }
}
