package io.fabrictwin.model.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import io.fabrictwin.model.cluster.RoutingMode;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterModelTest {
    private static final long GIB = 1L << 30;
    private static final ClusterDescription H100 =
            MeasuredClusters.h100("h100", 8, 8, 400, "infiniband", "2.30", false);

    /** What NCCL's log shows on such servers: channels x GB/s. */
    @Test
    void findsTheChannelsOfTheUsualServers() {
        assertThat(ChannelSearch.communicator(H100, 16).ring()).isEqualTo(new Graph(8, 48, 48));
        assertThat(ChannelSearch.communicator(H100, 16).channels()).isEqualTo(16);
        assertThat(ChannelSearch.communicator(H100, 8).ring()).isEqualTo(new Graph(12, 30, 30));
        assertThat(ChannelSearch.communicator(H100, 8).channels()).isEqualTo(24);
        assertThat(ChannelSearch.communicator(H100, 8).nvls()).isEqualTo(new Graph(8, 40, 40));
        ClusterDescription gh200 = MeasuredClusters.gh200("gh200");
        assertThat(ChannelSearch.communicator(gh200, 8).ring()).isEqualTo(new Graph(4, 24, 24));
        assertThat(ChannelSearch.communicator(gh200, 8).tree()).isEqualTo(new Graph(4, 48, 24));
        assertThat(ChannelSearch.communicator(gh200, 8).nvls()).isNull();
        ClusterDescription a100 = MeasuredClusters.a100("a100", 8, 200, "infiniband", "2.18");
        assertThat(ChannelSearch.communicator(a100, 8).ring()).isEqualTo(new Graph(12, 20, 20));
    }

    @Test
    void ranksFillWholeServers() {
        for (int ranks : new int[] {1, 12, 136}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ClusterModel.of(H100, ranks))
                    .withMessageContaining("ranks must be");
        }
    }

    /** Two trees over two nodes cross the NICs once a byte where a ring crosses them nearly twice. */
    @Test
    void twoNodesMayBeatTheNicRate() {
        Prediction two = ClusterModel.of(H100, 16).predict(CollectiveOperation.ALL_REDUCE, 16 * GIB);
        assertThat(two.busBytesPerNs()).isBetween(440.0, 480.0);
        Prediction four = ClusterModel.of(H100, 32).predict(CollectiveOperation.ALL_REDUCE, 16 * GIB);
        assertThat(four.busBytesPerNs()).isLessThan(400);
        assertThat(four.bound()).isEqualTo(Bound.NIC);
        assertThat(ClusterModel.of(H100, 32)
                        .predict(CollectiveOperation.ALL_REDUCE, 8)
                        .bound())
                .isEqualTo(Bound.LATENCY);
    }

    /** A NIC across the socket carries 10 GB/s with Intel's CPUs: ring all-gathers of the cluster follow it. */
    @Test
    void aNicAcrossTheSocketIsCapped() {
        NodeDescription node = H100.node();
        NodeDescription far = new NodeDescription(
                node.gpus(),
                node.generation(),
                CpuVendor.INTEL,
                node.nvlinks(),
                node.hasNvswitch(),
                node.pcieBytesPerNs(),
                List.of(new NicGroup(8, 400e9, GpuDistance.SYS)));
        double rate = ClusterModel.of(MeasuredClusters.cluster("far", 4, far, "roce", "2.30", false), 32)
                .predict(CollectiveOperation.ALL_GATHER, 16 * GIB)
                .busBytesPerNs();
        assertThat(rate).isCloseTo(80, within(1.0));
    }

    /** Leaves of 4 nodes, four times oversubscribed: an all-to-all over 4 leaves takes max(1, o (1 - 1/L)) = 3 times as long. */
    @Test
    void uplinksBoundAllToAllButNotRings() {
        ClusterDescription flat = H100;
        ClusterDescription thin = new ClusterDescription(
                "thin",
                flat.nodes(),
                flat.node(),
                new NetworkDescription("roce", 4, 4, 4 * 8 * 400e9 / 4 / 4, RoutingMode.SPRAY),
                flat.library(),
                null);
        Prediction free = ClusterModel.of(flat, 128).predict(CollectiveOperation.ALL_TO_ALL, 64 * GIB);
        Prediction bound = ClusterModel.of(thin, 128).predict(CollectiveOperation.ALL_TO_ALL, 64 * GIB);
        assertThat(bound.bound()).isEqualTo(Bound.UPLINK);
        // Of the nodes' traffic 15/16 leave a node and 12/16 leave a leaf.
        assertThat(bound.timeNs() / free.timeNs()).isCloseTo(4 * 12 / 15.0, within(0.01));
        assertThat(ClusterModel.of(thin, 128)
                        .predict(CollectiveOperation.ALL_GATHER, 64 * GIB)
                        .timeNs())
                .isEqualTo(ClusterModel.of(flat, 128)
                        .predict(CollectiveOperation.ALL_GATHER, 64 * GIB)
                        .timeNs());
    }

    @ParameterizedTest
    @EnumSource(CollectiveOperation.class)
    void moreBytesOrLessEfficiencyNeverTakeLess(CollectiveOperation operation) {
        ClusterModel whole = ClusterModel.of(H100, 32);
        ClusterModel half = ClusterModel.of(H100.withEfficiency(0.5), 32);
        for (long bytes = 1 << 26; bytes < 1L << 36; bytes *= 2) {
            double timeNs = whole.predict(operation, bytes).timeNs();
            assertThat(half.predict(operation, bytes).timeNs()).isGreaterThanOrEqualTo(timeNs);
            assertThat(whole.predict(operation, 2 * bytes).timeNs()).isGreaterThan(timeNs);
        }
    }

    /** Equal parts are an ordinary all-to-all; one rank that gets everything waits for its NIC. */
    @Test
    void unequalPartsWaitForTheBusiestPort() {
        ClusterModel model = ClusterModel.of(H100, 16);
        long part = 1 << 26;
        long[][] bytes = new long[16][16];
        for (long[] row : bytes) {
            Arrays.fill(row, part);
        }
        double even = model.predict(CollectiveOperation.ALL_TO_ALL, 16 * part).timeNs();
        assertThat(model.allToAllNs(bytes)).isCloseTo(even, within(1e-6 * even));
        for (long[] row : bytes) {
            row[0] *= 100;
        }
        assertThat(model.allToAllNs(bytes)).isGreaterThan(10 * even);
        assertThat(model.allToAllNs(16 * part, PointToPoint.Order.ROUNDS))
                .isGreaterThan(model.allToAllNs(16 * part, PointToPoint.Order.AT_ONCE));
    }

    @Test
    void fitFindsTheEfficiencyThatMadeTheTimes() {
        List<Measurement> measurements = new ArrayList<>();
        ClusterDescription truth = H100.withEfficiency(0.83);
        for (int ranks = 16; ranks <= 128; ranks *= 2) {
            for (long bytes = 1 << 20; bytes <= 8 * GIB; bytes *= 2) {
                double timeNs = ClusterModel.of(truth, ranks)
                        .predict(CollectiveOperation.ALL_REDUCE, bytes)
                        .timeNs();
                boolean isOutlier = bytes == 2 * GIB && ranks == 32;
                measurements.add(
                        new Measurement(CollectiveOperation.ALL_REDUCE, ranks, bytes, isOutlier ? 3 * timeNs : timeNs));
            }
        }
        EfficiencyFit fit = EfficiencyFit.fit(H100, measurements);
        assertThat(fit.efficiency()).isCloseTo(0.83, within(0.01));
        assertThat(fit.used()).isEqualTo(32);
        OptionalDouble after = EfficiencyFit.medianError(
                H100.withEfficiency(fit.efficiency()), measurements, EfficiencyFit.SMALLEST_BYTES);
        assertThat(after.orElseThrow()).isLessThan(0.01);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EfficiencyFit.fit(
                        H100, List.of(new Measurement(CollectiveOperation.ALL_REDUCE, 16, 8, 30_000))))
                .withMessageContaining("67108864");
    }

    @Test
    void ringsKeepToTheirRails() {
        assertThat(RingCrossing.of(ChannelSearch.communicator(H100, 32), 8))
                .hasSize(8 * 4)
                .noneMatch(RingCrossing::changesRail);
        assertThat(RingCrossing.of(ChannelSearch.communicator(H100, 32), 8))
                .filteredOn(edge -> edge.fromNode() == 0)
                .extracting(RingCrossing::exitNic)
                .containsExactly(1, 0, 3, 2, 5, 4, 7, 6);
        assertThat(RingCrossing.of(ChannelSearch.communicator(H100, 24), 8))
                .filteredOn(RingCrossing::changesRail)
                .hasSize(8)
                .allMatch(edge -> edge.fromNode() == 2);
        assertThat(RingCrossing.of(ChannelSearch.communicator(H100, 8), 8)).isEmpty();
    }

    @Test
    void connectionsChangedWithTheVersions() {
        LibrarySettings four = new LibrarySettings("2.19.3", Set.of(), Set.of(), null, false, 4);
        assertThat(ConnectionRules.of(four)).isEqualTo(new ConnectionRules(4, true, true, 8192));
        assertThat(ConnectionRules.of(four).writes(1 << 20, true)).isEqualTo(5);
        assertThat(ConnectionRules.of(H100.library())).isEqualTo(new ConnectionRules(1, false, true, 8192));
        assertThat(ConnectionRules.of(H100.library()).writes(8192, true)).isOne();
        LibrarySettings old = new LibrarySettings("2.10.3", Set.of(), Set.of(), null, false, null);
        assertThat(ConnectionRules.of(old).hasPxn()).isFalse();
    }

    /** 50 GB/s: a slice of 1 MiB takes 21 us, so eight of them hide 168 us. */
    @Test
    void slicesHideTheLatencyOfAHop() {
        Buffers buffers = Buffers.of(NcclVersion.parse("2.30"));
        assertThat(buffers.chunkBytes()).isEqualTo(2 << 20);
        assertThat(buffers.sliceBytes()).isEqualTo(1 << 20);
        assertThat(buffers.hiddenHopNs(50)).isCloseTo(167_772, within(1.0));
    }

    @Test
    void sharpNeedsALevelPerPortCount() {
        Sharp sharp = new Sharp(2500, 600, 0.95, 32);
        assertThat(sharp.depth(2)).isOne();
        assertThat(sharp.depth(32)).isOne();
        assertThat(sharp.depth(33)).isEqualTo(2);
        assertThat(sharp.depth(1025)).isEqualTo(3);
        assertThat(sharp.timeNs(8, 8, 50)).isCloseTo(3700 + 8 / 47.5, within(1e-9));
    }

    @Test
    void anEfficiencyIsFittedWhereOneIsToldAndElseAssumed() {
        assertThat(efficiency(H100))
                .isEqualTo(
                        UsedValue.of("efficiency", 1, "1", Status.ASSUMED, "nothing was measured here: nominal rates"));
        assertThat(efficiency(H100.withEfficiency(0.93)))
                .extracting(UsedValue::value, UsedValue::status)
                .containsExactly("0.93", Status.FITTED);
        assertThat(ClusterValues.of(H100))
                .extracting(UsedValue::value)
                .contains("8 x 400 Gbit/s", "constants of NCCL 2.30.0");
    }

    private static UsedValue efficiency(ClusterDescription cluster) {
        return ClusterValues.of(cluster).stream()
                .filter(value -> value.name().equals("efficiency"))
                .findFirst()
                .orElseThrow();
    }
}
