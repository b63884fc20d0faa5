package io.fabrictwin.model.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoresTest {
    @ParameterizedTest
    @CsvSource({"0, 0.233695", "0.5, 0.331404", "1, 0.602441", "2, 1.452792", "3, 2.436575"})
    void crpsOfANormalForecast(double z, double expected) {
        assertThat(Scores.crpsOfNormal(0, 1, z)).isCloseTo(expected, within(1e-6));
        assertThat(Scores.crpsOfNormal(0, 1, -z)).isCloseTo(expected, within(1e-6));
        assertThat(Scores.crpsOfNormal(5, 0.1, 5 + 0.1 * z)).isCloseTo(0.1 * expected, within(1e-7));
    }

    @Test
    void crpsOfACertainForecastIsTheError() {
        assertThat(Scores.crpsOfNormal(2, 0, 5)).isEqualTo(3);
    }

    @Test
    void crpsOfSamplesByHand() {
        double[] samples = {4, 1, 2};
        assertThat(Scores.crpsOfSample(samples, 3)).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(Scores.fairCrpsOfSample(samples, 3)).isCloseTo(1 / 3.0, within(1e-12));
    }

    @Test
    void samplesOfANormalScoreLikeTheNormal() {
        SplittableRandom random = new SplittableRandom(7);
        double[] samples = new double[20_000];
        for (int index = 0; index < samples.length; index++) {
            samples[index] = Normal.quantile(random.nextDouble(1e-12, 1));
        }
        assertThat(Scores.fairCrpsOfSample(samples, 1)).isCloseTo(Scores.crpsOfNormal(0, 1, 1), within(0.01));
    }

    @Test
    void baselinesAreSamples() {
        assertThat(Scores.noChange(new double[] {1, 3})).containsExactly(1, 3);
        assertThat(Scores.lastValue(new double[] {1, 3, 2})).containsExactly(4, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> Scores.lastValue(new double[] {1}));
    }

    @Test
    void thePinballLossIsLeastAtTheQuantile() {
        double best = Double.MAX_VALUE;
        int bestAt = -1;
        for (int quantile = 0; quantile <= 100; quantile++) {
            double sum = 0;
            for (int observed = 0; observed <= 100; observed++) {
                sum += Scores.pinball(0.9, quantile, observed);
            }
            if (sum < best) {
                best = sum;
                bestAt = quantile;
            }
        }
        assertThat(bestAt).isEqualTo(90);
    }

    @Test
    void theIntervalScoreFinesMisses() {
        assertThat(Scores.interval(0.9, 1, 3, 2)).isEqualTo(2);
        assertThat(Scores.interval(0.9, 1, 3, 3.5)).isCloseTo(2 + 20 * 0.5, within(1e-9));
        assertThat(Scores.interval(0.9, 1, 3, 0.5)).isCloseTo(2 + 20 * 0.5, within(1e-9));
    }

    @Test
    void skillComparesMeans() {
        assertThat(Scores.skill(new double[] {1, 1}, new double[] {2, 2})).isEqualTo(0.5);
        assertThat(Scores.skill(new double[] {2}, new double[] {1})).isEqualTo(-1);
        assertThatIllegalArgumentException().isThrownBy(() -> Scores.skill(new double[] {1}, new double[] {0}));
    }

    @Test
    void aHistogramHoldsBothEnds() {
        assertThat(Scores.histogram(new double[] {0, 0.24, 0.26, 1}, 4)).containsExactly(2, 1, 0, 1);
        assertThat(Scores.probabilityIntegral(2, 0.5, 2)).isEqualTo(0.5);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.5", "1, 0.8413447460685429", "-1.6448536269514722, 0.05", "2.3263478740408408, 0.99"})
    void theNormalDistribution(double z, double share) {
        assertThat(Normal.cumulative(z)).isCloseTo(share, within(1e-13));
        assertThat(Normal.quantile(share)).isCloseTo(z, within(1e-12));
    }

    @Test
    void signsOfSmallPredictionsDoNotCount() {
        Share share = Share.ofSigns(new double[] {0.1, -0.1, 0.01, 0.3}, new double[] {0.2, 0.1, -1, 0.01});
        assertThat(share).isEqualTo(new Share(2, 3));
    }

    @Test
    void wilsonsIntervalOfEightInTen() {
        Share share = new Share(8, 10);
        assertThat(share.low(0.95)).isCloseTo(0.4902, within(1e-4));
        assertThat(share.high(0.95)).isCloseTo(0.9433, within(1e-4));
        assertThat(new Share(0, 5).low(0.9)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> new Share(0, 0).value());
    }

    @Test
    void skillIsProvenOnlyByManyEvents() {
        double[] model = new double[40];
        double[] baseline = new double[40];
        SplittableRandom random = new SplittableRandom(3);
        for (int event = 0; event < 40; event++) {
            model[event] = 1 + random.nextDouble();
            baseline[event] = 2 + random.nextDouble();
        }
        Skill skill = Skill.of(model, baseline, 1);
        assertThat(skill.value()).isBetween(skill.low(), skill.high());
        assertThat(skill.isProven()).isTrue();
        assertThat(skill.dieboldMariano()).isGreaterThan(1.645);
        assertThat(Skill.of(model, baseline, 1)).isEqualTo(skill);

        Skill few = Skill.of(new double[] {1, 1, 1}, new double[] {2, 2, 3}, 1);
        assertThat(few.hasEnoughEvents()).isFalse();
        assertThat(few.isProven()).isFalse();

        Skill reversed = Skill.of(baseline, model, 1);
        assertThat(reversed.value()).isNegative();
        assertThat(reversed.dieboldMariano()).isEqualTo(-skill.dieboldMariano());
    }

    @Test
    void dieboldMarianoByHand() {
        // differences 1, 2, 3: mean 2, standard deviation 1, over sqrt(3)
        assertThat(Skill.of(new double[] {0, 0, 0}, new double[] {1, 2, 3}, 1).dieboldMariano())
                .isCloseTo(2 * Math.sqrt(3), within(1e-12));
    }
}
