package io.fabrictwin.replay.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.MemoryLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes late changes the past that it tells of, and no other. */
class LateEventsTest {
    private static final FabricId FABRIC = new FabricId("fabric");
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long BEGIN_NS = MemoryLog.START_MS * 1_000_000L;
    private static final long LATE_NS = BEGIN_NS + 15 * SECOND_NS;

    @TempDir
    private Path directory;

    private static FabricEvent set(long record, long eventTimeNs, long kminBytes) {
        return new EcnProfileSet(
                new EventMeta(FABRIC, new SourceId("test", "a"), record, 0, eventTimeNs, eventTimeNs, Clock.SOURCE),
                new DeviceId("leaf" + record % 3),
                null,
                null,
                null,
                null,
                kminBytes,
                null,
                null);
    }

    private static String digest(MemoryLog log, Snapshots snapshots, long atNs) {
        FoldedHistory folded = new HistoryFold(log.cut(LogEnd.NOW), LogEnd.NOW, snapshots).at(atNs);
        return folded.assembly().frame(FABRIC, folded.provenance().positions()).digest();
    }

    @Test
    void aLateEventGivesTheFramesOfItsTimeAndAfterANewDigest() {
        List<FabricEvent> punctual = new ArrayList<>();
        for (int second = 0; second < 30; second++) {
            punctual.add(set(second, BEGIN_NS + second * SECOND_NS, 1_000 + second));
        }
        FabricEvent late = set(101, LATE_NS, 7);
        List<FabricEvent> inOrder = new ArrayList<>(punctual);
        inOrder.add(16, late);

        MemoryLog log = new MemoryLog();
        Snapshots snapshots = new Snapshots(List.of(directory), warning -> {});
        log.append(punctual, 10, new Random(1));
        HistoryFold before = new HistoryFold(log.cut(LogEnd.NOW), LogEnd.NOW, snapshots);
        // Kept folds of before, at and after its time must not hide it.
        for (int second : new int[] {10, 15, 20}) {
            before.keepAt(BEGIN_NS + second * SECOND_NS);
        }
        String earlier = digest(log, snapshots, LATE_NS - 1);
        String then = digest(log, snapshots, LATE_NS);
        String afterwards = digest(log, snapshots, LATE_NS + SECOND_NS);
        String now = digest(log, snapshots, BEGIN_NS + 30 * SECOND_NS);

        log.append(List.of(late), 10, new Random(2));
        MemoryLog ordered = new MemoryLog();
        ordered.append(inOrder, 10, new Random(3));

        assertThat(digest(log, snapshots, LATE_NS - 1)).isEqualTo(earlier);
        assertThat(digest(log, snapshots, LATE_NS))
                .isNotEqualTo(then)
                .isEqualTo(digest(ordered, Snapshots.NONE, LATE_NS));
        assertThat(digest(log, snapshots, LATE_NS + SECOND_NS))
                .isNotEqualTo(afterwards)
                .isEqualTo(digest(ordered, Snapshots.NONE, LATE_NS + SECOND_NS));
        assertThat(digest(log, snapshots, BEGIN_NS + 30 * SECOND_NS))
                .as("what was set later stands")
                .isEqualTo(now)
                .isEqualTo(digest(ordered, Snapshots.NONE, BEGIN_NS + 30 * SECOND_NS));
    }
}
