package io.fabrictwin.model.multipath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.flow.Certificate;
import io.fabrictwin.model.flow.EquitableClasses;
import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.multipath.PathPicker.Flowlet;
import io.fabrictwin.model.multipath.PathPicker.LeastLoaded;
import io.fabrictwin.model.multipath.PathPicker.Receiver;
import io.fabrictwin.model.multipath.PathPicker.Spray;
import io.fabrictwin.model.multipath.PathPicker.StaticHash;
import io.fabrictwin.model.multipath.QueuePairs.MessagePolicy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Laws and hand examples of path choice. */
final class MultipathTest {
    private static final double FREE = Double.POSITIVE_INFINITY;
    private static final RailFabric SMALL = RailFabric.of(2, 4, 4, 4, 1, 1);

    @Test
    void linksOfAFabricAreDistinct() {
        Set<Integer> links = new HashSet<>();
        for (int rail = 0; rail < 2; rail++) {
            for (int host = 0; host < 16; host++) {
                links.add(SMALL.hostUp(rail, host));
                links.add(SMALL.hostDown(rail, host));
                assertThat(SMALL.isFabricLink(SMALL.hostDown(rail, host))).isFalse();
            }
            for (int leaf = 0; leaf < 4; leaf++) {
                for (int spine = 0; spine < 4; spine++) {
                    links.add(SMALL.uplink(rail, leaf, spine));
                    links.add(SMALL.downlink(rail, leaf, spine));
                    assertThat(SMALL.isFabricLink(SMALL.uplink(rail, leaf, spine)))
                            .isTrue();
                }
            }
        }
        assertThat(links).hasSize(SMALL.links()).allMatch(link -> link >= 0 && link < SMALL.links());
    }

    @Test
    void oversubscriptionNarrowsUplinks() {
        RailFabric fabric = RailFabric.of(1, 2, 8, 4, 50, 2);
        assertThat(fabric.bytesPerNs(fabric.uplink(0, 1, 3))).isEqualTo(8 * 50 / (4 * 2.0));
    }

    /** Every picker puts all of a connection on the fabric, half over live links alone. */
    @Test
    void nothingIsLostOnTheWay() {
        RailFabric fabric = SMALL.with(0, SMALL.uplink(0, 0, 2), SMALL.downlink(0, 3, 1));
        for (PathPicker picker : List.of(new StaticHash(), new Flowlet(9, 0.5), new LeastLoaded(2), new Spray(1))) {
            Placement placement = new Placement(fabric, picker, QueuePairs.split(3));
            placement.start(5);
            placement.connection(0, 1, 13, 0, FREE);
            double[] load = loads(placement.problem());
            assertThat(load[fabric.hostUp(0, 1)]).isEqualTo(1);
            assertThat(load[fabric.hostDown(0, 13)]).isEqualTo(1);
            double up = 0;
            for (int spine = 0; spine < 4; spine++) {
                up += load[fabric.uplink(0, 0, spine)];
                assertThat(load[fabric.downlink(0, 3, spine)]).isEqualTo(load[fabric.uplink(0, 0, spine)]);
            }
            assertThat(up).as("%s", picker).isCloseTo(1, within(1e-12));
            assertThat(load[fabric.uplink(0, 0, 1)] + load[fabric.uplink(0, 0, 2)])
                    .isZero();
        }
    }

    @Test
    void refusesWhereNoPathIsLeft() {
        Placement placement = new Placement(
                SMALL.with(
                        0, IntStream.range(0, 4).map(s -> SMALL.uplink(1, 2, s)).toArray()),
                new StaticHash(),
                QueuePairs.ONE);
        assertThatThrownBy(() -> placement.connection(1, 8, 0, 0, FREE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no spine of rail 1 reaches from leaf 2 to leaf 0");
    }

    @Test
    void sprayingFollowsCapacity() {
        RailFabric fabric = SMALL.with(0.5, SMALL.uplink(0, 0, 0), SMALL.downlink(0, 1, 1));
        Placement placement = new Placement(fabric, new Spray(0.9), QueuePairs.ONE);
        placement.connection(0, 0, 4, 0, FREE);
        double[] load = loads(placement.problem());
        assertThat(load[fabric.uplink(0, 0, 0)]).isCloseTo(0.5 / 3 / 0.9, within(1e-12));
        assertThat(load[fabric.uplink(0, 0, 1)]).isCloseTo(0.5 / 3 / 0.9, within(1e-12));
        assertThat(load[fabric.uplink(0, 0, 2)]).isCloseTo(1.0 / 3 / 0.9, within(1e-12));
    }

    /** Without gaps a flowlet is the whole flow; with a gap before every message it comes near to spraying. */
    @Test
    void flowletsLieBetweenHashingAndSpraying() {
        List<Channel> rings = List.of(Channel.ring(0, Channel.shuffled(16, 3)));
        double[] slowest = new double[3];
        for (int seed = 0; seed < 40; seed++) {
            double hashed = new ChannelRates(SMALL, new StaticHash(), QueuePairs.ONE).slowest(rings, seed);
            assertThat(new ChannelRates(SMALL, new Flowlet(50, 0), QueuePairs.ONE).slowest(rings, seed))
                    .isCloseTo(hashed, within(1e-12));
            slowest[0] += hashed;
            slowest[1] += new ChannelRates(SMALL, new Flowlet(50, 0.1), QueuePairs.ONE).slowest(rings, seed);
            slowest[2] += new ChannelRates(SMALL, new Flowlet(50, 1), QueuePairs.ONE).slowest(rings, seed);
        }
        assertThat(slowest[1]).isGreaterThan(slowest[0] * 1.05).isLessThan(slowest[2]);
    }

    /** Balls into the least loaded bin: one each with full knowledge, few more with two choices, most by hashing. */
    @Test
    void choosingAmongMoreLinksEvensThemOut() {
        RailFabric fabric = RailFabric.of(1, 2, 64, 64, 1, 1);
        assertThat(worstUplink(fabric, new LeastLoaded(64))).isEqualTo(1);
        assertThat(worstUplink(fabric, new LeastLoaded(2))).isBetween(2.0, 3.0);
        assertThat(worstUplink(fabric, new StaticHash())).isBetween(3.5, 4.5);
    }

    private static double worstUplink(RailFabric fabric, PathPicker picker) {
        Placement placement = new Placement(fabric, picker, QueuePairs.ONE);
        double sum = 0;
        for (int seed = 0; seed < 100; seed++) {
            placement.start(seed);
            for (int host = 0; host < 64; host++) {
                placement.connection(0, host, 64 + host, 0, FREE);
            }
            double[] load = loads(placement.problem());
            sum += IntStream.range(0, 64)
                    .mapToDouble(s -> load[fabric.uplink(0, 0, s)])
                    .max()
                    .orElseThrow();
        }
        return sum / 100;
    }

    /** Taking turns lets a queue pair on a free path carry more, so a ring is never slower for it, and often faster. */
    @Test
    void takingTurnsBeatsSplitting() {
        int faster = 0;
        for (int seed = 0; seed < 30; seed++) {
            List<Channel> ring = List.of(Channel.ring(0, Channel.shuffled(16, seed)));
            double split = new ChannelRates(SMALL, new StaticHash(), QueuePairs.split(4)).slowest(ring, seed);
            double turns = new ChannelRates(SMALL, new StaticHash(), new QueuePairs(4, MessagePolicy.ROUND_ROBIN))
                    .slowest(ring, seed);
            assertThat(turns).as("seed %d", seed).isGreaterThanOrEqualTo(split * (1 - 1e-9));
            faster += turns > split * 1.01 ? 1 : 0;
        }
        assertThat(faster).isGreaterThan(10);
    }

    @Test
    void aConnectionThatTakesTurnsHasAVariablePerQueuePair() {
        Placement placement = new Placement(SMALL, new StaticHash(), new QueuePairs(4, MessagePolicy.ROUND_ROBIN));
        assertThat(placement.connection(0, 0, 5, 0, FREE)).isZero();
        assertThat(placement.connection(0, 1, 5, 0, FREE)).isEqualTo(4);
        assertThat(placement.problem().variables()).isEqualTo(8);
    }

    /** A channel moves at one rate: its edges elsewhere do not take up what its slowest edge leaves. */
    @Test
    void aChannelMovesAtItsSlowestEdge() {
        RailFabric fabric = SMALL.with(0.25, SMALL.hostUp(0, 7));
        double[] rate = new ChannelRates(fabric, new Spray(1), QueuePairs.ONE)
                .solve(List.of(Channel.ring(0, 0, 1, 2, 7), Channel.ring(0, 0, 1)), 0);
        assertThat(rate[0]).isCloseTo(0.25 / 1.5, within(1e-12));
        assertThat(rate[1]).isCloseTo((1 - 0.25), within(1e-12));
    }

    /** Each tree reaches every host once, and no host has children in both. */
    @Test
    void treesAreTreesAndComplement() {
        for (int n : new int[] {2, 3, 7, 8, 12, 33, 128}) {
            int[] order = IntStream.range(0, n).toArray();
            Set<Integer> interior = new HashSet<>();
            for (boolean second : new boolean[] {false, true}) {
                Channel tree = Channel.tree(0, second, order);
                assertThat(tree.edges()).isEqualTo(2 * (n - 1));
                int[] parent = new int[n];
                Arrays.fill(parent, -1);
                int[] children = new int[n];
                for (int edge = 0; edge < tree.edges(); edge += 2) {
                    assertThat(parent[tree.from(edge)]).isEqualTo(-1);
                    parent[tree.from(edge)] = tree.to(edge);
                    children[tree.to(edge)]++;
                    assertThat(tree.from(edge + 1)).isEqualTo(tree.to(edge));
                    assertThat(tree.to(edge + 1)).isEqualTo(tree.from(edge));
                }
                for (int host = 0; host < n; host++) {
                    int steps = 0;
                    for (int at = host; parent[at] >= 0; at = parent[at]) {
                        assertThat(++steps).isLessThan(n);
                    }
                    assertThat(children[host]).isLessThanOrEqualTo(2);
                    assertThat(children[host] > 1 && !interior.add(host))
                            .as("n %d, host %d", n, host)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void shufflingIsAPermutationAndKeepsItsSeed() {
        int[] order = Channel.shuffled(100, 9);
        assertThat(order).isEqualTo(Channel.shuffled(100, 9)).isNotEqualTo(Channel.shuffled(100, 8));
        assertThat(Arrays.stream(order).distinct().count()).isEqualTo(100);
    }

    /** All flows one by one, their classes, and alike flows as one variable: the same rates, on an uneven fabric too. */
    @Test
    void alikeFlowsAreSolvedForAll() {
        Spray spray = new Spray(0.95);
        for (RailFabric fabric : List.of(
                RailFabric.of(2, 3, 4, 4, 1, 2),
                SMALL.with(0, SMALL.uplink(1, 0, 2), SMALL.downlink(0, 2, 2)),
                SMALL.with(0.5, SMALL.hostUp(0, 5), SMALL.hostDown(0, 5), SMALL.uplink(0, 3, 1)))) {
            Placement placement = new Placement(fabric, spray, QueuePairs.ONE);
            UniformAllToAll.place(fabric, placement);
            double[] rate = new MaxMin().solve(placement.problem());
            EquitableClasses classes = EquitableClasses.of(placement.problem());
            double[] expanded = classes.expand(new MaxMin().solve(classes.quotient()));
            assertThat(Certificate.of(placement.problem(), expanded, 1e-9).holds(1e-9))
                    .isTrue();
            for (int v = 0; v < rate.length; v++) {
                assertThat(expanded[v]).isCloseTo(rate[v], within(1e-9));
            }
            double slowest = Arrays.stream(rate).min().orElseThrow();
            assertThat(UniformAllToAll.slowestSprayed(fabric, spray)).isCloseTo(slowest, within(1e-9));
            assertThat(classes.quotient().variables())
                    .isLessThan(placement.problem().variables() / 3);
        }
    }

    /** Under the same seeds a change that touches nothing changes nothing, whatever the seeds. */
    @Test
    void aChangeIsComparedUnderTheSameSeeds() {
        List<Channel> ring = List.of(Channel.ring(0, Channel.shuffled(16, 1)));
        ChannelRates before = new ChannelRates(SMALL, new StaticHash(), QueuePairs.ONE);
        ChannelRates otherRail =
                new ChannelRates(SMALL.with(0, SMALL.uplink(1, 0, 0)), new StaticHash(), QueuePairs.ONE);
        SeedDistribution ratio =
                SeedDistribution.of(3, seed -> before.slowest(ring, seed) / otherRail.slowest(ring, seed));
        assertThat(ratio).isEqualTo(new SeedDistribution(1, 1, 1, 1, 0, 32));
    }

    @Test
    void seedsAreAddedUntilTheMeanIsKnown() {
        SeedDistribution wide = SeedDistribution.of(1, seed -> 1 + (seed >>> 1) * 0x1p-31);
        assertThat(wide.seeds()).isEqualTo(256);
        assertThat(wide.mean()).isBetween(1.4, 1.6);
        assertThat(wide.p5()).isLessThan(wide.p50());
        assertThat(wide.p50()).isLessThan(wide.p95());
        SeedDistribution narrow = SeedDistribution.of(1, seed -> 1 + 0.1 * (seed >>> 1) * 0x1p-31);
        assertThat(narrow.seeds()).isBetween(33, 255);
        assertThat(narrow.halfWidth()).isLessThan(0.005);
        assertThatThrownBy(() -> SeedDistribution.of(1, seed -> Double.NaN))
                .hasMessageContaining("positive and finite");
    }

    @Test
    void warnsWhereSprayingMeetsAReceiverThatCannotReorder() {
        assertThat(new Spray(1).warning(Receiver.IN_ORDER))
                .hasValueSatisfying(text -> assertThat(text).contains("go-back-N"));
        assertThat(new Spray(1).warning(Receiver.REORDERING)).isEmpty();
        assertThat(new StaticHash().warning(Receiver.IN_ORDER)).isEmpty();
    }

    @Test
    void collisionsOfFewFlowsByHand() {
        // Four flows on four links: 4!/4^4 none; the mean of the fullest is 2.125.
        Collisions four = Collisions.of(4, 4);
        assertThat(four.probabilityOfNone()).isCloseTo(24.0 / 256, within(1e-15));
        assertThat(four.meanWorst()).isCloseTo(2.125, within(1e-14));
        assertThat(Collisions.of(3, 1).meanWorst()).isEqualTo(3);
        assertThat(Collisions.of(2, 2).meanRate()).isCloseTo(0.75, within(1e-15));
        assertThat(Collisions.of(5, 4).probabilityOfNone()).isZero();
    }

    /** Few flows use few paths: the count seen agrees with m (1 - (1 - 1/m)^n). */
    @Test
    void pathsSeenAgreeWithTheExpectedNumber() {
        int[] load = new int[16];
        double seen = 0;
        for (int seed = 0; seed < 2000; seed++) {
            Collisions.hashedWorst(seed, 10, 1, load);
            seen += Arrays.stream(load).filter(flows -> flows > 0).count();
        }
        assertThat(seen / 2000).isCloseTo(Collisions.expectedPaths(10, 16), within(0.1));
    }

    @Test
    void placingAgainAllocatesNothing() {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        List<Channel> rings =
                List.of(Channel.ring(0, Channel.shuffled(16, 1)), Channel.ring(1, Channel.shuffled(16, 2)));
        ChannelRates rates = new ChannelRates(SMALL, new StaticHash(), QueuePairs.split(4));
        for (int seed = 0; seed < 50; seed++) {
            rates.solve(rings, seed);
        }
        long before = threads.getThreadAllocatedBytes(id);
        for (int seed = 0; seed < 100; seed++) {
            rates.solve(rings, seed);
        }
        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(2_000);
    }

    private static double[] loads(Problem problem) {
        double[] ones = new double[problem.variables()];
        Arrays.fill(ones, 1);
        double[] load = new double[problem.constraints()];
        problem.addLoads(ones, load);
        return load;
    }
}
