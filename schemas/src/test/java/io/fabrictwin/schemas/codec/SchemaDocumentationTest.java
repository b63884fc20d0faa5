package io.fabrictwin.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class SchemaDocumentationTest {
    private static final Path FILES = Path.of("src/main/avro");

    @Test
    void everythingSaysWhatItMeans() {
        for (Schema schema : named()) {
            assertThat(schema.getDoc()).as(schema.getName()).isNotBlank().endsWith(".");
            if (schema.getType() == Schema.Type.RECORD) {
                for (Schema.Field field : schema.getFields()) {
                    assertThat(field.doc())
                            .as(schema.getName() + "." + field.name())
                            .isNotBlank()
                            .endsWith(".");
                }
            }
        }
    }

    @Test
    void namesSayTheUnitAndTheWordsSayItAgain() {
        for (Schema.Field field : fields()) {
            String words = field.doc().toLowerCase(Locale.ROOT);
            if (field.name().endsWith("Ns")) {
                assertThat(words).as(field.name()).contains("nanoseconds");
            }
            if (field.name().endsWith("Bytes")) {
                assertThat(words).as(field.name()).containsAnyOf("bytes", "the beginning");
            }
            if (field.name().endsWith("itsPerSecond")) {
                assertThat(words).as(field.name()).contains("bits per second");
            }
        }
    }

    @Test
    void whatMayBeMissingIsNullUnlessToldAndSaysWhatThatMeans() {
        for (Schema.Field field : fields()) {
            if (field.schema().isNullable()) {
                assertThat(field.schema().getTypes().get(0).getType()).isEqualTo(Schema.Type.NULL);
                assertThat(field.defaultVal()).as(field.name()).isEqualTo(JsonProperties.NULL_VALUE);
                assertThat(field.doc()).as(field.name()).contains("null");
            }
        }
    }

    @Test
    void eachFileHoldsOneRecordOfItsNameThatIsInUse() throws IOException {
        Set<String> files = new TreeSet<>();
        try (Stream<Path> paths = Files.list(FILES)) {
            paths.forEach(path -> files.add(path.getFileName().toString()));
        }
        Set<String> names = new TreeSet<>();
        named().forEach(schema -> names.add(schema.getName() + ".avsc"));

        assertThat(files).isEqualTo(names);
    }

    private static List<Schema.Field> fields() {
        List<Schema.Field> fields = new ArrayList<>();
        for (Schema schema : named()) {
            if (schema.getType() == Schema.Type.RECORD) {
                fields.addAll(schema.getFields());
            }
        }
        return fields;
    }

    /** All records and enums that are in use. */
    private static List<Schema> named() {
        List<Schema> named = new ArrayList<>();
        for (Class<?> type : SchemaHistoryTest.roots()) {
            collect(RecordCodec.SCHEMAS.current(type), named);
        }
        return named;
    }

    private static void collect(Schema schema, List<Schema> named) {
        switch (schema.getType()) {
            case RECORD -> {
                if (!named.contains(schema)) {
                    named.add(schema);
                    schema.getFields().forEach(field -> collect(field.schema(), named));
                }
            }
            case ENUM -> {
                if (!named.contains(schema)) {
                    named.add(schema);
                }
            }
            case UNION -> schema.getTypes().forEach(branch -> collect(branch, named));
            case ARRAY -> collect(schema.getElementType(), named);
            case MAP -> collect(schema.getValueType(), named);
            default -> {}
        }
    }
}
