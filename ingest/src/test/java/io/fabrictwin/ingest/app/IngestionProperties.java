package io.fabrictwin.ingest.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to an input: nothing is thrown, each record has one class, and no event comes twice. */
class IngestionProperties {
    private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void damagedRecordingsAddUp() throws IOException {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Path copy = Fixtures.copy("recording-small", folder.resolve("recording" + seed));
            for (int damage = 0; damage < 4; damage++) {
                Path file = pick(random, copy);
                Files.write(file, damaged(random, Files.readAllBytes(file)));
            }
            check("lab-recording", copy, seed);
        }
    }

    @Test
    void damagedEventFilesAddUp() throws IOException {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            StringBuilder lines = new StringBuilder();
            for (FabricEvent event : new EventGenerator(random).events(30)) {
                lines.append(EventJson.write(event)).append(random.nextBoolean() ? "\n" : "\r\n");
            }
            Path file = folder.resolve("events" + seed);
            Files.write(file, damaged(random, lines.toString().getBytes(UTF_8)));
            check("events", file, seed);
        }
    }

    private static void check(String formatName, Path path, long seed) {
        FormatChoice format = FormatChoice.of(Formats.named(formatName).orElseThrow());
        Set<List<Object>> identities = new HashSet<>();
        List<FabricEvent> events = new ArrayList<>();
        List<FileReport> reports = new Ingestion(Clock.fixed(NOW, ZoneOffset.UTC))
                .inMemory(
                        format,
                        List.of(path, path),
                        new IngestOptions(new FabricId("lab"), 1_767_225_600_000_000_000L),
                        events::add,
                        IngestListener.NONE);
        for (FileReport report : reports) {
            assertThat(report.accepted() + report.ignored() + report.rejected() + report.duplicate() + report.late())
                    .as("seed %s: %s", seed, report)
                    .isEqualTo(report.read());
            assertThat(report.read()).as("seed %s: %s", seed, report).isPositive();
        }
        assertThat(reports.get(1).accepted() + reports.get(1).late())
                .as("seed %s: %s", seed, reports)
                .isZero();
        for (FabricEvent event : events) {
            EventMeta meta = event.meta();
            assertThat(identities.add(List.of(meta.source(), meta.record(), meta.index())))
                    .as("seed %s: %s comes twice", seed, meta)
                    .isTrue();
        }
    }

    private static Path pick(Random random, Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> sorted = files.sorted().toList();
            return sorted.get(random.nextInt(sorted.size()));
        }
    }

    private static byte[] damaged(Random random, byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        switch (random.nextInt(6)) {
            case 0 -> out.write(content, 0, random.nextInt(content.length + 1));
            case 1 -> {
                byte[] junk = new byte[200];
                random.nextBytes(junk);
                out.write(content, 0, content.length / 2);
                out.writeBytes(junk);
                out.write(content, content.length / 2, content.length - content.length / 2);
            }
            case 2 -> {
                for (byte b : content) {
                    out.write(random.nextInt(100) == 0 ? ",\n\"9{-\0".charAt(random.nextInt(7)) : b);
                }
            }
            case 3 -> {
                try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                    zip.write(content);
                }
                byte[] zipped = out.toByteArray();
                if (zipped.length > 20) {
                    zipped[10 + random.nextInt(zipped.length - 10)] ^= (byte) (1 + random.nextInt(255));
                }
                return zipped;
            }
            case 4 -> {
                try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                    zip.write(content);
                }
                byte[] zipped = out.toByteArray();
                out.reset();
                out.write(zipped, 0, 2 + random.nextInt(zipped.length - 2));
            }
            default -> out.writeBytes(content);
        }
        return out.toByteArray();
    }
}
