package io.fabrictwin.replay.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.MemoryLog;
import io.fabrictwin.testkit.gen.EventGenerator;
import io.fabrictwin.testkit.gen.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fold from a snapshot on is the fold from the log's begin. */
class SnapshotProperties {
    private static final int SEEDS = 12;
    private static final int EVENTS = 150;
    /** Ticks of twenty minutes: events span more than what a snapshot holds of history. */
    private static final long TICK_NS = 20L * 60 * 1_000_000_000;

    @TempDir
    private Path directory;

    private final List<String> told = new ArrayList<>();

    private Snapshots snapshots(Path folder) {
        return new Snapshots(List.of(folder), told::add);
    }

    private static void grow(MemoryLog log, EventGenerator generator, Random random) {
        List<FabricEvent> events = generator.events(EVENTS);
        log.append(events, 10, random);
        log.append(events.subList(0, EVENTS / 3), 10, random);
        log.appendJunk(random);
    }

    private static void assertSame(FoldedHistory found, FoldedHistory expected) {
        Assembly folded = found.assembly();
        Assembly plain = expected.assembly();
        assertThat(folded.states()).isEqualTo(plain.states());
        assertThat(folded.fabrics()).isEqualTo(plain.fabrics());
        plain.fabrics().forEach(fabric -> {
            assertThat(folded.eventsByType(fabric)).isEqualTo(plain.eventsByType(fabric));
            assertThat(folded.laterEvents(fabric)).isEqualTo(plain.laterEvents(fabric));
        });
        assertThat(folded.firstLaterNs()).isEqualTo(plain.firstLaterNs());
        assertThat(folded.undecodableCount()).isEqualTo(plain.undecodableCount());
        assertThat(folded.undecodable()).isEqualTo(plain.undecodable());
    }

    @Test
    void aFoldFromASnapshotIsTheFoldFromTheBegin() {
        Seeds.forAll(SEEDS, random -> {
            EventGenerator generator = new EventGenerator(random, TICK_NS);
            MemoryLog log = new MemoryLog();
            Snapshots snapshots = snapshots(directory.resolve("seed-" + random.nextLong()));
            int used = 0;
            for (int round = 0; round < 4; round++) {
                // Late events and duplicates fall before, between and after what snapshots hold.
                grow(log, generator, random);
                long knownAtMs = MemoryLog.START_MS + 1 + random.nextInt((int) (log.nowMs() - MemoryLog.START_MS));
                LogEnd end = random.nextInt(3) == 0 ? LogEnd.knownAt(knownAtMs * 1_000_000) : LogEnd.NOW;
                LogCut cut = log.cut(end);
                HistoryFold fold = new HistoryFold(cut, end, snapshots);
                for (int i = 0; i < 3; i++) {
                    long toNs = generator.tickNs(random.nextInt(EventGenerator.TICKS)) + random.nextInt(2) - 1;
                    FoldedHistory found = fold.at(toNs);
                    assertSame(found, new HistoryFold(cut, end, Snapshots.NONE).at(toNs));
                    used += found.provenance().snapshot() == null ? 0 : 1;
                    fold.keepAt(generator.tickNs(random.nextInt(EventGenerator.TICKS)));
                }
                assertThat(fold.newest()
                                .assembly()
                                .frame(fold.all().assembly().fabrics().first(), cut.end())
                                .digest())
                        .isEqualTo(fold.all()
                                .assembly()
                                .frame(fold.all().assembly().fabrics().first(), cut.end())
                                .digest());
            }
            assertThat(used).isPositive();
            assertThat(told).isEmpty();
        });
    }

    @Test
    void aDamagedSnapshotOrOneOfAnotherVersionIsToldOfAndNotUsed() throws IOException {
        Random random = new Random(1);
        EventGenerator generator = new EventGenerator(random, TICK_NS);
        MemoryLog log = new MemoryLog();
        grow(log, generator, random);
        LogCut cut = log.cut(LogEnd.NOW);
        HistoryFold fold = new HistoryFold(cut, LogEnd.NOW, snapshots(directory));
        fold.keepAt(generator.tickNs(10));
        assertThat(fold.at(generator.tickNs(15)).provenance().snapshot()).isNotNull();

        Path file = files().get(0);
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = whole.clone();
        damaged[damaged.length - 30] ^= 1;
        Files.write(file, damaged);
        assertThat(fold.at(generator.tickNs(15)).provenance().snapshot()).isNull();
        assertThat(told).singleElement().asString().contains("is damaged and is not used");
        Files.delete(file);

        told.clear();
        Snapshot of = SnapshotFile.header(write(whole, file));
        Files.delete(file);
        SnapshotFile.write(
                directory,
                new Snapshot("", of.topicIds(), of.eventTimeNs(), of.next(), of.resume(), "fold 0, schemas 0", 0),
                List.of());
        assertSame(
                fold.at(generator.tickNs(15)),
                new HistoryFold(cut, LogEnd.NOW, Snapshots.NONE).at(generator.tickNs(15)));
        assertThat(told).singleElement().asString().contains("made by another version and is not used");
    }

    private static Path write(byte[] bytes, Path file) throws IOException {
        return Files.write(file, bytes);
    }

    @Test
    void ofManySnapshotsThoseThatLieApartAreKept() throws IOException {
        Random random = new Random(2);
        EventGenerator generator = new EventGenerator(random, TICK_NS);
        MemoryLog log = new MemoryLog();
        grow(log, generator, random);
        HistoryFold fold = new HistoryFold(log.cut(LogEnd.NOW), LogEnd.NOW, snapshots(directory));
        for (int tick = 0; tick < EventGenerator.TICKS; tick++) {
            fold.keepAt(generator.tickNs(tick));
        }
        List<Long> kept = new ArrayList<>();
        for (Path file : files()) {
            kept.add(SnapshotFile.header(file).eventTimeNs());
        }
        assertThat(kept)
                .hasSize(Snapshots.MOST_KEPT)
                .contains(generator.tickNs(0), generator.tickNs(18), generator.tickNs(19))
                .isSorted();
    }

    @Test
    void aSnapshotOfAnotherLogIsNotUsed() {
        Random random = new Random(3);
        EventGenerator generator = new EventGenerator(random, TICK_NS);
        MemoryLog log = new MemoryLog();
        grow(log, generator, random);
        new HistoryFold(log.cut(LogEnd.NOW), LogEnd.NOW, snapshots(directory)).keepAt(generator.tickNs(3));
        MemoryLog shorter = new MemoryLog();
        shorter.append(generator.events(10), 1, random);
        FoldedHistory found =
                new HistoryFold(shorter.cut(LogEnd.NOW), LogEnd.NOW, snapshots(directory)).at(generator.tickNs(5));
        assertThat(found.provenance().snapshot()).isNull();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(SnapshotFile.SUFFIX))
                    .sorted()
                    .toList();
        }
    }
}
