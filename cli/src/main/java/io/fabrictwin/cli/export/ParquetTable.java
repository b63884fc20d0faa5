package io.fabrictwin.cli.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * A table as Parquet: dictionaries and Zstandard, times as UTC timestamps of ns. Rows are held until a row group is full, so
 * that memory depends on the number of tables alone.
 */
final class ParquetTable implements TableSink {
    /** Small enough that all tables may hold one at the same time. */
    private static final long ROW_GROUP_BYTES = 8L << 20;

    private final List<Table.Column> columns;
    private final MessageType schema;
    private final ParquetWriter<Group> writer;

    private ParquetTable(List<Table.Column> columns, MessageType schema, ParquetWriter<Group> writer) {
        this.columns = columns;
        this.schema = schema;
        this.writer = writer;
    }

    static ParquetTable open(Path file, Table table) throws IOException {
        MessageType schema = new MessageType(
                table.fileName(),
                table.columns().stream().map(ParquetTable::field).toList());
        return new ParquetTable(
                table.columns(),
                schema,
                ExampleParquetWriter.builder(new LocalOutputFile(file))
                        .withType(schema)
                        .withConf(new PlainParquetConfiguration())
                        .withCodecFactory(new Zstandard())
                        .withCompressionCodec(CompressionCodecName.ZSTD)
                        .withRowGroupSize(ROW_GROUP_BYTES)
                        .build());
    }

    private static Type field(Table.Column column) {
        return switch (column.type()) {
            case TEXT ->
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(column.name());
            case WHOLE -> Types.optional(PrimitiveTypeName.INT64).named(column.name());
            case DECIMAL -> Types.optional(PrimitiveTypeName.DOUBLE).named(column.name());
            case FLAG -> Types.optional(PrimitiveTypeName.BOOLEAN).named(column.name());
            case TIME ->
                Types.optional(PrimitiveTypeName.INT64)
                        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.NANOS))
                        .named(column.name());
        };
    }

    @Override
    public void row(@Nullable Object... values) throws IOException {
        SimpleGroup row = new SimpleGroup(schema);
        for (int index = 0; index < columns.size(); index++) {
            Object value = values[index];
            if (value != null) {
                switch (columns.get(index).type()) {
                    case TEXT -> row.add(index, (String) value);
                    case WHOLE, TIME -> row.add(index, (long) value);
                    case DECIMAL -> row.add(index, (double) value);
                    case FLAG -> row.add(index, (boolean) value);
                }
            }
        }
        writer.write(row);
    }

    @Override
    public void finish() throws IOException {
        writer.close();
    }
}
