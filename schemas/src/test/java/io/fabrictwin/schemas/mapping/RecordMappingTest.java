package io.fabrictwin.schemas.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.id.DeviceId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordMappingTest {
    public enum Colour {
        RED,
        GREEN
    }

    public record Sample(
            DeviceId device,
            long count,
            @Nullable Integer level,
            @Nullable Colour colour) {}

    public record Sets(SortedSet<String> names) {}

    public record Maps(SortedMap<String, Long> counters) {}

    private static final String COLOUR = "{'type': 'enum', 'name': 'Colour', 'symbols': ['GREEN', 'RED']}";
    private static final String DEVICE = "{'name': 'device', 'type': 'string'}";
    private static final String COUNT = "{'name': 'count', 'type': 'long'}";
    private static final String LEVEL = "{'name': 'level', 'type': ['null', 'int'], 'default': null}";
    private static final Schema SAMPLE =
            record(DEVICE, COUNT, LEVEL, "{'name': 'colour', 'type': ['null', " + COLOUR + "], 'default': null}");

    @Test
    void whatAnOldWriterDidNotKnowIsNull() throws IOException {
        Schema old = record(DEVICE, COUNT);
        GenericRecord written = new GenericRecordBuilder(old)
                .set("device", "leaf1")
                .set("count", 7L)
                .build();

        assertThat(read(Sample.class, SAMPLE, written)).isEqualTo(new Sample(new DeviceId("leaf1"), 7, null, null));
    }

    @Test
    void whatTheReaderNoLongerKnowsIsSkipped() throws IOException {
        Schema old = record(
                "{'name': 'gone', 'type': {'type': 'array', 'items': 'string'}}",
                COUNT,
                DEVICE,
                LEVEL,
                "{'name': 'last', 'type': 'double'}");
        GenericRecord written = new GenericRecordBuilder(old)
                .set("gone", List.of("a", "b"))
                .set("count", 7L)
                .set("device", "leaf1")
                .set("level", 3)
                .set("last", 0.5)
                .build();

        assertThat(read(Sample.class, SAMPLE, written)).isEqualTo(new Sample(new DeviceId("leaf1"), 7, 3, null));
    }

    @Test
    void aFieldThatWasNarrowerOrNeverNullIsRead() throws IOException {
        Schema old = record(
                DEVICE,
                "{'name': 'count', 'type': 'int'}",
                "{'name': 'level', 'type': 'int'}",
                "{'name': 'colour', 'type': {'type': 'enum', 'name': 'Colour', 'symbols': ['RED']}}");
        GenericRecord written = new GenericRecordBuilder(old)
                .set("device", "leaf1")
                .set("count", 7)
                .set("level", 3)
                .set("colour", new GenericData.EnumSymbol(old.getField("colour").schema(), "RED"))
                .build();

        assertThat(read(Sample.class, SAMPLE, written)).isEqualTo(new Sample(new DeviceId("leaf1"), 7, 3, Colour.RED));
    }

    @Test
    void refusesASetWithAnElementTwice() {
        Schema schema = record("{'name': 'names', 'type': {'type': 'array', 'items': 'string'}}");
        GenericRecord written =
                new GenericRecordBuilder(schema).set("names", List.of("a", "a")).build();

        assertThatThrownBy(() -> read(Sets.class, schema, written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a set has an element twice");
    }

    @Test
    void refusesAMapWithAKeyTwice() throws IOException {
        Schema schema = record("{'name': 'counters', 'type': {'type': 'map', 'values': 'long'}}");
        byte[] twice = {4, 2, 'k', 2, 2, 'k', 4, 0};

        assertThatThrownBy(() -> read(Maps.class, schema, schema, twice))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a map has the key 'k' twice");
    }

    @Test
    void saysWhereRecordAndSchemaDoNotFit() {
        assertThatThrownBy(() -> new RecordMapping<>(Sample.class, record(DEVICE, COUNT)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[device, count, level, colour], its schema the fields [device, count]");
        assertThatThrownBy(() -> new RecordMapping<>(Maps.class, record("{'name': 'counters', 'type': 'long'}")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not fit schema \"long\"");
        assertThatThrownBy(() -> new RecordMapping<>(
                        Sample.class,
                        record(
                                DEVICE,
                                COUNT,
                                "{'name': 'level', 'type': 'int'}",
                                "{'name': 'colour', 'type': " + COLOUR + "}")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("do not agree whether level may be null");
        assertThatThrownBy(() -> new RecordMapping<>(
                        Sample.class,
                        record(
                                DEVICE,
                                COUNT,
                                LEVEL,
                                "{'name': 'colour', 'type': ['null', {'type': 'enum', 'name': 'Colour', 'symbols':"
                                        + " ['RED']}]}")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[GREEN, RED], its schema the symbols [RED]");
    }

    private static Schema record(String... fields) {
        return new Schema.Parser()
                .parse(("{'type': 'record', 'name': 'Sample', 'fields': [" + String.join(", ", fields) + "]}")
                        .replace('\'', '"'));
    }

    private static <T> T read(Class<T> type, Schema reader, GenericRecord written) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(written.getSchema()).write(written, encoder);
        encoder.flush();
        return read(type, reader, written.getSchema(), bytes.toByteArray());
    }

    private static <T> T read(Class<T> type, Schema reader, Schema writer, byte[] bytes) throws IOException {
        return new RecordMapping<>(type, reader)
                .read(DecoderFactory.get()
                        .resolvingDecoder(writer, reader, DecoderFactory.get().binaryDecoder(bytes, null)));
    }
}
