package io.fabrictwin.model.detection;

import static io.fabrictwin.model.detection.SmallFabric.MILLISECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Marks that do not come, room that is too small, rings of buffers, slow recovery, and who it is that pauses. */
class CongestionSettingsTest {
    private static final PortId PORT = PortId.of("leaf0", "spine1");
    private static final long LINE_BYTES = SmallFabric.BITS_PER_SECOND / 8 / 1000;

    private final SmallFabric fabric = new SmallFabric();

    @Test
    void aQueueAboveKmaxAtAPortThatMarksNothingIsNeverMarked() {
        fabric.samples("leaf0", "spine1", 0, 20, 0.5, 0, 0);
        depth(1_700_000);
        Finding never = only();
        assertThat(never.kind()).isEqualTo(FindingKind.ECN_MARKS_NEVER);
        assertThat(never.entities()).containsExactly("leaf0", "leaf0:spine1");
        assertThat(never.suggestion()).endsWith(" --set ecn@leaf0=on");
    }

    @Test
    void aShorterQueueOrOneThatMarksOrAPortThatDoesNotCountMarksIsRight() {
        fabric.samples("leaf0", "spine1", 0, 20, 0.5, 0, 0);
        depth(1_500_000);
        assertThat(fabric.findings()).isEmpty();
        fabric.samples("leaf0", "spine1", 20, 22, 0.5, 0, 0.1);
        depth(1_700_000);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric unknown = new SmallFabric();
        unknown.apply(new QueueObserved(unknown.at(MILLISECOND), PORT, null, 0L, 1_700_000L));
        unknown.counters("leaf0", "spine1", 0, 20, Map.of(CounterName.TX_BYTES, LINE_BYTES / 2));
        assertThat(unknown.findings()).isEmpty();
    }

    private void depth(long bytes) {
        fabric.apply(new QueueObserved(fabric.at(19 * MILLISECOND), PORT, null, 0L, bytes));
    }

    @Test
    void aSwitchThatPausesAndHasMarkingOffNeverMarks() {
        for (int leaf = 0; leaf < 4; leaf++) {
            fabric.apply(new EcnProfileSet(
                    fabric.at(1), new DeviceId("leaf" + leaf), null, null, null, false, null, null, null));
        }
        fabric.counters("leaf0", "spine1", 0, 20, Map.of(CounterName.PFC_TX_PAUSED_NS, MILLISECOND / 10));
        assertThat(only().kind()).isEqualTo(FindingKind.ECN_MARKS_NEVER);
        assertThat(only().evidence().get(0))
                .startsWith("marking is off at leaf0, which pauses spine1 for 10.0 % of the time");
        fabric.counters("leaf1", "spine1", 0, 20, Map.of(CounterName.PFC_TX_PAUSED_NS, MILLISECOND / 100));
        assertThat(fabric.findings()).hasSize(1);
    }

    @Test
    void lessHeadroomThanWhatIsInFlightIsShort() {
        // 100 Gbit/s over 40 m, both ways, and two frames: 5,051 + 18,432 bytes.
        headroom(fabric, 23_000L, 40_000L);
        Finding tooShort = only();
        assertThat(tooShort.kind()).isEqualTo(FindingKind.HEADROOM_SHORT);
        assertThat(tooShort.entities()).containsExactly("leaf0", "leaf0:spine1");
        assertThat(tooShort.evidence())
                .containsExactly(
                        "leaf0:spine1 has 23000 bytes of headroom; its rate, cable and frames take 23483 at least");
        assertThat(tooShort.suggestion()).endsWith(" --set pfc-headroom@leaf0=23483");
    }

    @Test
    void enoughHeadroomOrAnUnknownOneIsNotShort() {
        headroom(fabric, 24_000L, 40_000L);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric unknown = new SmallFabric();
        headroom(unknown, null, 4_000_000L);
        assertThat(unknown.findings()).isEmpty();
    }

    private static void headroom(SmallFabric fabric, @Nullable Long bytes, long cableMillimetres) {
        fabric.apply(new PortConfigured(fabric.at(1), PORT, null, null, 9216, null, null, cableMillimetres));
        fabric.apply(
                new PfcProfileSet(fabric.at(1), PORT.device(), PORT, null, null, true, null, null, null, null, bytes));
    }

    @Test
    void waysThatGoDownAndUpAgainCloseARingOfLosslessBuffers() {
        pausing(true);
        ways(List.of("h0 leaf0 spine0 leaf1 spine1 leaf2 h4", "h4 leaf2 spine1 leaf0 spine0 leaf1 h2"));
        assertThat(fabric.findings()).isEmpty();
        ways(List.of(
                "h2 leaf1 spine1 leaf0 h0",
                "h4 leaf2 spine1 leaf0 spine0 leaf1 h2",
                "h3 leaf1 spine1 leaf0 spine0 leaf3 h6"));
        Finding ring = only();
        assertThat(ring.kind()).isEqualTo(FindingKind.BUFFER_CYCLE);
        assertThat(ring.entities()).containsExactlyInAnyOrder("leaf0", "leaf1", "spine0", "spine1");
    }

    @Test
    void aRingOfBuffersThatNobodySaysAreLosslessIsNone() {
        ways(List.of("h0 leaf0 spine0 leaf1 spine1 leaf2 h4", "h3 leaf1 spine1 leaf0 spine0 leaf3 h6"));
        assertThat(fabric.findings()).isEmpty();
        pausing(false);
        assertThat(fabric.findings()).isEmpty();
    }

    private void pausing(boolean isOn) {
        for (String device : List.of("leaf0", "leaf1", "leaf2", "leaf3", "spine0", "spine1")) {
            fabric.apply(new PfcProfileSet(
                    fabric.at(1), new DeviceId(device), null, null, null, isOn, null, null, null, null, null));
        }
    }

    private int connections;

    private void ways(List<String> ways) {
        fabric.apply(new JobStarted(fabric.at(1), SmallFabric.JOB, 8, null));
        for (String way : ways) {
            List<DeviceId> devices =
                    Stream.of(way.split(" ")).map(DeviceId::new).toList();
            int from = connections++;
            fabric.apply(new ConnectionObserved(
                    fabric.at(2),
                    SmallFabric.JOB,
                    0,
                    from,
                    from + 1,
                    devices.get(0),
                    devices.get(devices.size() - 1),
                    0,
                    1,
                    4791,
                    devices,
                    null,
                    null));
        }
    }

    @Test
    void constantsThatTakeSeveralCollectivesToRecoverAreSlow() {
        collectives(MILLISECOND);
        dcqcn(10_000_000L);
        Finding slow = only();
        assertThat(slow.kind()).isEqualTo(FindingKind.RECOVERY_SLOW);
        assertThat(slow.entities()).hasSize(8).startsWith("h0", "h1");
        assertThat(slow.suggestion()).endsWith(" --set dcqcn-rate-increase-timer@h0=55000");
    }

    @Test
    void constantsThatRecoverInTimeOrAreNotKnownOrWithoutCollectivesAreNotSlow() {
        dcqcn(10_000_000L);
        assertThat(fabric.findings()).isEmpty();
        collectives(MILLISECOND);
        dcqcn(55_000L);
        assertThat(fabric.findings()).isEmpty();
        dcqcn(null);
        assertThat(fabric.findings()).isEmpty();
    }

    private void dcqcn(@Nullable Long timerNs) {
        for (int host = 0; host < 8; host++) {
            fabric.apply(new DcqcnSet(
                    fabric.at(1 + (timerNs == null ? 0 : timerNs == 55_000 ? 2 : 1)),
                    new DeviceId("h" + host),
                    null,
                    null,
                    null,
                    timerNs,
                    40_000_000L,
                    400_000_000L,
                    null,
                    1));
        }
    }

    private void collectives(long durationNs) {
        for (int step = 0; step < 10; step++) {
            long startNs = step * 5L * MILLISECOND;
            fabric.apply(new CollectiveObserved(
                    fabric.at(startNs),
                    SmallFabric.JOB,
                    step,
                    0,
                    0,
                    CollectiveOperation.ALL_REDUCE,
                    1_000_000,
                    startNs,
                    startNs + durationNs));
            fabric.apply(new StepCompleted(
                    fabric.at(startNs + 5 * MILLISECOND),
                    SmallFabric.JOB,
                    step,
                    startNs,
                    null,
                    startNs + 5 * MILLISECOND));
        }
    }

    @Test
    void aHostWhosePausesAreShortIsASlowReceiverFromTheFirstLookOn() {
        // 100 Gbit/s: the longest pause is 335 us.
        pauses(20_000, 20);
        assertThat(only().kind()).isEqualTo(FindingKind.RECEIVER_SLOW);
    }

    @Test
    void aHostWhosePausesLastIsAStormFromTheFirstLookOn() {
        pauses(300_000, 2);
        assertThat(only().kind()).isEqualTo(FindingKind.PAUSE_STORM);
    }

    private void pauses(long pauseNs, long framesPerMs) {
        fabric.counters(
                "leaf1",
                "h3",
                0,
                5,
                Map.of(
                        CounterName.TX_BYTES,
                        LINE_BYTES / 4,
                        CounterName.PFC_RX_FRAMES,
                        framesPerMs,
                        CounterName.PFC_RX_PAUSED_NS,
                        framesPerMs * pauseNs));
    }

    private Finding only() {
        List<Finding> findings = fabric.findings();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }
}
