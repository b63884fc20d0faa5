package io.fabrictwin.schemas.codec;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;

/** The schemas that are shipped: of each record the current one, and every one that ever was current. */
final class SchemaStore {
    /** Lists the frozen files, oldest version first, each with its SHA-256. */
    static final String HISTORY_INDEX = "SHA256SUMS";

    private static final String CURRENT = "/io/fabrictwin/schemas/avro/";
    private static final String HISTORY = "/io/fabrictwin/schemas/avro-history/";

    private final Schema.Parser parser = new Schema.Parser();
    private final Map<Class<?>, Schema> current = new HashMap<>();
    private final Map<String, Schema> history;
    private final Map<Long, Schema> byFingerprint = new HashMap<>();

    SchemaStore() {
        history = readHistory();
        for (Schema schema : history.values()) {
            byFingerprint.put(fingerprint(schema), schema);
        }
    }

    /** What marks bytes that the schema wrote. Documentation and defaults play no part in it. */
    static long fingerprint(Schema schema) {
        return SchemaNormalization.parsingFingerprint64(schema);
    }

    /** The schema that wrote bytes with the given mark; null: no such schema was ever shipped. */
    @Nullable
    Schema writtenWith(long fingerprint) {
        return byFingerprint.get(fingerprint);
    }

    /** What marks all schemas together, 16 hexadecimal digits. */
    String setFingerprint() {
        StringBuilder marks = new StringBuilder();
        new TreeSet<>(byFingerprint.keySet()).forEach(mark -> marks.append(String.format(Locale.ROOT, "%016x", mark)));
        return String.format(
                Locale.ROOT,
                "%016x",
                SchemaNormalization.fingerprint64(marks.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** By file name, oldest version of a record first. */
    Map<String, Schema> history() {
        return history;
    }

    /** The schema under which the given record or enum is written today. */
    synchronized Schema current(Class<?> type) {
        Schema known = current.get(type);
        if (known != null) {
            return known;
        }
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                parseWhatItNames(component.getGenericType());
            }
        }
        Schema schema = parser.parse(read(CURRENT + type.getSimpleName() + ".avsc"));
        current.put(type, schema);
        return schema;
    }

    private void parseWhatItNames(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            for (Type argument : parameterized.getActualTypeArguments()) {
                parseWhatItNames(argument);
            }
        } else if (type instanceof Class<?> named
                && SchemaStore.class.getResource(CURRENT + named.getSimpleName() + ".avsc") != null) {
            current(named);
        }
    }

    private static Map<String, Schema> readHistory() {
        Map<String, Schema> schemas = new LinkedHashMap<>();
        read(HISTORY + HISTORY_INDEX).lines().forEach(line -> {
            String file = line.substring(line.indexOf(' ')).strip();
            // Each file stands by itself: it names the types it holds again.
            schemas.put(file, new Schema.Parser().parse(read(HISTORY + file)));
        });
        return schemas;
    }

    private static String read(String resource) {
        try (InputStream in = SchemaStore.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException(resource + " is not shipped");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
