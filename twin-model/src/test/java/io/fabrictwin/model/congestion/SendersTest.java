package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** One sender by hand: rates in bytes per ns, so 100 Gbit/s is 12.5. */
final class SendersTest {
    private static final double LINE = 12.5;
    private static final double ROUNDING = 1e-9;

    /** Each notification halves the rate at first (alpha 1), and the target is the rate before the cut. */
    @Test
    void paperCutsAtEachNotification() {
        Senders senders = open(DcqcnProfile.PAPER);
        senders.notify(0, 1_000);
        senders.advance(0, 0, 1_001);
        assertThat(senders.rate(0)).isCloseTo(LINE / 2, within(ROUNDING));
        senders.notify(0, 51_000);
        senders.advance(0, 1_001, 51_001);
        assertThat(senders.rate(0)).isCloseTo(LINE / 4, within(ROUNDING));
        // The timer fires 55 us after the second cut; fast recovery halves the gap to the target, 6.25.
        senders.advance(0, 51_001, 106_001);
        assertThat(senders.rate(0)).isCloseTo((LINE / 4 + LINE / 2) / 2, within(ROUNDING));
    }

    @Test
    void receiverSendsNoNotificationWithinItsInterval() {
        Senders senders = open(DcqcnProfile.PAPER);
        assertThat(senders.notify(0, 1_000)).isTrue();
        assertThat(senders.notify(0, 50_999)).isFalse();
        assertThat(senders.notify(0, 51_000)).isTrue();
        Senders each = open(Fabrics.DCQCN);
        assertThat(each.notify(0, 1_000)).isTrue();
        assertThat(each.notify(0, 1_000)).isTrue();
    }

    /** 10 MB at line rate would take 800 us, at half of it 1.6 ms; the timer comes later still. */
    @Test
    void byteCounterRaisesTheRateBesideTheTimer() {
        DcqcnProfile slowTimer = paper(10_000_000, 10_000_000L);
        Senders senders = open(slowTimer);
        senders.notify(0, 0);
        senders.advance(0, 0, 1_599_999);
        assertThat(senders.rate(0)).isCloseTo(LINE / 2, within(ROUNDING));
        senders.advance(0, 1_599_999, 1_600_001);
        assertThat(senders.rate(0)).isCloseTo(LINE * 3 / 4, within(ROUNDING));
    }

    /** What a pause holds back does not count: half of the bytes, so the counter takes twice the time. */
    @Test
    void bytesHeldBackDoNotCount() {
        Senders senders = open(paper(10_000_000, 10_000_000L));
        senders.notify(0, 0);
        double now = 0;
        while (now < 3_200_000) {
            assertThat(senders.rate(0)).as("at %s ns", now).isEqualTo(now == 0 ? LINE : LINE / 2);
            double bytes = senders.advance(0, now, now + 1_000);
            senders.held(0, bytes / 2, now + 1_000);
            now += 1_000;
        }
        senders.advance(0, now, now + 2_000);
        assertThat(senders.rate(0)).isCloseTo(LINE * 3 / 4, within(ROUNDING));
    }

    /**
     * No fast recovery, no additive increase, cuts to 3.125 at 0 with the target 6.25. Timer at 1,000: 4.6875. 5,000 bytes
     * are out at 1,000 + (5,000 - 3,125) / 4.6875 = 1,400: both are one past, so the target rises by 0.1. Timer at 2,000:
     * both are still one past. Bytes again at 2,282: both are two past, and the target rises by 0.2 to 6.65.
     */
    @Test
    void hyperIncreaseGrowsInThePaper() {
        DcqcnVariant variant = new DcqcnVariant(true, 0, 1, 2, 0, 0, DcqcnVariant.TargetFollows.ALWAYS, 5_000, true, 0);
        Senders senders = open(new DcqcnProfile(0, 55_000, 0, 1_000, 0, 0.8e9, 100e6, 0, variant));
        senders.notify(0, 0);
        senders.notify(0, 0);
        senders.advance(0, 0, 1_399);
        assertThat(senders.rate(0)).isCloseTo(4.6875, within(ROUNDING));
        senders.advance(0, 1_399, 1_401);
        assertThat(senders.rate(0)).isCloseTo(5.51875, within(ROUNDING));
        senders.advance(0, 1_401, 2_001);
        assertThat(senders.rate(0)).isCloseTo((5.51875 + 6.45) / 2, within(ROUNDING));
        senders.advance(0, 2_001, 2_281);
        assertThat(senders.rate(0)).isCloseTo(5.984375, within(ROUNDING));
        senders.advance(0, 2_281, 2_283);
        assertThat(senders.rate(0)).isCloseTo((5.984375 + 6.65) / 2, within(ROUNDING));
    }

    /** At most half is cut although alpha is 1023/1024 and the divisor 1. */
    @Test
    void aCutKeepsTheLeastShare() {
        DcqcnProfile profile =
                DcqcnParameter.profile(Map.of(DcqcnParameter.RPG_GD, 10.0, DcqcnParameter.RPG_MIN_DEC_FAC, 90.0));
        Senders senders = open(profile);
        senders.notify(0, 0);
        senders.advance(0, 0, 4_002);
        assertThat(senders.rate(0)).isCloseTo(LINE * 0.9, within(ROUNDING));
    }

    @Test
    void theFirstNotificationMaySetARate() {
        Senders senders = open(DcqcnParameter.profile(Map.of(DcqcnParameter.RATE_TO_SET_ON_FIRST_CNP, 8_000.0)));
        senders.notify(0, 0);
        senders.advance(0, 0, 1);
        assertThat(senders.rate(0)).isCloseTo(1, within(ROUNDING));
    }

    @Test
    void vendorDefaultsAreThoseOfTheParameterPage() {
        DcqcnProfile profile = DcqcnParameter.profile(Map.of());
        assertThat(profile.g()).isEqualTo(5 / 1024.0);
        assertThat(profile.alphaTimerNs()).isEqualTo(1_000);
        assertThat(profile.rateDecreaseIntervalNs()).isEqualTo(4_000);
        assertThat(profile.rateIncreaseTimerNs()).isEqualTo(300_000);
        assertThat(profile.additiveIncreaseBitsPerSecond()).isEqualTo(5e6);
        assertThat(profile.hyperIncreaseBitsPerSecond()).isEqualTo(50e6);
        assertThat(profile.minRateBitsPerSecond()).isEqualTo(1e6);
        assertThat(profile.fastRecoveryTimes()).isEqualTo(1);
        assertThat(profile.variant())
                .isEqualTo(new DcqcnVariant(
                        false,
                        4_000,
                        1023 / 1024.0,
                        2,
                        0.5,
                        0,
                        DcqcnVariant.TargetFollows.AFTER_TIMER_INCREASE,
                        2_097_088,
                        false,
                        0));
        assertThatThrownBy(() -> DcqcnParameter.profile(Map.of(DcqcnParameter.RPG_MIN_DEC_FAC, 101.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leastKeptShare");
    }

    private static DcqcnProfile paper(long timerNs, long byteCounterBytes) {
        DcqcnVariant v = DcqcnVariant.PAPER;
        return new DcqcnProfile(
                1 / 256.0,
                55_000,
                0,
                timerNs,
                40e6,
                400e6,
                100e6,
                5,
                new DcqcnVariant(
                        true, 50_000, 1, 2, 0, 0, v.targetFollows(), byteCounterBytes, v.hyperIncreaseGrows(), 0));
    }

    private static Senders open(DcqcnProfile profile) {
        Senders senders = new Senders(profile, 1);
        senders.open(0, LINE);
        return senders;
    }
}
