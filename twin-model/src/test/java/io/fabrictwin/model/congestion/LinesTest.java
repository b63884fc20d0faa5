package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Hosts a and b send 10 MB each, at 100 Gbit/s, over one switch to host c: one port for two priorities. A message takes
 * 10 MB x 8 / 100 Gbit/s = 0.8 ms alone.
 */
class LinesTest {
    private static final double ALONE_NS = 800_000;
    private static final long BYTES = 10_000_000;
    private static final EcnProfile NO_MARKS = EcnProfile.OFF;

    /** The message of a is transfer 0 and leaves the switch at port 5, that of b is 1 and leaves at port 11. */
    private static FluidResult run(Lane forA, Lane forB, boolean pausesA, boolean pausesB, long bufferBytes) {
        Transport transport =
                new Transport(TransportKind.ROCE_DCQCN, 1000, 1000, 0, NO_MARKS, profile(true), DcqcnProfile.PAPER);
        Network.Builder builder =
                Network.builder(transport).host("a").host("b").host("c").switchNode("s", bufferBytes);
        for (int priority = 0; priority < 2; priority++) {
            for (String host : List.of("a", "b", "c")) {
                builder.link(host, "s", 100e9, 1000, null, null, null);
            }
        }
        for (int port = 0; port < 12; port++) {
            Lane own = port < 6 ? forA : forB;
            builder.lane(port, new Lane(port % 6, own.priority(), own.weight(), own.isStrict()));
            builder.pfc(port, profile(port < 6 ? pausesA : pausesB));
        }
        List<Activity> activities = new ArrayList<>();
        activities.add(new Transfer(0, new int[] {0, 5}, BYTES, 0, new int[0], new int[] {4, 1}));
        activities.add(new Transfer(1, new int[] {8, 11}, BYTES, 0, new int[0], new int[] {10, 9}));
        return Fluid.run(builder.build(), activities, List.of(), new int[0], 1);
    }

    private static PfcProfile profile(boolean pauses) {
        return new PfcProfile(pauses, 0.125, 4096, 3072, null);
    }

    private static double[] endsNs(Lane forA, Lane forB) {
        FluidResult result = run(forA, forB, true, true, 4 << 20);
        return new double[] {result.endNs(0), result.endNs(1)};
    }

    private static Lane weighted(int priority, double weight) {
        return new Lane(0, priority, weight, false);
    }

    private static Lane strict(int priority) {
        return new Lane(0, priority, 1, true);
    }

    @Test
    void equalWeightsShareEvenly() {
        double[] ends = endsNs(weighted(3, 1), weighted(4, 1));

        assertThat(ends[0]).isCloseTo(2 * ALONE_NS, within(0.02 * ALONE_NS));
        assertThat(ends[1]).isCloseTo(2 * ALONE_NS, within(0.02 * ALONE_NS));
    }

    /** At 3 to 1 a has 75 Gbit/s until it is done, at 4/3; b has a third of that by then, and the rest takes 2/3. */
    @Test
    void weightsShareInProportionAndWhatIsLeftGoesToTheOther() {
        double[] ends = endsNs(weighted(3, 3), weighted(4, 1));

        assertThat(ends[0]).isCloseTo(4 / 3.0 * ALONE_NS, within(0.02 * ALONE_NS));
        assertThat(ends[1]).isCloseTo(2 * ALONE_NS, within(0.02 * ALONE_NS));
    }

    @Test
    void aStrictPriorityGoesFirst() {
        double[] ends = endsNs(weighted(3, 1000), strict(4));

        assertThat(ends[1]).isCloseTo(ALONE_NS, within(0.02 * ALONE_NS));
        assertThat(ends[0]).isCloseTo(2 * ALONE_NS, within(0.02 * ALONE_NS));
        assertThat(endsNs(strict(3), strict(4))[1]).isCloseTo(ALONE_NS, within(0.02 * ALONE_NS));
    }

    @Test
    void onlyThePriorityThatIsNotPausedLosesAndHasToSendAgain() {
        FluidResult result = run(weighted(3, 1), weighted(4, 1), true, false, 1 << 20);

        assertThat(result.droppedBytes(5)).hasValue(0);
        assertThat(result.droppedBytes(11).orElseThrow()).isPositive();
        assertThat(result.endNs(1)).isGreaterThan(Math.round(2.2 * ALONE_NS));
    }
}
