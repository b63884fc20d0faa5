package io.fabrictwin.cli.export;

import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.fabrictwin.cli.render.Units;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table as CSV with a head; times are ISO-8601 in UTC, nothing is an empty field. */
final class CsvTable implements TableSink {
    private final List<Table.Column> columns;
    private final SequenceWriter writer;

    private CsvTable(List<Table.Column> columns, SequenceWriter writer) {
        this.columns = columns;
        this.writer = writer;
    }

    static CsvTable open(Path file, Table table) throws IOException {
        CsvSchema.Builder schema = CsvSchema.builder();
        table.columns().forEach(column -> schema.addColumn(column.name()));
        return new CsvTable(
                table.columns(),
                new CsvMapper()
                        .writer(schema.setUseHeader(true).build())
                        .writeValues(Files.newBufferedWriter(file, StandardCharsets.UTF_8)));
    }

    @Override
    public void row(@Nullable Object... values) throws IOException {
        List<@Nullable Object> shown = new ArrayList<>(values.length);
        for (int index = 0; index < values.length; index++) {
            Object value = values[index];
            boolean isTime = columns.get(index).type() == ColumnType.TIME;
            shown.add(value instanceof Long ns && isTime ? Units.instant(ns) : value);
        }
        writer.write(shown);
    }

    @Override
    public void finish() throws IOException {
        writer.close();
    }
}
