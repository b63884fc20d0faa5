package io.fabrictwin.model.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.collective.Message;
import io.fabrictwin.model.congestion.Contention;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Algorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives as bundles, against the same messages one by one. */
class BundlesTest {
    private static final int RANKS = 8;
    private static final int SPINES = 2;
    private static final int HOSTS_OF_LEAF = 4;

    private static CollectiveWork work(CollectiveOperation operation, long bytes) {
        return new CollectiveWork(operation, bytes, 1, 0);
    }

    /** Two leaves of four hosts, two spines, all links of 100 Gbit/s: a link of a host, then those of the leaves. */
    private static Network leafSpine(TransportKind kind, EcnProfile ecn) {
        Network.Builder builder = Network.builder(new Transport(
                kind,
                4_096,
                4_152,
                60,
                ecn,
                new PfcProfile(true, 0.125, 4_096, 3_072, null),
                new DcqcnProfile(1 / 256.0, 1_000, 4_000, 300_000, 2e7, 2e8, 1e9, 1)));
        builder.switchNode("leaf0", 32 << 20).switchNode("leaf1", 32 << 20);
        for (int spine = 0; spine < SPINES; spine++) {
            builder.switchNode("spine" + spine, 32 << 20);
        }
        for (int host = 0; host < RANKS; host++) {
            builder.host("h" + host);
            builder.link("h" + host, "leaf" + host / HOSTS_OF_LEAF, 100e9, 1_000, null, null, null);
        }
        for (int leaf = 0; leaf < 2; leaf++) {
            for (int spine = 0; spine < SPINES; spine++) {
                builder.link("leaf" + leaf, "spine" + spine, 100e9, 1_000, null, null, null);
            }
        }
        return builder.build();
    }

    /** Ways between leaves go over a spine that is drawn for each pair of ranks. */
    private static QueuePairs drawn(long seed, int[] hostOfRank) {
        SplittableRandom random = new SplittableRandom(seed);
        int[][] spines = new int[RANKS][RANKS];
        for (int[] row : spines) {
            for (int place = 0; place < row.length; place++) {
                row[place] = random.nextInt(SPINES);
            }
        }
        return (stream, source, destination) -> {
            int from = hostOfRank[source];
            int to = hostOfRank[destination];
            int up = 2 * RANKS + 2 * (SPINES * (from / HOSTS_OF_LEAF) + spines[source][destination]);
            int down = 2 * RANKS + 2 * (SPINES * (to / HOSTS_OF_LEAF) + spines[source][destination]) + 1;
            int[] ports = from / HOSTS_OF_LEAF == to / HOSTS_OF_LEAF
                    ? new int[] {2 * from, 2 * to + 1}
                    : new int[] {2 * from, up, down, 2 * to + 1};
            return List.of(new QueuePairs.Way(ports, null));
        };
    }

    private static int[] shuffled(long seed) {
        List<Integer> hosts = new ArrayList<>();
        for (int host = 0; host < RANKS; host++) {
            hosts.add(host);
        }
        Collections.shuffle(hosts, new java.util.Random(seed));
        return hosts.stream().mapToInt(Integer::intValue).toArray();
    }

    private static double timeNs(
            Network network, StepGraph graph, QueuePairs pairs, List<CollectiveWork> collectives, boolean isBundled) {
        int start = graph.start(0);
        List<Integer> ends = new ArrayList<>();
        for (CollectiveWork collective : collectives) {
            ends.add(graph.step(
                    new StepWork(Collections.nCopies(RANKS, 0L), List.of(collective)),
                    StepProgress.NONE,
                    pairs,
                    start));
        }
        int[] stop = ends.stream().mapToInt(Integer::intValue).toArray();
        List<PauseStorm> storms = List.of();
        return (isBundled
                        ? Fluid.runAtShares(
                                network,
                                graph.activities(),
                                storms,
                                List.of(),
                                graph.usualMessageBytes(),
                                new Contention(),
                                stop)
                        : Fluid.run(network, graph.activities(), storms, stop, 1))
                .makespanNs();
    }

    private static double ratio(TransportKind kind, long seed, CollectiveOperation operation) {
        Network network = leafSpine(kind, new EcnProfile(true, 400_000, 1_600_000, 0.2));
        QueuePairs pairs = drawn(seed, shuffled(seed));
        List<CollectiveWork> collectives = List.of(work(operation, 32_000_000));
        return timeNs(network, StepGraph.bundled(network), pairs, collectives, true)
                / timeNs(network, new StepGraph(), pairs, collectives, false);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aRingTakesWhatItsMessagesTake(long seed) {
        assertThat(ratio(TransportKind.IDEAL, seed, CollectiveOperation.ALL_REDUCE))
                .isCloseTo(1, within(0.03));
        assertThat(ratio(TransportKind.ROCE_DCQCN, seed, CollectiveOperation.ALL_REDUCE))
                .isCloseTo(1, within(0.12));
    }

    /** Of flows that share many ports in part, the bundle takes the fullest port alone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void allToAllTakesWhatItsMessagesTake(long seed) {
        assertThat(ratio(TransportKind.IDEAL, seed, CollectiveOperation.ALL_TO_ALL))
                .isBetween(0.85, 1.01);
        assertThat(ratio(TransportKind.ROCE_DCQCN, seed, CollectiveOperation.ALL_TO_ALL))
                .isBetween(0.75, 1.05);
    }

    @Test
    void thresholdsThatMarkAtOnceCostABundleWhatTheyCostItsMessages() {
        QueuePairs pairs = drawn(3, shuffled(3));
        List<CollectiveWork> twice = List.of(
                work(CollectiveOperation.ALL_REDUCE, 32_000_000), work(CollectiveOperation.ALL_REDUCE, 32_000_000));
        double[] slowdowns = new double[2];
        for (boolean isBundled : new boolean[] {false, true}) {
            double[] timesNs = new double[2];
            for (int low = 0; low < 2; low++) {
                Network network = leafSpine(
                        TransportKind.ROCE_DCQCN,
                        low == 1 ? new EcnProfile(true, 0, 2_000, 1) : new EcnProfile(true, 400_000, 1_600_000, 0.2));
                StepGraph graph = isBundled ? StepGraph.bundled(network) : new StepGraph();
                timesNs[low] = timeNs(network, graph, pairs, twice, isBundled);
            }
            slowdowns[isBundled ? 1 : 0] = timesNs[1] / timesNs[0];
        }

        assertThat(slowdowns[0]).isGreaterThan(1.2);
        assertThat(slowdowns[1]).isBetween(0.75 * slowdowns[0], 1.35 * slowdowns[0]);
    }

    @ParameterizedTest
    @EnumSource
    void thePairsOfACollectiveSendWhatItsMessagesCarry(CollectiveOperation operation) {
        for (Algorithm algorithm : List.of(Algorithm.RING, Algorithm.TREE, Algorithm.PAT)) {
            CollectiveWork work =
                    new CollectiveWork(operation, 1_000_003, 1, 0, LibraryChoice.USUAL.withAlgorithm(algorithm));
            Map<Long, Integer> counts = new HashMap<>();
            Map<Long, Long> longest = new HashMap<>();
            for (Message message : LibraryMessages.of(work, RANKS, null)) {
                long pair = (long) message.sourceRank() * RANKS + message.destinationRank();
                counts.merge(pair, 1, Integer::sum);
                longest.merge(pair, message.bytes(), Math::max);
            }

            List<LibraryMessages.PairTraffic> traffic = LibraryMessages.traffic(work, RANKS, null);

            assertThat(traffic).hasSameSizeAs(counts.keySet()).allSatisfy(pair -> {
                long key = (long) pair.sourceRank() * RANKS + pair.destinationRank();
                assertThat(pair.messages()).isEqualTo(counts.get(key));
                assertThat(pair.messageBytes()).isEqualTo(longest.get(key));
            });
            assertThat(LibraryMessages.count(work, RANKS))
                    .isEqualTo(
                            counts.values().stream().mapToInt(Integer::intValue).sum());
        }
    }
}
