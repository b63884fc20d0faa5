package io.fabrictwin.replay.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.source.ArchiveDamagedException;
import io.fabrictwin.replay.source.ArchivedFile;
import io.fabrictwin.replay.source.HistoryRefusedException;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogGap;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.replay.source.Manifest;
import io.fabrictwin.replay.source.MemoryLog;
import io.fabrictwin.testkit.gen.EventGenerator;
import io.fabrictwin.testkit.gen.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an archive gives back is what the log held. */
class ArchiveProperties {
    private static final int SEEDS = 5;
    private static final int EVENTS = 120;
    /** Long pauses: some hundred records fill several hours. */
    private static final int PAUSE_MS = 200_000;

    @TempDir
    private Path directory;

    private final MemoryLog log = new MemoryLog();

    private static Archiver.Archived archive(MemoryLog log, Path folder) {
        return Archiver.run(log.cut(LogEnd.NOW), folder, false, ArchiveProperties::digests, records -> {});
    }

    private static SortedMap<String, String> digests(Manifest manifest) {
        return new TreeMap<>(Map.of("files", "" + manifest.files().size()));
    }

    private static void grow(MemoryLog log, Random random) {
        List<FabricEvent> events = new EventGenerator(random).events(EVENTS);
        log.append(events, PAUSE_MS, random);
        log.appendJunk(random);
        log.append(events.subList(0, 10), PAUSE_MS, random);
    }

    private static List<String> records(LogCut cut) {
        List<String> records = new ArrayList<>();
        cut.read(Positions.NONE, held -> records.add(text(held)));
        return records.stream().sorted().toList();
    }

    private static String text(LogRecord held) {
        return held.topic() + held.partition() + " " + held.offset() + " " + held.appendTimeMs() + " "
                + Arrays.toString(held.key()) + Arrays.toString(held.value());
    }

    private Path folder(Random random) {
        return directory.resolve("archive-" + random.nextLong());
    }

    @Test
    void anyNumberOfRunsGivesTheRecordsOfTheLogBack() {
        Seeds.forAll(SEEDS, random -> {
            MemoryLog log = new MemoryLog();
            Path folder = folder(random);
            for (int run = 0; run < 3; run++) {
                grow(log, random);
                archive(log, folder);
            }
            LogCut archived = new LogSource.Archive(folder).cut(LogEnd.NOW);
            assertThat(records(archived)).isEqualTo(records(log.cut(LogEnd.NOW)));
            assertThat(archived.end()).isEqualTo(log.end());
            assertThat(archived.gaps()).isEmpty();
            assertThat(Manifest.read(folder).orElseThrow().files()).hasSizeGreaterThan(12);
        });
    }

    @Test
    void whatWasKnownAtATimeIsTheSameOfArchiveAndLog() {
        Seeds.forAll(SEEDS, random -> {
            MemoryLog log = new MemoryLog();
            grow(log, random);
            Path folder = folder(random);
            archive(log, folder);
            grow(log, random);
            for (int i = 0; i < 10; i++) {
                long spanMs = log.nowMs() - MemoryLog.START_MS;
                long knownAtMs = MemoryLog.START_MS + PAUSE_MS + (long) (random.nextDouble() * spanMs);
                LogEnd knownAt = LogEnd.knownAt(knownAtMs * 1_000_000);
                LogCut ofLog = log.cut(knownAt);
                LogCut ofBoth = log.cutAfter(folder, knownAt);
                assertThat(ofBoth.end()).isEqualTo(ofLog.end());
                assertThat(records(ofBoth))
                        .isEqualTo(records(ofLog))
                        .allSatisfy(held -> assertThat(Long.parseLong(held.split(" ", -1)[2]))
                                .isLessThanOrEqualTo(knownAtMs));
            }
        });
    }

    @Test
    void aRunWithNothingNewChangesNoByte() throws IOException {
        Random random = new Random(1);
        grow(log, random);
        archive(log, directory);
        byte[] manifest = Files.readAllBytes(directory.resolve(Manifest.FILE));
        assertThat(archive(log, directory).files()).isZero();
        assertThat(Files.readAllBytes(directory.resolve(Manifest.FILE))).isEqualTo(manifest);
    }

    @Test
    void whatAKilledRunLeftIsNoPartOfTheArchiveAndIsReplaced() throws IOException {
        Random random = new Random(2);
        grow(log, random);
        archive(log, directory);
        byte[] manifest = Files.readAllBytes(directory.resolve(Manifest.FILE));
        List<String> before = records(new LogSource.Archive(directory).cut(LogEnd.NOW));
        grow(log, random);
        archive(log, directory);
        // Killed before the manifest named the new files, and in the middle of one more.
        Files.write(directory.resolve(Manifest.FILE), manifest);
        Files.writeString(directory.resolve("fabric.config/0/half.avro.part"), "half");
        assertThat(records(new LogSource.Archive(directory).cut(LogEnd.NOW))).isEqualTo(before);
        grow(log, random);
        archive(log, directory);
        assertThat(records(new LogSource.Archive(directory).cut(LogEnd.NOW))).isEqualTo(records(log.cut(LogEnd.NOW)));
        assertThat(directory.resolve("fabric.config/0/half.avro.part")).doesNotExist();
    }

    @Test
    void damageIsRefusedWhereItLies() throws IOException {
        grow(log, new Random(3));
        ArchivedFile file = archive(log, directory).manifest().files().get(0);
        Path path = directory.resolve(file.path());
        byte[] whole = Files.readAllBytes(path);
        LogCut archived = new LogSource.Archive(directory).cut(LogEnd.NOW);

        byte[] flipped = whole.clone();
        flipped[whole.length / 2] ^= 1;
        Files.write(path, flipped);
        assertDamaged(() -> records(archived), file.path(), "checksum");
        Files.write(path, Arrays.copyOf(whole, whole.length - 1));
        assertDamaged(() -> records(archived), file.path(), "bytes long");
        assertDamaged(() -> archive(log, directory), file.path(), "bytes long");
        Files.delete(path);
        assertDamaged(() -> records(archived), file.path(), "missing");
        Files.write(path, whole);

        Path manifest = directory.resolve(Manifest.FILE);
        String text = Files.readString(manifest);
        Files.writeString(manifest, text.replaceFirst("\"records\" : \\d+", "\"records\" : 7"));
        assertDamaged(() -> new LogSource.Archive(directory).cut(LogEnd.NOW), Manifest.FILE, "checksum");
        Files.writeString(manifest, text.substring(0, text.length() / 2));
        assertDamaged(() -> archive(log, directory), Manifest.FILE, "cannot be read");
    }

    private static void assertDamaged(Runnable reading, String file, String how) {
        assertThatThrownBy(reading::run)
                .isInstanceOf(ArchiveDamagedException.class)
                .hasMessageContaining(file)
                .hasMessageContaining(how);
    }

    @Test
    void whatTheLogLostBeforeItWasArchivedIsAGapThatIsTold() {
        Random random = new Random(4);
        grow(log, random);
        archive(log, directory);
        Positions.Partition partition = log.end().nextOffsets().firstKey();
        long archivedTo = log.end().nextOffsets().get(partition);
        do {
            grow(log, random);
        } while (log.end().nextOffsets().get(partition) < archivedTo + 5);
        log.deleteBefore(Map.of(partition, archivedTo + 3));

        assertThatThrownBy(() -> archive(log, directory))
                .isInstanceOf(HistoryRefusedException.class)
                .hasMessageContaining(partition.toString())
                .hasMessageContaining("--skip-lost");
        LogGap gap = new LogGap(partition, archivedTo, archivedTo + 3);
        assertThat(log.cutAfter(directory, LogEnd.NOW).gaps()).containsExactly(gap);
        Archiver.run(log.cut(LogEnd.NOW), directory, true, ArchiveProperties::digests, records -> {});
        assertThat(new LogSource.Archive(directory).cut(LogEnd.NOW).gaps()).containsExactly(gap);
    }

    @Test
    void timesThatTheLogDoesNotReachAreRefused() {
        grow(log, new Random(5));
        archive(log, directory);
        LogEnd beforeAll = LogEnd.knownAt((MemoryLog.START_MS - 1) * 1_000_000);
        for (LogSource source : List.of(new LogSource.Archive(directory))) {
            assertThatThrownBy(() -> source.cut(beforeAll))
                    .isInstanceOf(HistoryRefusedException.class)
                    .hasMessageContaining("its first record came at");
        }
        assertThatThrownBy(() -> log.cut(beforeAll)).hasMessageContaining("its first record came at");
        log.deleteBefore(Map.of(log.end().nextOffsets().firstKey(), 10L));
        assertThatThrownBy(() -> log.cut(LogEnd.knownAt((MemoryLog.START_MS + PAUSE_MS) * 1_000_000)))
                .hasMessageContaining("has been deleted from the log");
    }

    @Test
    void anotherLogIsRefused() {
        grow(log, new Random(6));
        archive(log, directory);
        MemoryLog shorter = new MemoryLog();
        shorter.append(new EventGenerator(new Random(6)).events(3), 1, new Random(6));
        assertThatThrownBy(() -> archive(shorter, directory))
                .isInstanceOf(HistoryRefusedException.class)
                .hasMessageContaining("reaches beyond the log's end");
        assertThatThrownBy(() -> new LogSource.Archive(directory.resolve("none")).cut(LogEnd.NOW))
                .hasMessageContaining("there is no archive in");
    }

    @Test
    void aFileThatIsWrittenTwiceIsWholeInBetween() {
        Path file = directory.resolve("file");
        try {
            WholeFile.write(file, new byte[] {1});
            Files.write(WholeFile.part(file), new byte[] {2}, StandardOpenOption.CREATE);
            assertThat(Files.readAllBytes(file)).containsExactly(1);
            WholeFile.complete(file);
            assertThat(Files.readAllBytes(file)).containsExactly(2);
            assertThat(WholeFile.part(file)).doesNotExist();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
