package io.fabrictwin.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.schemas.QuarantinedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import org.apache.avro.SchemaCompatibility.SchemaIncompatibilityType;
import org.apache.avro.SchemaFormatter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The history of schemas only grows. After a change to a schema, {@code -Dschemas.freeze=true} adds its new version to
 * the history; nothing else may be done to it.
 */
class SchemaHistoryTest {
    private static final Path HISTORY = Path.of("src/main/avro-history");
    private static final Path INDEX = HISTORY.resolve(SchemaStore.HISTORY_INDEX);

    private static final SchemaStore STORE = RecordCodec.SCHEMAS;

    @BeforeAll
    static void freezeIfAsked() throws IOException {
        if (!Boolean.getBoolean("schemas.freeze")) {
            return;
        }
        StringBuilder index = new StringBuilder(Files.readString(INDEX));
        for (Class<?> type : roots()) {
            List<Schema> versions = versions(type);
            Schema current = STORE.current(type);
            if (versions.isEmpty() || !current.equals(versions.get(versions.size() - 1))) {
                String file = type.getSimpleName() + "." + (versions.size() + 1) + ".avsc";
                Files.writeString(HISTORY.resolve(file), SchemaFormatter.format("json/pretty", current) + "\n");
                index.append(sha256(HISTORY.resolve(file)))
                        .append("  ")
                        .append(file)
                        .append('\n');
            }
        }
        Files.writeString(INDEX, index.toString());
    }

    @Test
    void noFrozenFileIsEditedOrUnlisted() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(HISTORY)) {
            for (Path file : files.filter(file -> !file.equals(INDEX)).toList()) {
                found.add(sha256(file) + "  " + file.getFileName());
            }
        }

        assertThat(Files.readAllLines(INDEX)).containsExactlyInAnyOrderElementsOf(found);
    }

    @Test
    void versionsAreCountedFromOneInOrder() {
        for (Class<?> type : roots()) {
            List<String> files = STORE.history().keySet().stream()
                    .filter(file -> file.startsWith(type.getSimpleName() + "."))
                    .toList();
            for (int i = 0; i < files.size(); i++) {
                assertThat(files.get(i)).isEqualTo(type.getSimpleName() + "." + (i + 1) + ".avsc");
            }
        }
    }

    @Test
    void everyCurrentSchemaIsTheNewestFrozenOne() {
        for (Class<?> type : roots()) {
            List<Schema> versions = versions(type);
            assertThat(versions)
                    .as(
                            "%s is not in the history: run this test with -Dschemas.freeze=true, then again without",
                            type.getSimpleName())
                    .isNotEmpty();
            assertThat(versions.get(versions.size() - 1))
                    .as(
                            "%s has changed: run this test with -Dschemas.freeze=true, then again without",
                            type.getSimpleName())
                    .isEqualTo(STORE.current(type));
        }
    }

    @Test
    void everyFrozenSchemaIsOfARecordThatStillExists() {
        assertThat(STORE.history().values().stream().map(Schema::getName).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        roots().stream().map(Class::getSimpleName).toList());
    }

    @Test
    void everyFrozenVersionIsReadByTheCurrentOne() {
        for (Class<?> type : roots()) {
            for (Schema version : versions(type)) {
                assertThat(incompatibilities(STORE.current(type), version)).isEmpty();
            }
        }
    }

    /** Save for new symbols of an enum: an old program cannot know them, and must say so. */
    @Test
    void everyFrozenVersionReadsTheCurrentOne() {
        for (Class<?> type : roots()) {
            for (Schema version : versions(type)) {
                assertThat(incompatibilities(version, STORE.current(type)))
                        .allMatch(found -> found.getType() == SchemaIncompatibilityType.MISSING_ENUM_SYMBOLS);
            }
        }
    }

    private static List<Incompatibility> incompatibilities(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities();
    }

    /** All records that are encoded by themselves. */
    static List<Class<?>> roots() {
        List<Class<?>> roots = new ArrayList<>(EventCodec.types());
        roots.addAll(List.of(BackTestScore.class, Finding.class, Forecast.class, QuarantinedInput.class));
        roots.addAll(SourceNoteCodec.TYPES);
        roots.addAll(ScenarioNoteCodec.TYPES);
        return roots;
    }

    private static List<Schema> versions(Class<?> type) {
        return STORE.history().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(type.getSimpleName() + "."))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
