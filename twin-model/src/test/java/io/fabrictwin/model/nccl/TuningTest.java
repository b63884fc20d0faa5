package io.fabrictwin.model.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TuningTest {
    private static final Graph GRAPH = new Graph(8, 48, 48);

    private static Communicator ranks(int nodes, int perNode, GpuGeneration generation, boolean isCollNetEnabled) {
        return new Communicator(
                nodes,
                perNode,
                generation,
                CpuVendor.INTEL,
                true,
                true,
                isCollNetEnabled,
                true,
                false,
                0,
                16,
                GRAPH,
                GRAPH,
                GRAPH,
                GRAPH);
    }

    private static Tuning tuning(String version) {
        return Tuning.of(NcclVersion.parse(version));
    }

    private static Estimate only(String version, Communicator ranks, Algorithm algorithm, Protocol protocol) {
        return tuning(version)
                .allowing(Set.of(algorithm), Set.of(protocol))
                .estimates(ranks, CollectiveOperation.ALL_REDUCE)
                .get(0);
    }

    /** Version 2.20 counts 2 N steps between nodes: 8.4 + (30 - 4) 3.4 + 4 x 14; its LL ring has a quarter of the bus. */
    @Test
    void olderVersionsHaveTheirOwnRules() {
        Communicator two = ranks(2, 8, GpuGeneration.HOPPER, false);
        assertThat(only("2.20.5", two, Algorithm.RING, Protocol.SIMPLE).latencyNs())
                .isCloseTo(152_800, within(1e-6));
        assertThat(only("2.30", two, Algorithm.RING, Protocol.SIMPLE).latencyNs())
                .isCloseTo(131_600, within(1e-6));
        assertThat(only("2.20.5", two, Algorithm.NVLS_TREE, Protocol.SIMPLE).bytesPerNs())
                .isCloseTo(8 * 48 * 5 / 6.0, within(1e-9));
        // Tree Simple in 2.12: no base, 2 (7 x 28 + 28).
        assertThat(only("2.12.12", two, Algorithm.TREE, Protocol.SIMPLE).latencyNs())
                .isCloseTo(448_000, within(1e-6));
        Communicator alone = ranks(1, 8, GpuGeneration.AMPERE, false);
        assertThat(only("2.8.4", alone, Algorithm.TREE, Protocol.LL).latencyNs())
                .isCloseTo(1000 * (4.4 + 14 * 0.52), within(1e-6));
    }

    @Test
    void versionsBeforeTheOldestAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> tuning("2.7.8")).withMessageContaining("2.8.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NcclVersion.parse("2"))
                .withMessageContaining("2.26");
        assertThat(NcclVersion.parse("2.26.2+cuda12.8")).isEqualTo(new NcclVersion(2, 26, 2));
    }

    @Test
    void pairsAreAllowedAsInTheSource() {
        assertThat(tuning("2.30").estimates(ranks(4, 1, GpuGeneration.HOPPER, false), CollectiveOperation.ALL_GATHER))
                .extracting(Estimate::algorithm)
                .containsExactly(Algorithm.RING, Algorithm.RING, Algorithm.RING, Algorithm.PAT);
        assertThat(tuning("2.30").estimates(ranks(4, 8, GpuGeneration.HOPPER, true), CollectiveOperation.ALL_GATHER))
                .extracting(Estimate::algorithm)
                .containsExactly(
                        Algorithm.RING, Algorithm.RING, Algorithm.RING, Algorithm.COLLNET_DIRECT, Algorithm.NVLS);
        assertThat(tuning("2.30").estimates(ranks(1, 8, GpuGeneration.HOPPER, true), CollectiveOperation.ALL_REDUCE))
                .extracting(Estimate::algorithm)
                .doesNotContain(Algorithm.NVLS_TREE, Algorithm.COLLNET_CHAIN, Algorithm.PAT)
                .contains(Algorithm.NVLS);
        assertThat(tuning("2.16").estimates(ranks(1, 8, GpuGeneration.AMPERE, false), CollectiveOperation.ALL_REDUCE))
                .extracting(Estimate::algorithm)
                .doesNotContain(Algorithm.NVLS);
    }

    @ParameterizedTest
    @EnumSource(
            value = CollectiveOperation.class,
            names = {"ALL_TO_ALL", "SEND", "GATHER"})
    void whatIsSentIsNotChosen(CollectiveOperation operation) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuning("2.30").choose(ranks(2, 8, GpuGeneration.HOPPER, false), operation, 1));
    }

    @Test
    void settingsThatLeaveNothingAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuning("2.30")
                        .allowing(Set.of(Algorithm.NVLS_TREE), Set.of(Protocol.LL))
                        .choose(ranks(2, 8, GpuGeneration.HOPPER, false), CollectiveOperation.ALL_REDUCE, 1))
                .withMessageContaining("NVLSTree");
    }

    /** NCCL's own table of corrections starts at 64 B and ends at 256 MiB. */
    @ParameterizedTest
    @ValueSource(strings = {"2.8", "2.18", "2.22", "2.26", "2.30"})
    void correctionsCoverAllSizes(String version) {
        for (long bytes = 1; bytes > 0 && bytes < 1L << 40; bytes *= 2) {
            for (Protocol protocol : Protocol.values()) {
                assertThat(tuning(version).correction(Algorithm.TREE, protocol, bytes))
                        .isBetween(0.4, 1.0);
            }
        }
        assertThat(tuning(version).correction(Algorithm.TREE, Protocol.SIMPLE, 1L << 29))
                .isOne();
    }

    @Test
    void smallMessagesUseFewerChannels() {
        Communicator two = ranks(2, 8, GpuGeneration.HOPPER, false);
        assertThat(tuning("2.30").channels(two, Algorithm.TREE, Protocol.LL, 8 << 10))
                .isEqualTo(2);
        assertThat(tuning("2.30").channels(two, Algorithm.TREE, Protocol.LL, 8)).isEqualTo(1);
        assertThat(tuning("2.30").channels(two, Algorithm.RING, Protocol.SIMPLE, 1 << 30))
                .isEqualTo(16);
    }
}
