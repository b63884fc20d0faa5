package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Worked exercises: formula in the comment, then expected and actual. */
final class FluidTest {
    private static final int[] ALL = {};

    /**
     * One flow, empty network: W / C + (store and forward of a full packet, as the shorter last one waits
     * for it) + 4 x 1 us + acknowledgement.
     */
    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"IWARP", "TCP"})
    void soloFlowTakesSerialisationPlusRoundTrip(TransportKind kind) {
        Network network = Fabrics.star(kind, 2);
        long bytes = 1_000_000;
        long packets = 244; // ceil(1,000,000 / 4,104)
        double wire = bytes + packets * 48;
        double efficiency = kind.isSprayed() ? 1 : kind.efficiency();
        double expected = wire / 12.5 / efficiency + 4152 / 12.5 + 2 * 60 / 12.5 + 4000;
        Transfer transfer = new Transfer(0, Fabrics.path(network, "h0", "s", "h1"), bytes, 500, new int[0]);
        FluidResult result = Fluid.run(network, List.of(transfer), List.of(), ALL, 1);
        assertThat(result.startNs(0)).isEqualTo(500);
        assertThat((double) result.endNs(0) - 500).isCloseTo(expected, within(2.0));
        assertThat(result.txBytes(transfer.ports()[0])).isEqualTo((long) wire);
    }

    /** Two senders, pauses alone: the receiver's link is never idle, so both end after 2 W / C plus a round trip. */
    @Test
    void pausesAloneShareAnIncastWithoutLoss() {
        Network network = Fabrics.star(TransportKind.ROCE_PFC_ONLY, 3);
        FluidResult result = Fluid.run(network, Fabrics.incast(network, 2, 20_000_000), List.of(), ALL, 1);
        double wire = 2 * network.transport().wireBytesOf(20_000_000);
        assertThat((double) result.makespanNs()).isCloseTo(wire / 12.5 + 4000, within(2000.0));
        assertThat((double) result.endNs(0) / result.endNs(1)).isCloseTo(1, within(0.01));
        int lastHop = network.portsBetween("s", "h2")[0];
        assertThat(result.markedFraction(lastHop)).isEmpty();
        assertThat(result.queuePeakBytes(lastHop).orElseThrow()).isPositive();
    }

    @Test
    void delaysAndBarriersChain() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 2);
        List<Activity> activities = List.of(
                new Delay(0, 1000, 0, new int[0]),
                new Delay(1, 0, 2500, new int[] {0}),
                new Transfer(2, Fabrics.path(network, "h0", "s", "h1"), 0, 0, new int[] {1}),
                new Delay(3, 7, 0, new int[] {2, 0}));
        FluidResult result = Fluid.run(network, activities, List.of(), ALL, 1);
        assertThat(result.endNs(0)).isEqualTo(1000);
        assertThat(result.endNs(1)).isEqualTo(2500);
        assertThat(result.endNs(2)).isEqualTo(2500);
        assertThat(result.endNs(3)).isEqualTo(2507);
    }

    @Test
    void stopsWhenAskedTo() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 2);
        List<Activity> activities = List.of(
                new Delay(0, 1000, 0, new int[0]),
                new Transfer(1, Fabrics.path(network, "h0", "s", "h1"), 50_000_000, 0, new int[0]));
        FluidResult result = Fluid.run(network, activities, List.of(), new int[] {0}, 1);
        assertThat(result.ended(0)).isTrue();
        assertThat(result.ended(1)).isFalse();
        assertThat(result.endNs(1)).isEqualTo(-1);
    }

    @Test
    void refusesACycle() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 2);
        List<Activity> activities = List.of(new Delay(0, 1, 0, new int[] {1}), new Delay(1, 1, 0, new int[] {0}));
        assertThatThrownBy(() -> Fluid.run(network, activities, List.of(), ALL, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cycle");
    }

    @Test
    void refusesABrokenPath() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 3);
        int[] broken = {network.portsBetween("h0", "s")[0], network.portsBetween("h1", "s")[0]};
        assertThatThrownBy(
                        () -> Fluid.run(network, List.of(new Transfer(0, broken, 1, 0, new int[0])), List.of(), ALL, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not start where");
    }

    /** A port held 60 % of the time passes 40 %: a ring of large messages takes about 1 / (1 - 0.6) as long. */
    @Test
    void stormSlowsARingByItsSendingShare() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 4);
        List<Activity> ring = Fabrics.ring(network, 4, 6, 8_000_000);
        int lastHop = network.portsBetween("s", "h2")[0];
        PauseStorm storm = new PauseStorm(lastHop, 100_000, 60_000, 0, Long.MAX_VALUE);
        FluidResult healthy = Fluid.run(network, ring, List.of(), ALL, 1);
        FluidResult stormy = Fluid.run(network, ring, List.of(storm), ALL, 1);
        double slowdown = (double) stormy.makespanNs() / healthy.makespanNs();
        assertThat(slowdown).isBetween(2.2, 3.2);
        assertThat(stormy.pausedNs(lastHop).orElseThrow() / (double) stormy.makespanNs())
                .isCloseTo(0.6, within(0.02));
    }

    /** A port held for ever ends the run with its flow open, instead of never. */
    @Test
    void whatIsHeldForEverStaysOpen() {
        Network network = Fabrics.star(TransportKind.ROCE_PFC_ONLY, 2);
        int lastHop = network.portsBetween("s", "h1")[0];
        PauseStorm storm = new PauseStorm(lastHop, 1000, 1000, 0, Long.MAX_VALUE);
        Transfer transfer = new Transfer(0, Fabrics.path(network, "h0", "s", "h1"), 1000, 0, new int[0]);
        FluidResult result = Fluid.run(network, List.of(transfer), List.of(storm), ALL, 1);
        assertThat(result.ended(0)).isFalse();
    }

    /** Known acknowledgement paths count: one that waits behind a queue ends its flow later. */
    @Test
    void acknowledgementsWaitInQueuesOnTheirOwnPath() {
        Network network = Fabrics.leafSpine(TransportKind.ROCE_PFC_ONLY, 4);
        List<Activity> load = new ArrayList<>();
        for (int host = 0; host < 4; host++) {
            int[] ports = Fabrics.path(network, "h" + host, "leaf0", "spine0", "leaf1", "h" + (4 + host));
            load.add(new Transfer(host, ports, 4_000_000, 0, new int[0]));
        }
        int[] there = Fabrics.path(network, "h4", "leaf1", "spine1", "leaf0", "h0");
        int[] clear = Fabrics.path(network, "h0", "leaf0", "spine1", "leaf1", "h4");
        int[] behind = Fabrics.path(network, "h0", "leaf0", "spine0", "leaf1", "h4");
        load.add(new Transfer(4, there, 2_000_000, 0, new int[0], clear));
        long clearEnd = Fluid.run(network, load, List.of(), ALL, 1).endNs(4);
        load.set(4, new Transfer(4, there, 2_000_000, 0, new int[0], behind));
        long behindEnd = Fluid.run(network, load, List.of(), ALL, 1).endNs(4);
        assertThat(behindEnd - clearEnd).isGreaterThan(100_000);
    }

    /**
     * With one way back only, its waiting time is foreseen where the way is not named, and followed where it is: both must
     * agree, also through pauses that are longer than any memory of how fast a queue drains.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 20_000_000})
    void acknowledgementsWaitOutAStormJustWhereTheyCrossIt(long bytesBefore) {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 4);
        int[] there = Fabrics.path(network, "h1", "s", "h2");
        int[] back = Fabrics.path(network, "h2", "s", "h1");
        PauseStorm storm = new PauseStorm(back[1], 200_000, 120_000, 0, Long.MAX_VALUE);
        for (long startNs = 250_000; startNs < 450_000; startNs += 25_000) {
            List<Activity> load = new ArrayList<>();
            load.add(new Transfer(0, Fabrics.path(network, "h0", "s", "h1"), bytesBefore, 0, new int[0]));
            load.add(new Transfer(1, there, 100_000, startNs, new int[0]));
            double foreseenNs =
                    Fluid.run(network, load, List.of(storm), new int[] {1}, 1).endNs(1) - startNs;
            load.set(1, new Transfer(1, there, 100_000, startNs, new int[0], back));
            double followedNs =
                    Fluid.run(network, load, List.of(storm), new int[] {1}, 1).endNs(1) - startNs;
            assertThat(foreseenNs).as("from %d ns on", startNs).isCloseTo(followedNs, withinPercentage(10));
        }
    }

    /** 10 MB at 100 Gbit/s take 0.8 ms and a little: half of it has gone at 400 us, whatever the load of the rest. */
    @Test
    void anObserverSeesCountersRiseAtItsTimes() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 2);
        int[] path = Fabrics.path(network, "h0", "s", "h1");
        List<Long> timesNs = new ArrayList<>();
        List<Long> txBytes = new ArrayList<>();
        List<Long> pausedNs = new ArrayList<>();
        List<Long> frames = new ArrayList<>();
        PortObserver observer = new PortObserver() {
            @Override
            public long intervalNs() {
                return 200_000;
            }

            @Override
            public void observe(long timeNs, Counters counters) {
                timesNs.add(timeNs);
                txBytes.add(counters.txBytes(path[0]));
                pausedNs.add(counters.pausedNs(path[1]));
                frames.add(counters.pauseFrames(path[1]));
            }
        };
        PauseStorm storm = new PauseStorm(path[1], 100_000, 10_000, 500_000, 700_000);
        Fluid.run(
                network,
                List.of(new Transfer(0, path, 10_000_000, 0, new int[0])),
                List.of(storm),
                List.of(),
                observer,
                ALL,
                1);
        assertThat(timesNs).startsWith(0L, 200_000L, 400_000L, 600_000L, 800_000L);
        assertThat((double) txBytes.get(2)).isCloseTo(400_000 * 12.5, within(0.01 * 400_000 * 12.5));
        assertThat(pausedNs).startsWith(0L, 0L, 0L, 10_000L, 20_000L);
        assertThat(frames).startsWith(0L, 0L, 0L, 1L, 2L);
    }

    /** Two senders share a port: without marks its queue holds all that comes too much, and later next to nothing. */
    @Test
    void markingChangesInTheCourseOfARun() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 3);
        int shared = network.portsBetween("s", "h2")[0];
        EcnChange off = new EcnChange(shared, 0, new EcnProfile(false, 0, 0, 0));
        EcnChange low = new EcnChange(shared, 300_000, new EcnProfile(true, 1_000, 2_000, 1));
        long unmarked = marked(network, shared, List.of(off));
        assertThat(unmarked).isZero();
        assertThat(marked(network, shared, List.of(low, off))).isPositive();
    }

    private static long marked(Network network, int port, List<EcnChange> changes) {
        FluidResult result =
                Fluid.run(network, Fabrics.incast(network, 2, 10_000_000), List.of(), changes, null, ALL, 1);
        return Math.round(1e6 * result.markedFraction(port).orElse(0));
    }

    @Test
    void backgroundTakesItsRateWhateverIsMarked() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 3);
        int[] path = Fabrics.path(network, "h0", "s", "h2");
        List<Activity> one = List.of(new Transfer(0, path, 20_000_000, 0, new int[0]));
        List<BackgroundLoad> background = List.of(new BackgroundLoad(path[1], 6.25e9));

        FluidResult beside = Fluid.run(network, one, List.of(), background, List.of(), null, ALL, 1);
        FluidResult alone = Fluid.run(network, one, List.of(), ALL, 1);

        double ratio = (double) beside.endNs(0) / alone.endNs(0);
        assertThat(ratio).isBetween(1.95, 3.5);
        assertThat(beside.markedFraction(path[1]).orElse(0)).isPositive();
        // its own bytes beside those of the message, for as long as it lasted
        assertThat((double) beside.txBytes(path[1]) - alone.txBytes(path[1]))
                .isCloseTo(6.25 * beside.endNs(0), within(0.02 * 6.25 * beside.endNs(0)));
    }

    @Test
    void backgroundOfAHostLeavesTheRestOfItsPort() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 3);
        int[] path = Fabrics.path(network, "h0", "s", "h2");
        List<Activity> one = List.of(new Transfer(0, path, 20_000_000, 0, new int[0]));

        FluidResult beside = Fluid.run(
                network, one, List.of(), List.of(new BackgroundLoad(path[0], 6.25e9)), List.of(), null, ALL, 1);
        FluidResult alone = Fluid.run(network, one, List.of(), ALL, 1);

        assertThat((double) beside.endNs(0) / alone.endNs(0)).isCloseTo(2, within(0.01));
    }
}
