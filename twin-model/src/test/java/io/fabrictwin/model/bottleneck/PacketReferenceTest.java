package io.fabrictwin.model.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The packet reference against an independent packet simulator of the same bottleneck: a handful of its cells. */
final class PacketReferenceTest {
    static Stream<Arguments> coldStarts() {
        return Stream.of(
                Arguments.of("paper", DcqcnProfile.PAPER, 8, 256e3, 1.007, 0.01),
                Arguments.of("paper", DcqcnProfile.PAPER, 4, 4e6, 1.815, 0.03),
                Arguments.of("paper", DcqcnProfile.PAPER, 8, 1e6, 1.692, 0.1),
                Arguments.of("firmware", Bottlenecks.FIRMWARE, 4, 256e3, 4.935, 0.4),
                Arguments.of("firmware", Bottlenecks.FIRMWARE, 16, 1e6, 1.577, 0.08),
                Arguments.of("tuned", Bottlenecks.tuned(), 8, 1e6, 1.123, 0.04),
                Arguments.of("tuned", Bottlenecks.tuned(), 2, 1e6, 1.222, 0.06));
    }

    @ParameterizedTest(name = "{0} {2} x {3}")
    @MethodSource("coldStarts")
    void coldIncastTakesAsLong(
            String name, DcqcnProfile dcqcn, int senders, double bytes, double expected, double reach) {
        Bottleneck bottleneck = Bottlenecks.of(dcqcn, Bottlenecks.ECN, 500e3);
        assertThat(Bottlenecks.stretchOfPackets(bottleneck, senders, bytes, 6))
                .as(name)
                .isCloseTo(expected, within(reach));
    }

    /** Pauses alone: 1 - 1/N less the time that senders need to start again. */
    @Test
    void pausesAloneTakeTheirShareOfTheTime() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, EcnProfile.OFF, 500e3);
        PacketReference run = Bottlenecks.packets(bottleneck, 8, 4e6, 1).run(1e12, (nowNs, queueBytes, sender) -> {});
        assertThat(run.lastDeliveryNs() / (8 * 4e6 / 12.5)).isCloseTo(1.0, within(0.001));
        assertThat(run.pausedNs() / run.lastDeliveryNs()).isCloseTo(0.79, within(0.03));
    }

    /** Set D, eight flows: 104.5 KB; set A, sixteen: pinned at 186.6 KB. */
    @Test
    void steadyQueueIsWhereTheOtherSimulatorHasIt() {
        assertThat(steadyQueue(Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, Bottlenecks.NO_PAUSES), 8))
                .isCloseTo(104_500, withinPercentage(5));
        EcnProfile a = new EcnProfile(true, 5_000, 200_000, 0.01);
        assertThat(steadyQueue(Bottlenecks.of(DcqcnProfile.PAPER, a, Bottlenecks.NO_PAUSES, 40e9), 16))
                .isCloseTo(186_600, withinPercentage(5));
    }

    @Test
    void overshootGrowsWithTheSenders() {
        Bottleneck bottleneck = Bottlenecks.of(DcqcnProfile.PAPER, Bottlenecks.ECN, Bottlenecks.NO_PAUSES);
        assertThat(Bottlenecks.packets(bottleneck, 8, 4e6, 1)
                        .run(1e12, (nowNs, queueBytes, sender) -> {})
                        .peakBytes())
                .isCloseTo(3.3e6, withinPercentage(8));
    }

    private static double steadyQueue(Bottleneck bottleneck, int senders) {
        double[] sum = new double[2];
        Bottlenecks.packets(bottleneck, senders, 1e15, 1).run(80e6, (nowNs, queueBytes, sender) -> {
            if (nowNs > 40e6) {
                sum[0] += queueBytes;
                sum[1]++;
            }
        });
        return sum[0] / sum[1];
    }
}
