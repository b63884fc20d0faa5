package io.fabrictwin.model.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.DcqcnVariant;
import io.fabrictwin.model.congestion.EcnProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Closed forms of one bottleneck: fixed point, recovery, phase margin. */
final class FixedPointTest {
    private static final EcnProfile A = new EcnProfile(true, 5_000, 200_000, 0.01);
    private static final Bottleneck SET_A = Bottlenecks.of(DcqcnProfile.PAPER, A, Bottlenecks.NO_PAUSES, 40e9);

    /** All three states of the fluid model stand still there. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7, 31})
    void nothingMovesAtTheFixedPoint(int flows) {
        FixedPoint rest = FixedPoint.of(SET_A, flows);
        FluidModel model = FluidModel.of(SET_A);
        double rate = 5e6 / flows;
        double p = rest.markProbability();
        double target = model.targetAtRest(p, rate);
        assertThat(target).isGreaterThan(rate);
        assertThat(model.alphaSlope(rest.alpha(), rate, p)).isCloseTo(0, within(1e-9));
        assertThat(model.rateSlope(rest.alpha(), target, rate, p) / rate).isCloseTo(0, within(1e-6));
        assertThat(model.targetSlope(target, rate, p) / rate).isCloseTo(0, within(1e-6));
    }

    /** The queue marks with the probability that the senders need, until the curve ends. */
    @Test
    void queueLiesOnTheMarkingCurve() {
        double before = 0;
        for (int flows = 1; flows <= 14; flows++) {
            FixedPoint rest = FixedPoint.of(SET_A, flows);
            assertThat(A.markProbability(rest.queueBytes())).isCloseTo(rest.markProbability(), withinPercentage(1e-6));
            assertThat(rest.markProbability()).isGreaterThan(before);
            assertThat(FixedPoint.approximateMarkProbability(SET_A, flows))
                    .isBetween(rest.markProbability(), 1.6 * rest.markProbability());
            before = rest.markProbability();
        }
        assertThat(FixedPoint.of(SET_A, 16).isPinned()).isTrue();
        assertThat(FixedPoint.of(SET_A, 16).queueBytes()).isEqualTo(200_000);
    }

    @Test
    void onlyThePublishedAlgorithmHasAKnownFixedPoint() {
        Bottleneck firmware = Bottlenecks.of(Bottlenecks.FIRMWARE, A, Bottlenecks.NO_PAUSES);
        assertThatThrownBy(() -> FixedPoint.of(firmware, 4)).hasMessageContaining("emulate");
        assertThatThrownBy(() -> FixedPoint.of(SET_A, 0)).hasMessageContaining("flows");
        Bottleneck unmarked = Bottlenecks.of(DcqcnProfile.PAPER, EcnProfile.OFF, Bottlenecks.NO_PAUSES);
        assertThatThrownBy(() -> FixedPoint.of(unmarked, 4)).hasMessageContaining("mark");
    }

    /**
     * 12.5 to 25 Gbit/s by 100 Mbit/s each 60 us: the first expiry gains nothing, the second 10 Mbit/s, then (12.5 - 0.01) /
     * 0.1 x 60 us. Lost: half of the link for 120 us, and a quarter of it in the mean of the ramp.
     */
    @Test
    void recoveryByTheTimerAloneIsLinear() {
        Departure recovery =
                Recovery.after(Bottlenecks.of(Bottlenecks.tuned(), Bottlenecks.ECN, Bottlenecks.NO_PAUSES), 8, 4);
        double ramp = 12.49 / 0.1 * 60_000;
        assertThat(recovery.lostNs()).isCloseTo(60_000 + ramp / 4, withinPercentage(0.1));
        assertThat(recovery.recoveredNs()).isCloseTo(120_000 + 11.24 / 0.1 * 60_000, withinPercentage(0.1));
    }

    /** The closed form against dR/dt = step (1/T + R/B) in small steps. */
    @Test
    void rampWithAByteCounterIsTheIntegral() {
        double rate = 1.5;
        double ns = 0;
        while (rate < 3) {
            rate += 0.005 * (1 / 55_000.0 + rate / 1e6) * 10;
            ns += 10;
        }
        assertThat(Recovery.rampNs(1.5, 3, 0.005, 55_000, 1e6)).isCloseTo(ns, withinPercentage(0.01));
    }

    @Test
    void recoveryNeedsADeparture() {
        assertThatThrownBy(() -> Recovery.after(SET_A, 4, 4)).hasMessageContaining("after");
        DcqcnProfile still = new DcqcnProfile(0.1, 1, 1, 1, 0, 0, 1, 1, DcqcnVariant.MLX);
        assertThatThrownBy(() -> Recovery.after(Bottlenecks.of(still, A, Bottlenecks.NO_PAUSES), 4, 2))
                .hasMessageContaining("increase");
    }

    /**
     * Shape of the published analysis (ECN or Delay, CoNEXT 2016), on the slope of set A continued so that no queue is pinned:
     * stable for few and for many flows, least so between; more delay, less margin.
     */
    @Test
    void marginDipsBetweenFewAndManyFlows() {
        Bottleneck slope = Bottlenecks.of(
                DcqcnProfile.PAPER, new EcnProfile(true, 5_000, 1_955_000, 0.1), Bottlenecks.NO_PAUSES, 40e9);
        double few = Stability.phaseMarginDegrees(slope, 2, 85_000);
        double between = Stability.phaseMarginDegrees(slope, 8, 85_000);
        double many = Stability.phaseMarginDegrees(slope, 64, 85_000);
        assertThat(few).isPositive();
        assertThat(between).isNegative();
        assertThat(many).isGreaterThan(few);
        for (int flows : new int[] {2, 8, 16, 64}) {
            assertThat(Stability.phaseMarginDegrees(slope, flows, 4_000))
                    .isGreaterThan(Stability.phaseMarginDegrees(slope, flows, 50_000));
            assertThat(Stability.phaseMarginDegrees(slope, flows, 50_000))
                    .isGreaterThan(Stability.phaseMarginDegrees(slope, flows, 85_000));
        }
        assertThatThrownBy(() -> Stability.phaseMarginDegrees(SET_A, 32, 4_000)).hasMessageContaining("pinned");
    }
}
