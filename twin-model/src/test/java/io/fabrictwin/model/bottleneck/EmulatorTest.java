package io.fabrictwin.model.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.DcqcnParameter;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The emulator against the packet reference, on settings that stand in no table, and its own laws. */
final class EmulatorTest {
    static Stream<Arguments> settings() {
        EcnProfile ecn = new EcnProfile(true, 200_000, 800_000, 0.2);
        return Stream.of(
                Arguments.of("paper", Bottlenecks.of(DcqcnProfile.PAPER, ecn, 800e3), 6, 2e6),
                Arguments.of("paper, slow link", Bottlenecks.of(DcqcnProfile.PAPER, ecn, 800e3, 25e9), 8, 1e6),
                Arguments.of("firmware", Bottlenecks.of(Bottlenecks.FIRMWARE, ecn, 800e3), 6, 2e6),
                Arguments.of(
                        "vendor defaults, bytes counted",
                        Bottlenecks.of(DcqcnParameter.profile(Map.of(DcqcnParameter.RPG_MIN_RATE, 100.0)), ecn, 800e3),
                        6,
                        4e6),
                Arguments.of("firmware, no pauses", Bottlenecks.of(Bottlenecks.FIRMWARE, ecn, 1e12), 12, 1e6),
                Arguments.of("tuned", Bottlenecks.of(Bottlenecks.tuned(), ecn, 300e3), 24, 2e6),
                Arguments.of("tuned, fast link", Bottlenecks.of(Bottlenecks.tuned(), ecn, 800e3, 200e9), 5, 3e6));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void coldStartsTakeAsLongAsPackets(String name, Bottleneck bottleneck, int flows, double bytes) {
        // Whether one flow more is cut splits the seeds in two: it takes many for a mean.
        double packets = Bottlenecks.stretchOfPackets(bottleneck, flows, bytes, 24);
        double emulated = Emulator.coldStart(bottleneck, flows, bytes, 24).meanStretch();
        assertThat(StrictMath.log(emulated / packets)).as(name).isCloseTo(0, within(0.12));
    }

    /** The network-wide fluid, one switch and no pauses, against the emulator: less 3 us of the last acknowledgement. */
    @ParameterizedTest
    @ValueSource(doubles = {1e6, 4e6})
    void theNetworkFluidRunsTheSameVariants(double bytes) {
        for (DcqcnProfile dcqcn : List.of(DcqcnProfile.PAPER, Bottlenecks.FIRMWARE, Bottlenecks.tuned())) {
            double emulated = Emulator.coldStart(
                            Bottlenecks.of(dcqcn, Bottlenecks.ECN, Bottlenecks.NO_PAUSES), 8, bytes, 12)
                    .meanStretch();
            double fluid = 0;
            for (int seed = 1; seed <= 12; seed++) {
                fluid += (networkRunNs(dcqcn, 8, (long) bytes, seed) - 3_000) / (8 * bytes / 12.5) / 12;
            }
            assertThat(StrictMath.log(fluid / emulated)).as(dcqcn.toString()).isCloseTo(0, within(0.12));
        }
    }

    private static double networkRunNs(DcqcnProfile dcqcn, int senders, long bytes, long seed) {
        Network.Builder builder = Network.builder(new Transport(
                        TransportKind.ROCE_DCQCN,
                        1_000,
                        1_000,
                        0,
                        Bottlenecks.ECN,
                        new PfcProfile(false, 1, 0, 0, null),
                        dcqcn))
                .switchNode("s", 1L << 30);
        for (int k = 0; k <= senders; k++) {
            builder.host("h" + k).link("h" + k, "s", 100e9, 1_000, null, null, null);
        }
        Network network = builder.build();
        List<Activity> all = new ArrayList<>();
        int last = network.portsBetween("s", "h" + senders)[0];
        for (int k = 0; k < senders; k++) {
            int first = network.portsBetween("h" + k, "s")[0];
            all.add(new Transfer(k, new int[] {first, last}, bytes, 100L * k, new int[0]));
        }
        return Fluid.run(network, all, List.of(), new int[0], seed).makespanNs();
    }

    @Test
    void sameInputSameResult() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, 500e3);
        assertThat(Emulator.coldStart(bottleneck, 12, 1e6, 3)).isEqualTo(Emulator.coldStart(bottleneck, 12, 1e6, 3));
        assertThat(Emulator.steadyState(bottleneck, 4, 4, 1e6, 1e6, 7))
                .isEqualTo(Emulator.steadyState(bottleneck, 4, 4, 1e6, 1e6, 7));
    }

    /** One flow at line rate never queues: bytes / capacity, and 1 us to the switch. */
    @Test
    void oneFlowIsNotStretched() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, 500e3);
        ColdStart start = Emulator.coldStart(bottleneck, 1, 1_250_000, 1);
        assertThat(start.meanStretch()).isBetween(1.01, 1.02);
        assertThat(start.peakQueueBytes()).isZero();
        assertThat(start.pausedShare()).isZero();
    }

    /** 1 - 1/N less 2 us of restart in each period: 0.35 and 0.79 for two and eight senders. */
    @Test
    void pausesAloneTakeTheirShareOfTheTime() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, EcnProfile.OFF, 500e3);
        assertThat(Emulator.coldStart(bottleneck, 2, 16e6, 1).pausedShare()).isCloseTo(0.35, within(0.03));
        ColdStart eight = Emulator.coldStart(bottleneck, 8, 16e6, 1);
        assertThat(eight.pausedShare()).isCloseTo(0.79, within(0.03));
        assertThat(eight.meanStretch()).isCloseTo(1, within(0.001));
    }

    /** A run that has settled is cut short; the whole run takes as long to about one percent. */
    @Test
    void settledRunsNeedNotEnd() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, 500e3);
        double bytes = 400e6;
        EmulatorRun whole = new EmulatorRun(bottleneck, 2, 2, bytes, 1_000, 1);
        while (!whole.isDone()) {
            whole.step();
        }
        assertThat(Emulator.coldStart(bottleneck, 2, bytes, 1).meanStretch())
                .isCloseTo(whole.deliveredNs() / (2 * bytes / 12.5), withinPercentage(1.5));
    }

    /** Firmware-like settings never come to rest: a queue of 64 KB that swings by as much, and some of the link unused. */
    @Test
    void firmwareKeepsSwinging() {
        SteadyState state = Emulator.steadyState(
                Bottlenecks.of(Bottlenecks.FIRMWARE, Bottlenecks.ECN, Bottlenecks.NO_PAUSES), 8, 8, 50e6, 100e6, 1);
        assertThat(state.meanQueueBytes()).isCloseTo(63_800, withinPercentage(15));
        assertThat(state.queueSpreadBytes()).isCloseTo(state.meanQueueBytes(), withinPercentage(30));
        assertThat(state.utilization()).isBetween(0.995, 0.9995);
    }

    @Test
    void refusesWhatCannotBeRun() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, 500e3);
        assertThatThrownBy(() -> Emulator.coldStart(bottleneck, 0, 1e6, 1)).hasMessageContaining("flows");
        assertThatThrownBy(() -> Emulator.coldStart(bottleneck, 1, Double.NaN, 1))
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> Emulator.departure(bottleneck, 2, 2, 1e6, 1e6, 1))
                .hasMessageContaining("after");
        assertThatThrownBy(() -> Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, 0))
                .hasMessageContaining("xoffBytes");
    }

    @Test
    void kindsOfColdStartsAreEmulatedOnce() {
        Bottleneck bottleneck = Bottlenecks.of(Bottlenecks.tuned(), Bottlenecks.ECN, 500e3);
        ColdStarts starts = new ColdStarts(2, 2);
        ColdStart first = starts.of(bottleneck, 4, 1_048_576);
        assertThat(first).isEqualTo(Emulator.coldStart(bottleneck, 4, 1_048_576, 2));
        // Within an eighth of an octave on either side.
        assertThat(starts.of(bottleneck, 4, 1_100_000)).isSameAs(first);
        assertThat(starts.of(bottleneck, 4, 1_200_000)).isNotSameAs(first);
        assertThat(starts.of(bottleneck, 4, 1_048_576)).isSameAs(first);
        starts.of(bottleneck, 5, 1_048_576);
        assertThat(starts.size()).isEqualTo(2);
        assertThat(starts.of(bottleneck, 4, 1_048_576)).isSameAs(first);
        assertThatThrownBy(() -> starts.of(bottleneck, 4, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
