package io.fabrictwin.model.detection;

import static io.fabrictwin.model.detection.SmallFabric.MILLISECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Credits, tables, subnet managers and reduction in switches; and rails. */
class InfinibandFindingsTest {
    private static final long LINE_BYTES = SmallFabric.BITS_PER_SECOND / 8 / 1000;
    private static final JobId OTHER = new JobId("job1");

    private final SmallFabric fabric = new SmallFabric();

    @Test
    void aPortThatWaitsForCreditFarMoreThanItUsedToIsStarved() {
        waits(fabric, 0, 25, LINE_BYTES / 3, 10_000);
        waits(fabric, 25, 35, LINE_BYTES / 10, 180_000);
        Finding starved = only();
        assertThat(starved.kind()).isEqualTo(FindingKind.CREDITS_STARVED);
        assertThat(starved.entities()).containsExactly("leaf0:spine1", "spine1:leaf0");
        assertThat(starved.startNs()).isEqualTo(25 * MILLISECOND);
    }

    @Test
    void aPortThatAlwaysWaitedOrIsFullOrHasNoPastOrTellsNoBytesIsNotStarved() {
        waits(fabric, 0, 25, LINE_BYTES / 3, 120_000);
        waits(fabric, 25, 35, LINE_BYTES / 10, 180_000);
        waits(new SmallFabric(), 0, 10, LINE_BYTES / 10, 180_000);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric full = new SmallFabric();
        waits(full, 0, 25, LINE_BYTES / 3, 10_000);
        waits(full, 25, 35, LINE_BYTES, 180_000);
        assertThat(full.findings()).isEmpty();
        SmallFabric young = new SmallFabric();
        waits(young, 0, 10, LINE_BYTES / 10, 180_000);
        assertThat(young.findings()).isEmpty();
        SmallFabric unknown = new SmallFabric();
        unknown.counters("leaf0", "spine1", 0, 25, Map.of(CounterName.TX_WAIT_TICKS, 10_000L));
        unknown.counters("leaf0", "spine1", 25, 35, Map.of(CounterName.TX_WAIT_TICKS, 180_000L));
        assertThat(unknown.findings()).isEmpty();
    }

    private static void waits(SmallFabric fabric, int fromMs, int toMs, long bytes, long ticks) {
        fabric.counters(
                "leaf0", "spine1", fromMs, toMs, Map.of(CounterName.TX_BYTES, bytes, CounterName.TX_WAIT_TICKS, ticks));
    }

    @Test
    void aTableThatLacksWhatMostKnowHasAHole() {
        table("leaf0", Map.of("1-2", "h0", "3", "spine0"));
        table("leaf1", Map.of("1", "spine0", "2", "spine1", "3", "h2"));
        table("spine0", Map.of("1", "leaf0", "2", "leaf0"));
        Finding hole = only();
        assertThat(hole.kind()).isEqualTo(FindingKind.ROUTES_BROKEN);
        assertThat(hole.entities()).containsExactly("spine0");
        assertThat(hole.evidence().get(0)).startsWith("LID 3 have no port in the table of spine0");
    }

    @Test
    void tablesThatSendADestinationRoundAreALoop() {
        table("leaf0", Map.of("3", "spine0"));
        table("spine0", Map.of("3", "leaf1"));
        table("leaf1", Map.of("3", "spine1"));
        table("spine1", Map.of("3", "leaf0"));
        Finding loop = only();
        assertThat(loop.kind()).isEqualTo(FindingKind.ROUTES_BROKEN);
        assertThat(loop.entities()).containsExactly("leaf0", "leaf1", "spine0", "spine1");
        assertThat(loop.severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void tablesThatEndAtASwitchOfUnknownTableOrAreTooFewAreNotBroken() {
        table("leaf0", Map.of("3", "spine0"));
        table("spine0", Map.of("3", "leaf1", "multicast", "leaf0"));
        assertThat(fabric.findings()).isEmpty();
        table("leaf1", Map.of("4", "spine1", "3", "h2"));
        assertThat(fabric.findings()).isEmpty();
    }

    private void table(String device, Map<String, String> entries) {
        fabric.apply(new ForwardingTableObserved(fabric.at(5), new DeviceId(device), new TreeMap<>(entries)));
    }

    @Test
    void aManagerThatBecomesMasterAfterAnotherHasTakenOver() {
        manager("spine0", "MASTER", 1);
        manager("spine1", "STANDBY", 1);
        assertThat(fabric.findings()).isEmpty();
        manager("spine1", "MASTER", 9);
        Finding moved = only();
        assertThat(moved.kind()).isEqualTo(FindingKind.SUBNET_MANAGER_MOVED);
        assertThat(moved.entities()).containsExactly("spine1", "spine0");
        assertThat(moved.startNs()).isEqualTo(9 * MILLISECOND);
    }

    @Test
    void aManagerThatStoodByOrTheOnlyOneHasNotMoved() {
        manager("spine0", "STANDBY", 1);
        manager("spine1", "MASTER", 9);
        manager("spine1", "MASTER", 12);
        assertThat(fabric.findings()).isEmpty();
    }

    private void manager(String device, String state, int ms) {
        fabric.apply(new SubnetManagerChanged(fabric.at(ms * MILLISECOND), new DeviceId(device), state, null, 1));
    }

    @Test
    void aJobThatReducesInItsGpusThoughAnotherUsesTheSwitchesIsFound() {
        allReduce();
        collnet(OTHER, "1");
        collnet(SmallFabric.JOB, "0");
        Finding unused = only();
        assertThat(unused.kind()).isEqualTo(FindingKind.SHARP_UNUSED);
        assertThat(unused.entities()).containsExactly("job0");
        assertThat(unused.suggestion()).endsWith(" --set sharp@job0=on");
    }

    @Test
    void aJobWhoseSettingIsUnknownOrThatReducesNothingOrIsAloneIsNot() {
        allReduce();
        collnet(OTHER, "1");
        assertThat(fabric.findings()).isEmpty();
        SmallFabric alone = new SmallFabric();
        alone.apply(new JobTuned(alone.at(1), SmallFabric.JOB, null, "NCCL_COLLNET_ENABLE", "0"));
        assertThat(alone.findings()).isEmpty();
        SmallFabric nothing = new SmallFabric();
        nothing.apply(new JobTuned(nothing.at(1), OTHER, null, "NCCL_COLLNET_ENABLE", "1"));
        nothing.apply(new JobTuned(nothing.at(1), SmallFabric.JOB, null, "NCCL_COLLNET_ENABLE", "0"));
        assertThat(nothing.findings()).isEmpty();
    }

    private void allReduce() {
        fabric.apply(
                new CollectivePlanned(fabric.at(0), SmallFabric.JOB, 0, CollectiveOperation.ALL_REDUCE, 1 << 26, 0, 0));
    }

    private void collnet(JobId job, String value) {
        fabric.apply(new JobTuned(fabric.at(1), job, null, "NCCL_COLLNET_ENABLE", value));
    }

    @Test
    void aRailThatCarriesFarLessThanItDidIsUneven() {
        rails(fabric);
        traffic(fabric, 0, 42, 1_000_000, 1_000_000);
        traffic(fabric, 42, 80, 1_800_000, 200_000);
        steps(fabric);
        Finding uneven = only();
        assertThat(uneven.kind()).isEqualTo(FindingKind.RAILS_UNEVEN);
        assertThat(uneven.entities().get(0)).isEqualTo("rail1");
        assertThat(uneven.summary()).isEqualTo("Rail 1 carries 10 % of what 8 hosts send, before that 50 %.");
    }

    @Test
    void railsThatGetLessTogetherOrOneWithoutCountersAreNotUneven() {
        rails(fabric);
        traffic(fabric, 0, 42, 1_000_000, 1_000_000);
        traffic(fabric, 42, 80, 200_000, 200_000);
        steps(fabric);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric unknown = new SmallFabric();
        rails(unknown);
        for (int host = 0; host < 8; host++) {
            unknown.counters("h" + host, "leaf" + host / 2, 0, 80, Map.of(CounterName.TX_BYTES, 1_000_000L));
        }
        steps(unknown);
        assertThat(unknown.findings()).isEmpty();
    }

    /** A second port of every host, to the leaf across. */
    private static void rails(SmallFabric fabric) {
        for (int host = 0; host < 8; host++) {
            fabric.apply(new LinkDiscovered(
                    fabric.at(0),
                    SmallFabric.linkId("h" + host, second(host)),
                    SmallFabric.BITS_PER_SECOND,
                    1000L,
                    null));
        }
    }

    private static String second(int host) {
        return "leaf" + (3 - host / 2);
    }

    /** Of the lesser and the greater port of every host. */
    private static void traffic(SmallFabric fabric, int fromMs, int toMs, long lesser, long greater) {
        for (int host = 0; host < 8; host++) {
            boolean isFirstLesser = host < 4;
            fabric.counters(
                    "h" + host,
                    "leaf" + host / 2,
                    fromMs,
                    toMs,
                    Map.of(CounterName.TX_BYTES, isFirstLesser ? lesser : greater));
            fabric.counters(
                    "h" + host,
                    second(host),
                    fromMs,
                    toMs,
                    Map.of(CounterName.TX_BYTES, isFirstLesser ? greater : lesser));
        }
    }

    private static void steps(SmallFabric fabric) {
        for (int step = 0; step < 12; step++) {
            fabric.step(
                    step, step * 6L * MILLISECOND, (step + 1) * 6L * MILLISECOND, Collections.nCopies(8, MILLISECOND));
        }
    }

    private Finding only() {
        List<Finding> findings = fabric.findings();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }
}
