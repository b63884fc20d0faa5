package io.fabrictwin.model.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of constants from a text resource. A line that begins with {@code #} is a comment and names sources; the first
 * other line has the names of the columns, each further one is a row; cells are separated by white space. Immutable.
 */
public final class Table {
    private final String name;
    private final List<String> columns;
    private final List<Row> rows;

    private Table(String name, List<String> lines) {
        this.name = name;
        List<List<String>> cells = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> List.of(line.split("\\s+")))
                .toList();
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("table " + name + " has no line with the names of its columns");
        }
        columns = cells.get(0);
        List<Row> read = new ArrayList<>();
        for (List<String> row : cells.subList(1, cells.size())) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "table " + name + " must have " + columns.size() + " cells in every row: " + row);
            }
            read.add(new Row(row));
        }
        rows = List.copyOf(read);
    }

    /**
     * The table in the resource of this name in the package of {@code owner}.
     *
     * @throws IllegalArgumentException if there is none, or a row has not as many cells as there are columns
     */
    public static Table of(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no table " + name + " beside " + owner.getName());
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Table(name, text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("table " + name + " cannot be read", e);
        }
    }

    /** All rows in their order in the resource. */
    public List<Row> rows() {
        return rows;
    }

    /**
     * The row whose first cell is {@code key}.
     *
     * @throws IllegalArgumentException if there is none; the message lists the keys
     */
    public Row row(String key) {
        for (Row row : rows) {
            if (row.cells.get(0).equals(key)) {
                return row;
            }
        }
        throw new IllegalArgumentException("table " + name + " has no " + columns.get(0) + " " + key + ", but "
                + String.join(", ", rows.stream().map(row -> row.cells.get(0)).toList()));
    }

    /** A row, read by the names of the columns. */
    public final class Row {
        private final List<String> cells;

        private Row(List<String> cells) {
            this.cells = cells;
        }

        /**
         * The cell as it stands.
         *
         * @throws IllegalArgumentException if there is no such column
         */
        public String text(String column) {
            int at = columns.indexOf(column);
            if (at < 0) {
                throw new IllegalArgumentException("table " + name + " has no column " + column + ", but " + columns);
            }
            return cells.get(at);
        }

        /** The cell as a whole number. */
        public long whole(String column) {
            return Long.parseLong(text(column));
        }

        /** The cell as a decimal number. */
        public double decimal(String column) {
            return Double.parseDouble(text(column));
        }
    }
}
