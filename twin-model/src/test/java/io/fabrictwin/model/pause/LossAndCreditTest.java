package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LossAndCreditTest {
    @Test
    void goBackNIsWorseThanSelectiveRepeatAndWorseTheMoreIsUnderWay() {
        SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 1000; run++) {
            double p = random.nextDouble();
            double packets = random.nextDouble() * 500;
            double goBack = LossRecovery.GO_BACK_N.goodputShare(p, packets);
            assertThat(goBack)
                    .isBetween(0.0, LossRecovery.SELECTIVE_REPEAT.goodputShare(p, packets))
                    .isGreaterThanOrEqualTo(LossRecovery.GO_BACK_N.goodputShare(p, packets + 1));
        }
        assertThat(LossRecovery.GO_BACK_N.goodputShare(0, 100)).isEqualTo(1);
        assertThat(LossRecovery.SELECTIVE_REPEAT.goodputShare(0.01, 100)).isEqualTo(0.99);
    }

    /** Sends packets one by one, each lost with probability p; after a loss, what is under way is for nothing. */
    @Test
    void goBackNAgreesWithSendingPacketByPacket() {
        SplittableRandom random = new SplittableRandom(2);
        double p = 0.002;
        int underWay = 50;
        long sent = 0;
        long taken = 0;
        while (taken < 1_000_000) {
            if (random.nextDouble() < p) {
                sent += 1 + underWay;
            } else {
                sent++;
                taken++;
            }
        }
        assertThat((double) taken / sent).isCloseTo(LossRecovery.GO_BACK_N.goodputShare(p, underWay), within(0.005));
    }

    @Test
    void refusesToSprayOntoAReceiverThatNeedsOrder() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossRecovery.GO_BACK_N.requireTakesAnyOrder("job a"))
                .withMessageContaining("job a")
                .withMessageContaining("selective repeat");
        assertThatCode(() -> LossRecovery.SELECTIVE_REPEAT.requireTakesAnyOrder("job a"))
                .doesNotThrowAnyException();
    }

    @Test
    void timeoutsFollowTheRelease() {
        assertThat(TransportTimeout.ofNccl("2.13.4").exponent()).isEqualTo(14);
        assertThat(TransportTimeout.ofNccl("2.14.3").exponent()).isEqualTo(18);
        assertThat(TransportTimeout.ofNccl("2.22.3").exponent()).isEqualTo(18);
        assertThat(TransportTimeout.ofNccl("2.23").exponent()).isEqualTo(20);
        assertThat(new TransportTimeout(0).ns()).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> TransportTimeout.ofNccl("1.3.4"));
        assertThatIllegalArgumentException().isThrownBy(() -> TransportTimeout.ofNccl("newest"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TransportTimeout(32));
    }

    @Test
    void creditsCapALaneByItsBuffer() {
        CreditLoop loop = new CreditLoop(400e9, 100, 4096, 500);
        assertThat(loop.roundTripNs()).isCloseTo(1592.0, within(0.1));
        assertThat(loop.fullRateBytes()).isCloseTo(79_601, within(1.0));
        assertThat(loop.capBitsPerSecond(1e6)).isEqualTo(400e9);
        // Twice the lanes, half the cap; twice the cable, less than twice the round trip.
        assertThat(loop.capBitsPerSecond(100e3, 4)).isCloseTo(loop.capBitsPerSecond(100e3, 2) / 2, within(1.0));
        assertThat(new CreditLoop(400e9, 200, 4096, 500).capBitsPerSecond(50e3))
                .isBetween(loop.capBitsPerSecond(50e3) / 2, loop.capBitsPerSecond(50e3));
    }

    @Test
    void injectionRestsWhereNotificationsAndTimerBalance() {
        InjectionControl control = new InjectionControl(100e9, 2048, 2, 5000);
        assertThat(control.rateBitsPerSecond(0)).isCloseTo(100e9, within(1.0));
        for (double rate = 5e9; rate <= 100e9; rate += 5e9) {
            assertThat(control.rateBitsPerSecond(control.delayNs(rate))).isCloseTo(rate, within(1.0));
        }
        double[] table = new double[128];
        for (int index = 0; index < table.length; index++) {
            table[index] = 100.0 * index;
        }
        int index = control.restingIndex(table, 10e9);
        assertThat(control.rateBitsPerSecond(table[index])).isLessThanOrEqualTo(10e9);
        assertThat(control.rateBitsPerSecond(table[index - 1])).isGreaterThan(10e9);
        assertThat(control.restingNotificationsPerSecond()).isEqualTo(100_000);
        // 100,000 of the 610,352 packets per second at 10 Gbit/s.
        assertThat(control.restingMarkShare(10e9)).isCloseTo(0.16384, within(1e-9));
        assertThatIllegalArgumentException().isThrownBy(() -> control.restingIndex(new double[] {0}, 10e9));
    }

    @Test
    void pausesComeBeforeMarksIfAnIngressFeedsManyQueues() {
        double pause = Thresholds.dynamicShare(16e6, 1 / 8.0, 8);
        assertThat(Thresholds.pausesBeforeMarks(400e3, 2, pause)).isFalse();
        assertThat(Thresholds.pausesBeforeMarks(400e3, 3, pause)).isTrue();
        // The classic threshold is safe for a single queue, by its construction.
        double mark = Thresholds.markBeforePause(12e6, 32, 8, 22.4e3, 8);
        assertThat(Thresholds.pausesBeforeMarks(mark, 1, Thresholds.staticPause(12e6, 32, 8, 22.4e3)))
                .isFalse();
    }
}
