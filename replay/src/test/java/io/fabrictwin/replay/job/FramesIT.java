package io.fabrictwin.replay.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.replay.archive.Archiver;
import io.fabrictwin.replay.history.HistoryFold;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.replay.source.MemoryLog;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames step by step on a Flink cluster in this process, beside the plain fold up to each of their times. */
class FramesIT {
    private static final long TICK_NS = 1_000_000_000;
    private static final FlinkCluster CLUSTER = LocalCluster.start(2);

    @TempDir
    private Path directory;

    private final Random random = new Random(11);
    private final EventGenerator generator = new EventGenerator(random, TICK_NS);
    private LogSource source = new LogSource.Archive(Path.of(""));

    @BeforeEach
    void archiveEventsInAnyOrder() {
        MemoryLog log = new MemoryLog();
        List<FabricEvent> events = generator.events(600);
        log.append(events, 10, random);
        log.append(events.subList(0, 100), 10, random);
        log.appendJunk(random);
        Path folder = directory.resolve("archive");
        Archiver.run(log.cut(LogEnd.NOW), folder, false, manifest -> new TreeMap<>(), records -> {});
        source = new LogSource.Archive(folder);
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    private SteppedReplay replay(@Nullable Long fromNs, @Nullable Long toNs, long everyNs, Snapshots snapshots) {
        return FramesJob.run(CLUSTER, new FramesRequest(source, fromNs, toNs, everyNs, null, LogEnd.NOW), snapshots);
    }

    private static List<SteppedFrame> frames(SteppedReplay replay, FabricId fabric) {
        List<SteppedFrame> frames = new ArrayList<>();
        replay.forEach(fabric, frames::add);
        return frames;
    }

    private void assertFolded(List<SteppedFrame> frames) {
        LogCut log = source.cut(LogEnd.NOW);
        HistoryFold fold = new HistoryFold(log, LogEnd.NOW, Snapshots.NONE);
        for (SteppedFrame frame : frames) {
            assertThat(frame.frame().digest())
                    .as("frame of %d ns", frame.timeNs())
                    .isEqualTo(fold.at(frame.timeNs())
                            .assembly()
                            .frame(frame.frame().fabric(), log.end())
                            .digest());
        }
    }

    @Test
    void eachFrameIsTheFoldUpToItsTime() {
        SteppedReplay replay = replay(null, null, 3 * TICK_NS, Snapshots.NONE);
        assertThat(replay.undecodableCount()).isEqualTo(1);
        assertThat(replay.fabrics()).isNotEmpty();
        long events = 0;
        for (FabricId fabric : replay.fabrics()) {
            List<SteppedFrame> frames = frames(replay, fabric);
            assertThat(frames).hasSizeBetween(6, 8);
            assertThat(frames).extracting(SteppedFrame::timeNs).isSorted().doesNotHaveDuplicates();
            assertFolded(frames);
            events += frames.stream()
                    .flatMap(frame -> frame.eventsByType().values().stream())
                    .mapToLong(Long::longValue)
                    .sum();
        }
        assertThat(events).isEqualTo(700);
    }

    @Test
    void aSpanBeginsWithTheFrameOfItsBeginAlsoFromASnapshotAndEndsWithThatOfItsEnd() {
        Snapshots snapshots = new Snapshots(List.of(directory.resolve("snapshots")), told -> {});
        new HistoryFold(source.cut(LogEnd.NOW), LogEnd.NOW, snapshots).keepAt(generator.tickNs(3));
        long fromNs = generator.tickNs(5);
        long toNs = generator.tickNs(12) + 1;
        SteppedReplay replay = replay(fromNs, toNs, 2 * TICK_NS, snapshots);
        assertThat(replay.provenance().snapshot()).isNotNull();
        for (FabricId fabric : replay.fabrics()) {
            List<SteppedFrame> frames = frames(replay, fabric);
            assertThat(frames)
                    .extracting(SteppedFrame::timeNs)
                    .containsExactly(fromNs, fromNs + 2 * TICK_NS, fromNs + 4 * TICK_NS, fromNs + 6 * TICK_NS, toNs);
            assertFolded(frames);
        }
    }

    @Test
    void noMoreFramesThanAreWanted() {
        SteppedReplay replay = replay(null, null, TICK_NS, Snapshots.NONE);
        List<SteppedFrame> frames = new ArrayList<>();
        replay.forEach(replay.fabrics().first(), frame -> {
            frames.add(frame);
            return frames.size() < 4;
        });
        assertThat(frames).hasSize(4);
    }
}
