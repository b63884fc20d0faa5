package io.fabrictwin.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import io.fabrictwin.model.cluster.RoutingMode;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.nccl.ClusterModel;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NcclCostTest {
    private static ClusterDescription cluster(RoutingMode routing, double uplinkGbps, List<NicGroup> nics) {
        return new ClusterDescription(
                "H100",
                128,
                new NodeDescription(8, GpuGeneration.HOPPER, CpuVendor.INTEL, 18, true, 52, nics),
                new NetworkDescription("roce", 32, 32, uplinkGbps * 1e9, routing),
                new LibrarySettings("2.26.2", Set.of(), Set.of(), null, false, 4),
                0.9);
    }

    private static final ClusterDescription CLUSTER =
            cluster(RoutingMode.ECMP, 1600, List.of(new NicGroup(8, 400e9, GpuDistance.PIX)));

    @Test
    void aGroupOfWholeNodesIsACommunicatorOnThem() {
        ClusterDescription flat = new ClusterDescription(
                "H100",
                16,
                CLUSTER.node(),
                new NetworkDescription("roce", 16, 0, 0, RoutingMode.ECMP),
                CLUSTER.library(),
                CLUSTER.efficiency());
        double alone = ClusterModel.of(flat, 128)
                .predict(CollectiveOperation.ALL_REDUCE, 1L << 30)
                .timeNs();

        assertThat(new NcclCost(CLUSTER).seconds(CollectiveOperation.ALL_REDUCE, 1L << 30, new Span(128, 8)))
                .isEqualTo(alone / 1e9);
    }

    /** 0.9 of 50 GB/s a NIC; ring volume 63/64. */
    @Test
    void aGroupHasTheNicsOfItsRanksAlone() {
        NcclCost cost = new NcclCost(CLUSTER);
        double rail = cost.seconds(CollectiveOperation.REDUCE_SCATTER, 8e9, new Span(64, 1));
        double pairs = cost.seconds(CollectiveOperation.REDUCE_SCATTER, 8e9, new Span(64, 2));

        assertThat(rail).isCloseTo(63 / 64.0 * 8e9 / 45e9, within(0.02 * rail));
        assertThat(pairs).isCloseTo(rail / 2, within(0.02 * rail));
        assertThat(cost.latencySeconds(CollectiveOperation.REDUCE_SCATTER, 8e9, new Span(64, 1)))
                .isPositive()
                .isLessThan(rail / 10);
    }

    @Test
    void theNetworkOfAClusterHasARailForEachNic() {
        StepNetwork network =
                StepNetwork.of(CLUSTER, IntStream.range(0, 128).boxed().toList());

        assertThat(network.fabric().rails()).isEqualTo(8);
        assertThat(network.fabric().leaves()).isEqualTo(4);
        assertThat(network.fabric().bytesPerNs(network.fabric().hostUp(3, 5))).isCloseTo(45, within(1e-9));
        // 1,600 Gb/s over 8 rails: 25 GB/s each
        assertThat(network.fabric().bytesPerNs(network.fabric().uplink(3, 1, 5)))
                .isCloseTo(22.5, within(1e-9));
        assertThat(network.picker()).isInstanceOf(PathPicker.StaticHash.class);
        assertThat(network.queuePairs().count()).isEqualTo(4);
        assertThat(network.channelsPerNic()).isEqualTo(2);
    }

    @Test
    void unequalNicsAreRefused() {
        ClusterDescription mixed = cluster(
                RoutingMode.SPRAY,
                1600,
                List.of(new NicGroup(4, 400e9, GpuDistance.PIX), new NicGroup(4, 200e9, GpuDistance.PIX)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> StepNetwork.of(mixed, List.of(0, 1)))
                .withMessageContaining("equal NICs only");
    }
}
