package io.fabrictwin.model.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.fabrictwin.model.collective.Message;
import io.fabrictwin.model.collective.ReductionTree;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.Protocol;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryMessagesTest {
    private static final CollectiveOperation ALL_REDUCE = CollectiveOperation.ALL_REDUCE;

    private static CollectiveWork work(CollectiveOperation operation, long bytes, Algorithm algorithm) {
        return new CollectiveWork(operation, bytes, 1, 0, LibraryChoice.USUAL.withAlgorithm(algorithm));
    }

    /** Hosts on one switch, 1 byte/ns; the last node is what reduces in the switch, as fast as all others together. */
    private static double timeNs(CollectiveWork work, int ranks, @Nullable ReductionTree tree) {
        Network.Builder builder = Network.builder(new Transport(
                TransportKind.IDEAL,
                1_000,
                1_000,
                0,
                new EcnProfile(false, 0, 0, 0),
                new PfcProfile(false, 0.125, 0, 0, null),
                new DcqcnProfile(0.004, 1_000, 4_000, 300_000, 2e7, 2e8, 1e9, 1)));
        builder.switchNode("s", 1 << 20);
        for (int host = 0; host <= ranks; host++) {
            builder.host("h" + host).link("h" + host, "s", host == ranks ? 8e9 * ranks : 8e9, 1_000, null, null, null);
        }
        Network network = builder.build();
        StepGraph graph = new StepGraph();
        int end = graph.step(
                new StepWork(Collections.nCopies(ranks, 0L), List.of(work), tree),
                StepProgress.NONE,
                (stream, source, destination) ->
                        List.of(new QueuePairs.Way(new int[] {2 * source, 2 * destination + 1}, null)),
                graph.start(0));
        return Fluid.run(network, graph.activities(), List.of(), new int[0], 1).endNs(end);
    }

    private static ReductionTree star(int ranks) {
        List<Integer> parent = new ArrayList<>(Collections.nCopies(ranks, ranks));
        parent.add(-1);
        return new ReductionTree(ranks, parent);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16, 32})
    void aSmallTreeTakesItsHopsUpAndDownInsteadOfThoseRoundTheRing(int ranks) {
        // of 4 bytes nothing but the round trip of 4 us counts: 2 (n - 1) of them against two for each level
        int levels = Integer.numberOfTrailingZeros(ranks);
        double ring = timeNs(work(ALL_REDUCE, 4L * ranks, Algorithm.RING), ranks, null);
        double tree = timeNs(work(ALL_REDUCE, 4L * ranks, Algorithm.TREE), ranks, null);

        assertThat(ring / tree).isCloseTo(2.0 * (ranks - 1) / (2 * levels), withinPercentage(5));
        assertThat(LibraryMessages.rounds(work(ALL_REDUCE, 4, Algorithm.TREE), ranks))
                .isEqualTo(2 * levels);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void switchesThatReduceTakeTheBytesOnceAndTheRingNearlyTwice(int ranks) {
        long bytes = 80_000_000;
        double ring = timeNs(work(ALL_REDUCE, bytes, Algorithm.RING), ranks, null);
        double reduced = timeNs(work(ALL_REDUCE, bytes, Algorithm.COLLNET_DIRECT), ranks, star(ranks));

        assertThat(ring / reduced).isCloseTo(0.95 * 2 * (ranks - 1) / ranks, within(0.02));
    }

    @Test
    void aLargeTreeIsAsSlowAsItsBusiestMember() {
        // inside of one tree a member sends half of the data up and half down to each of two, as a leaf of the other
        // half up
        double tree = timeNs(work(ALL_REDUCE, 80_000_000, Algorithm.TREE), 8, null);

        assertThat(tree / 80e6).isCloseTo(2, within(0.1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 13})
    void anAllGatherInLogarithmicRoundsGivesEverybodyAllParts(int ranks) {
        List<Message> messages =
                LibraryMessages.of(work(CollectiveOperation.ALL_GATHER, 1_000L * ranks, Algorithm.PAT), ranks, null);
        List<BitSet> known = new ArrayList<>();
        IntStream.range(0, ranks).forEach(rank -> known.add(BitSet.valueOf(new long[] {1L << rank})));
        for (int round = 0; round < LibraryMessages.rounds(messages); round++) {
            List<BitSet> before =
                    known.stream().map(set -> (BitSet) set.clone()).toList();
            for (Message message : messages) {
                if (message.round() == round) {
                    known.get(message.destinationRank()).or(before.get(message.sourceRank()));
                }
            }
        }

        assertThat(known).allSatisfy(set -> assertThat(set.cardinality()).isEqualTo(ranks));
        assertThat(messages.stream().mapToLong(Message::bytes).sum()).isEqualTo(1_000L * ranks * (ranks - 1));
    }

    @Test
    void protocolsAddTheirFlags() {
        CollectiveWork simple = work(ALL_REDUCE, 3_840, Algorithm.RING);
        for (Protocol protocol : Protocol.values()) {
            CollectiveWork other = simple.with(simple.library().withProtocol(protocol));
            long bytes = LibraryMessages.of(other, 4, null).get(0).bytes();

            assertThat(bytes)
                    .isEqualTo(
                            switch (protocol) {
                                case LL -> 1_920;
                                case LL128 -> 1_024;
                                case SIMPLE -> 960;
                            });
        }
    }

    @Test
    void switchesThatReduceHaveToBeThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LibraryMessages.of(work(ALL_REDUCE, 8, Algorithm.NVLS), 4, null))
                .withMessage("NVLS without switches that reduce");
        assertThatIllegalArgumentException().isThrownBy(() -> new ReductionTree(2, List.of(2, 1, -1)));
    }

    @Test
    void aHopThatCostsSomethingCostsItInEachRound() {
        CollectiveWork work = work(ALL_REDUCE, 16, Algorithm.RING);
        double free = timeNs(work, 4, null);

        assertThat(timeNs(work.with(work.library().withHopNs(5_000)), 4, null) - free)
                .isEqualTo(6 * 5_000);
    }
}
