package io.fabrictwin.cli.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The wanted tables as files of one folder; each gets its name when it is whole. */
final class TableFolder implements AutoCloseable {
    /** How tables are written. */
    enum Form {
        parquet,
        csv;

        private TableSink open(Path file, Table table) throws IOException {
            return switch (this) {
                case parquet -> ParquetTable.open(file, table);
                case csv -> CsvTable.open(file, table);
            };
        }
    }

    private final Path folder;
    private final Form form;
    private final Map<Table, TableSink> open = new EnumMap<>(Table.class);
    private final Map<Table, Long> rows = new EnumMap<>(Table.class);

    private TableFolder(Path folder, Form form) {
        this.folder = folder;
        this.form = form;
    }

    static TableFolder open(Path folder, Form form, Set<Table> tables) {
        TableFolder opened = new TableFolder(folder, form);
        try {
            Files.createDirectories(folder);
            for (Table table : tables) {
                Path draft = opened.draft(table);
                Files.deleteIfExists(draft);
                opened.open.put(table, form.open(draft, table));
                opened.rows.put(table, 0L);
            }
            return opened;
        } catch (IOException e) {
            opened.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    boolean wants(Table table) {
        return rows.containsKey(table);
    }

    /** Adds a row where the table is wanted. */
    void row(Table table, @Nullable Object... values) {
        TableSink sink = open.get(table);
        if (sink == null) {
            return;
        }
        if (values.length != table.columns().size()) {
            throw new IllegalArgumentException(
                    values.length + " values for the " + table.columns().size() + " columns of " + table);
        }
        try {
            sink.row(values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.merge(table, 1L, Long::sum);
    }

    /** Rows of each table so far. */
    Map<Table, Long> rows() {
        return Collections.unmodifiableMap(rows);
    }

    Path file(Table table) {
        return folder.resolve(table.fileName() + "." + form);
    }

    private Path draft(Table table) {
        return folder.resolve(table.fileName() + "." + form + ".draft");
    }

    /** Ends all tables. */
    void finish() {
        try {
            for (Map.Entry<Table, TableSink> one : open.entrySet()) {
                one.getValue().finish();
                Files.move(draft(one.getKey()), file(one.getKey()), StandardCopyOption.REPLACE_EXISTING);
            }
            open.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives up what is not finished. */
    @Override
    public void close() {
        open.forEach((table, sink) -> {
            try {
                sink.finish();
                Files.deleteIfExists(draft(table));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        open.clear();
    }
}
