package io.fabrictwin.model.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobWindowsTest {
    private static final FabricId FABRIC = new FabricId("f");
    private static final JobId JOB = new JobId("train");
    private static final long MS = 1_000_000;
    private static final long SECOND_NS = 1_000 * MS;

    private final List<FabricEvent> events = new ArrayList<>();
    private long record;

    private EventMeta meta(long timeNs) {
        return new EventMeta(FABRIC, new SourceId("test", "a"), record++, 0, timeNs, timeNs, Clock.SOURCE);
    }

    private JobWindow window(Span span) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        FabricFrame frame = FabricFrame.of(FABRIC, states, Positions.NONE);
        JobWindow window =
                JobWindows.of(frame, History.of(FABRIC, states), span).get(JOB);
        assertThat(window).isNotNull();
        return window;
    }

    private void place(int ranks) {
        events.add(new JobStarted(meta(0), JOB, ranks, null));
        for (int rank = 0; rank < ranks; rank++) {
            DeviceId nic = new DeviceId("mlx5_" + rank % 2);
            events.add(new RankPlaced(meta(0), JOB, rank, new DeviceId("h" + rank / 2), null, nic, 0L));
        }
    }

    private void ran(
            long step, int collective, int rank, CollectiveOperation operation, long bytes, long startNs, long ns) {
        events.add(new CollectiveObserved(
                meta(startNs + ns), JOB, step, collective, rank, operation, bytes, startNs, startNs + ns));
    }

    /**
     * Four ranks reduce 20,000,000 bytes; the last to come stays 2 ms. nccl-tests: 20 MB / 2 ms = 10 GB/s, times
     * 2 (4 - 1) / 4 = 15 GB/s. Ranks of rail 1 (NIC mlx5_1) are done 0.3 ms later.
     */
    @Test
    void busBandwidthIsThatOfTheRankThatCameLast() {
        place(4);
        for (int step = 0; step < 4; step++) {
            long beginNs = step * SECOND_NS;
            for (int rank = 0; rank < 4; rank++) {
                long lateNs = rank < 2 ? 5 * MS : 0;
                long railNs = rank % 2 == 0 ? 0 : 300_000;
                ran(
                        step,
                        0,
                        rank,
                        CollectiveOperation.ALL_REDUCE,
                        20_000_000,
                        beginNs + lateNs,
                        7 * MS - lateNs + railNs);
                ran(step, 1, rank, CollectiveOperation.ALL_GATHER, 1_000, beginNs + 20 * MS, MS);
            }
            events.add(new StepCompleted(meta(beginNs + 30 * MS), JOB, step, beginNs, null, beginNs + 30 * MS));
        }
        JobWindow window = window(Span.TEN_SECONDS);
        assertThat(window.steps()).isEqualTo(4);
        assertThat(window.collectives())
                .containsExactly(
                        new CollectiveWindow(CollectiveOperation.ALL_REDUCE, 1 << 24, 4, 2e6, 15e9),
                        new CollectiveWindow(CollectiveOperation.ALL_GATHER, 512, 4, 1e6, 0.75e6));
        assertThat(window.slowestRail()).isEqualTo(1);
        assertThat(window.slowestRailLagNs()).isCloseTo(300_000, within(1.0));
        assertThat(window(Span.SECOND).collectives())
                .as("of the last second, by the end of the last step")
                .allSatisfy(collectives -> assertThat(collectives.count()).isEqualTo(1));
    }

    @Test
    void whatIsNotToldIsUnknown() {
        for (int rank = 0; rank < 4; rank++) {
            ran(0, 0, rank, CollectiveOperation.ALL_REDUCE, 20_000_000, 0, MS);
        }
        JobWindow window = window(Span.MINUTE);
        assertThat(window.steps()).isZero();
        assertThat(window.meanStepNs()).isNull();
        assertThat(window.longestStepNs()).isNull();
        assertThat(window.slowestRail()).isNull();
        assertThat(window.slowestRailLagNs()).isNull();
        assertThat(window.collectives())
                .as("how many ranks there are was not told")
                .containsExactly(new CollectiveWindow(CollectiveOperation.ALL_REDUCE, 1 << 24, 1, 1e6, null));
    }

    /** As profilers tell: by communicator, each with its own number of ranks. */
    @Test
    void measuredCollectivesCountByTheirCommunicator() {
        for (int rank = 0; rank < 2; rank++) {
            DeviceId host = new DeviceId("h" + rank);
            events.add(new CommunicatorInitialized(meta(0), JOB, "0xa", rank, 2, host, null, null));
            for (int sequence = 0; sequence < 3; sequence++) {
                events.add(new CollectiveMeasured(
                        meta(sequence * SECOND_NS),
                        JOB,
                        host,
                        "0xa",
                        rank,
                        sequence,
                        CollectiveOperation.ALL_REDUCE,
                        8_000_000,
                        null,
                        MS + rank * MS,
                        null,
                        null,
                        null));
            }
        }
        assertThat(window(Span.MINUTE).collectives())
                .containsExactly(new CollectiveWindow(CollectiveOperation.ALL_REDUCE, 1 << 22, 3, 1e6, 8e9));
    }
}
