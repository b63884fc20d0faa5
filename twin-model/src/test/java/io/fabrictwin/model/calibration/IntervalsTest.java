package io.fabrictwin.model.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalsTest {
    private static List<Conformal.Score> scores(List<String> bucket, int count) {
        List<Conformal.Score> scores = new ArrayList<>();
        for (int value = count; value >= 1; value--) {
            scores.add(new Conformal.Score(bucket, value));
        }
        return scores;
    }

    @Test
    void nineForNinetyNineteenForNinetyFive() {
        assertThat(Conformal.needed(0.9)).isEqualTo(9);
        assertThat(Conformal.needed(0.95)).isEqualTo(19);
        assertThat(new Conformal(scores(List.of(), 8)).reach(List.of(), 0.9).spreads())
                .isEmpty();
        assertThat(new Conformal(scores(List.of(), 9)).reach(List.of(), 0.9).spreads())
                .hasValue(9);
    }

    @Test
    void takesTheRightSmallest() {
        // ceil(51 x 0.9) = 46
        Conformal.Reach reach = new Conformal(scores(List.of("ecn"), 50)).reach(List.of("ecn"), 0.9);
        assertThat(reach.spreads()).hasValue(46);
        assertThat(reach.count()).isEqualTo(50);
    }

    @Test
    void aSmallBucketGivesWayToItsParent() {
        List<Conformal.Score> scores = new ArrayList<>(scores(List.of("ecn", "large"), 19));
        scores.addAll(scores(List.of("ecn", "small"), 1));
        scores.addAll(scores(List.of("link", "large"), 30));
        Conformal conformal = new Conformal(scores);
        assertThat(conformal.reach(List.of("ecn", "large"), 0.9).bucket()).containsExactly("ecn");
        assertThat(conformal.reach(List.of("link", "large"), 0.9).bucket()).containsExactly("link", "large");
        assertThat(conformal.reach(List.of("job"), 0.9).bucket()).isEmpty();
        assertThat(conformal.reach(List.of("job"), 0.9).count()).isEqualTo(50);
    }

    /** Coverage of one set of n scores is Beta(k, n + 1 - k): at 50 mean 46/51, standard deviation 0.041. */
    @Test
    void holdsWhatItPromises() {
        SplittableRandom random = new SplittableRandom(5);
        double sum = 0;
        double squares = 0;
        int sets = 400;
        for (int set = 0; set < sets; set++) {
            List<Conformal.Score> scores = new ArrayList<>();
            for (int index = 0; index < 50; index++) {
                scores.add(new Conformal.Score(List.of(), -Math.log(random.nextDouble(1e-12, 1))));
            }
            double reach = new Conformal(scores).reach(List.of(), 0.9).spreads().orElseThrow();
            double coverage = 1 - Math.exp(-reach);
            sum += coverage;
            squares += coverage * coverage;
        }
        double mean = sum / sets;
        assertThat(mean).isCloseTo(46 / 51.0, within(0.006));
        assertThat(Math.sqrt(squares / sets - mean * mean)).isCloseTo(0.041, within(0.006));
    }

    /** The forecast's spread is wrong by a growing factor; the level follows. */
    @Test
    void anAdaptiveLevelMissesAsOftenAsItShould() {
        SplittableRandom random = new SplittableRandom(9);
        AdaptiveLevel level = AdaptiveLevel.of(0.1, 0.03);
        int missed = 0;
        int forecasts = 5000;
        for (int index = 0; index < forecasts; index++) {
            double scale = 1 + 2.0 * index / forecasts;
            double value = Math.abs(scale * Normal.quantile(random.nextDouble(1e-12, 1)));
            double asked = level.level();
            boolean isMissed = asked < 1 && (asked == 0 || value > Normal.quantile((1 + asked) / 2));
            missed += isMissed ? 1 : 0;
            level = level.after(isMissed);
        }
        assertThat((double) missed / forecasts).isCloseTo(0.1, within(0.01));
        assertThat(AdaptiveLevel.of(0.1, 0.05).after(true).current()).isCloseTo(0.055, within(1e-12));
    }

    @Test
    void groupsThatAgreeAreDrawnTogether() {
        Pooling pooling = Pooling.of(new double[] {0.10, 0.12, 0.11}, new double[] {0.01, 0.01, 0.01}, 0, 0.2);
        assertThat(pooling.between()).isLessThan(0.08);
        assertThat(Math.abs(pooling.mean(1) - pooling.mean(0))).isLessThan(0.005);
        assertThat(pooling.spread(0)).isLessThan(0.1);
    }

    @Test
    void groupsThatDifferKeepTheirOwn() {
        Pooling pooling = Pooling.of(new double[] {-0.3, 0, 0.3}, new double[] {1e-4, 1e-4, 1e-4}, 0, 0.2);
        assertThat(pooling.between()).isGreaterThan(0.15);
        assertThat(pooling.mean(2)).isCloseTo(0.3, within(0.002));
        assertThat(pooling.meanSpread()).isGreaterThan(0.08);
    }

    @Test
    void theLessAGroupHasToSayTheMoreItIsDrawn() {
        Pooling pooling = Pooling.of(new double[] {0.3, 0.3, -0.1, 0}, new double[] {1e-4, 0.04, 1e-4, 1e-4}, 0, 0.2);
        assertThat(pooling.mean(0)).isCloseTo(0.3, within(0.002));
        assertThat(pooling.mean(1)).isBetween(pooling.mean(), 0.28);
    }

    private static final RatioSpread MODEL = new RatioSpread(0.01, 0.1, Status.ASSUMED, "");

    @Test
    void theRatioTakesItsVarianceFromAllSides() {
        RatioForecast ratio = RatioForecast.of(
                new double[] {100, 100},
                new double[] {110, 120},
                new RatioForecast.Anchor(List.of(0.02, -0.02), 2, false),
                false,
                MODEL);
        assertThat(ratio.ratio()).isCloseTo(1.15, within(1e-12));
        assertThat(ratio.recordedVariance()).isCloseTo(0.0004, within(1e-12));
        double variance = Math.pow(Math.log(120 / 110.0), 2) / 2;
        assertThat(ratio.luckVariance()).isCloseTo(variance * 1.5, within(1e-12));
        assertThat(ratio.modelSpread()).isCloseTo(0.01 + 0.1 * Math.log(1.15), within(1e-12));
        double spread = Math.sqrt(0.0004 + variance * 1.5 + ratio.modelSpread() * ratio.modelSpread());
        assertThat(ratio.spread()).isCloseTo(spread, within(1e-12));
        assertThat(ratio.level()).isEqualTo(0.9);
        assertThat(ratio.high(0.9)).isCloseTo(1.15 * Math.exp(1.645 * spread), within(1e-4));
        assertThat(ratio.low(0.9)).isCloseTo(1.15 * Math.exp(-1.645 * spread), within(1e-4));
    }

    @Test
    void theLuckOfTheRecordedStepsDoesNotComeAgain() {
        List<Double> scattered = List.of(0.11, -0.01, 0.05); // mean and median agree
        List<Double> exact = List.of(0.05, 0.05, 0.05);
        RatioForecast lucky = RatioForecast.of(
                new double[] {100}, new double[] {150}, new RatioForecast.Anchor(scattered, 3, true), false, MODEL);
        // the base run is 5 % off, give or take 3.5 % of luck: most of it
        double luck = 0.0012;
        double share = luck / (luck + 0.015 * 0.015);
        assertThat(ratio(lucky)).isCloseTo(Math.log(1.5) - share * 0.05, within(1e-12));
        assertThat(lucky.recordedVariance()).isCloseTo(share * 0.015 * 0.015, within(1e-12));
        assertThat(ratio(RatioForecast.of(
                        new double[] {100},
                        new double[] {150},
                        new RatioForecast.Anchor(exact, 3, true),
                        false,
                        MODEL)))
                .isCloseTo(Math.log(1.5), within(1e-12));
        assertThat(ratio(RatioForecast.of(
                        new double[] {100},
                        new double[] {150},
                        new RatioForecast.Anchor(scattered, 3, false),
                        false,
                        MODEL)))
                .isCloseTo(Math.log(1.5), within(1e-12));
    }

    @Test
    void aStepThatWasHeldUpIsNoLuck() {
        RatioForecast ratio = RatioForecast.of(
                new double[] {100},
                new double[] {150},
                new RatioForecast.Anchor(List.of(0.0, 0.4, 0.0, 0.0), 4, true),
                false,
                MODEL);
        assertThat(ratio(ratio)).isCloseTo(Math.log(1.5), within(1e-12));
        assertThat(Math.sqrt(ratio.recordedVariance())).isBetween(0.09, 0.11);
    }

    private static double ratio(RatioForecast forecast) {
        return Math.log(forecast.ratio());
    }

    @Test
    void drawnPathsMayMakeTwoHeaps() {
        double[] changed = new double[24];
        for (int draw = 0; draw < changed.length; draw++) {
            changed[draw] = draw % 3 == 0 ? 100 : 130;
        }
        RatioForecast ratio = RatioForecast.of(
                new double[] {100, 100}, changed, new RatioForecast.Anchor(List.of(), 2, true), true, MODEL);
        assertThat(ratio.ratio()).isBetween(1.25, 1.33);
        // a third of all is about 1: its lower part ends at the share of 0.15 of a normal distribution with spread 0.01
        assertThat(ratio.low(0.9)).isCloseTo(Math.exp(0.01 * Normal.quantile(0.15)), within(1e-6));
        assertThat(ratio.high(0.9)).isBetween(1.33, 1.42);
        // what is drawn stays, so its interval reaches further out: here the share of 0.015
        assertThat(ratio.level()).isEqualTo(0.99);
        assertThat(ratio.low(ratio.level())).isCloseTo(Math.exp(0.01 * Normal.quantile(0.015)), within(1e-6));
    }

    @Test
    void drawnPathsThatChangeNothingLeaveTheLevel() {
        double[] equal = {100, 130};
        RatioForecast ratio =
                RatioForecast.of(equal, equal.clone(), new RatioForecast.Anchor(List.of(), 2, true), true, MODEL);
        assertThat(ratio.level()).isEqualTo(0.9);
    }

    @Test
    void equalRunsShareTheirLuck() {
        RatioForecast ratio = RatioForecast.of(
                new double[] {100, 130},
                new double[] {100, 130},
                new RatioForecast.Anchor(List.of(0.1, -0.1), 2, true),
                false,
                RatioSpread.PRIOR);
        assertThat(ratio.ratio()).isEqualTo(1);
        assertThat(ratio.spread()).isEqualTo(RatioSpread.PRIOR.floor());
    }

    @Test
    void aSpreadIsFittedToPastErrors() {
        SplittableRandom random = new SplittableRandom(2);
        List<PastChange> changes = new ArrayList<>();
        for (int index = 0; index < 300; index++) {
            double predicted = random.nextDouble(-0.8, 0.8);
            double error = (0.02 + 0.3 * Math.abs(predicted)) * Normal.quantile(random.nextDouble(1e-12, 1));
            changes.add(new PastChange("set-ecn", predicted, predicted + error, 0.1));
        }
        RatioSpread fitted = RatioSpread.fit(changes, new double[300]);
        assertThat(fitted.status()).isEqualTo(Status.FITTED);
        assertThat(fitted.share()).isCloseTo(0.3, within(0.06));
        assertThat(fitted.floor()).isCloseTo(0.02, within(0.01));
        assertThat(RatioSpread.fit(List.of(), new double[0])).isEqualTo(RatioSpread.PRIOR);
    }

    @Test
    void fewChangesOfAKindGiveWayToAll() {
        List<PastChange> changes = new ArrayList<>();
        for (int index = 0; index < 25; index++) {
            changes.add(new PastChange("set-ecn", 0.1, 0.1 + 0.001 * index, 0.01));
        }
        changes.add(new PastChange("set-link-rate", 0.5, 0.9, 0.1));
        PastChanges past = new PastChanges(changes);

        PastChanges.Evidence own = past.evidence("set-ecn");
        assertThat(own.count()).isEqualTo(25);
        // ceil(26 x 0.9) = 24th of 0, 0.1, ... 2.4 spreads
        assertThat(own.reach().orElseThrow()).isCloseTo(2.3, within(1e-9));
        assertThat(own.medianError()).isCloseTo(Math.expm1(0.012), within(1e-9));
        assertThat(own.held()).isEqualTo(new Share(17, 25));
        assertThat(own.words()).startsWith("on 25 comparable changes (set-ecn): median 1.2 %");

        PastChanges.Evidence all = past.evidence("set-link-rate");
        assertThat(all.kind()).isEmpty();
        assertThat(all.count()).isEqualTo(26);
        assertThat(all.words()).contains("26 comparable changes (all kinds)");
    }

    @Test
    void refusesNonsense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PastChanges(List.of()).evidence("set-ecn"))
                .withMessageContaining("no past change");
        assertThatIllegalArgumentException().isThrownBy(() -> new PastChange("set-ecn", 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PastChange("set-ecn", Double.NaN, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Conformal.Score(List.of(), -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsedValue.of("efficiency", Double.NaN, "1", Status.MEASURED, "a fit"));
    }
}
