package io.fabrictwin.model.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MapFitTest {
    /** Every observation is the one parameter. */
    private static MapFit.Model constant(int count) {
        return parameters -> {
            double[] times = new double[count];
            Arrays.fill(times, parameters[0]);
            return times;
        };
    }

    private static List<Observation> observed(double spread, double... logTimes) {
        List<Observation> observations = new ArrayList<>();
        for (double logTime : logTimes) {
            observations.add(Observation.of(logTime, spread));
        }
        return observations;
    }

    @Test
    void nearTheModelItIsTheConjugateNormal() {
        Prior prior = Prior.independent(new double[] {1}, new double[] {0.5});
        Posterior posterior = MapFit.fit(prior, constant(3), observed(0.2, 1.3, 1.2, 1.25), Loss.HUBER);
        // precisions 4 and 3 x 25
        assertThat(posterior.mean(0)).isCloseTo((4 * 1 + 25 * 3.75) / 79, within(1e-6));
        double precision = 4 + 75 * Loss.HUBER.informationShare();
        assertThat(posterior.spread(0)).isCloseTo(Math.sqrt(1 / precision), within(1e-9));
        assertThat(posterior.removedShare(0)).isCloseTo(1 - 4 / precision, within(1e-9));
        assertThat(posterior.predictionSpread(new double[] {2})).isCloseTo(2 * posterior.spread(0), within(1e-12));
    }

    @Test
    void withoutObservationsThePriorStays() {
        Posterior posterior = MapFit.fit(
                Prior.of(List.of(Parameter.BANDWIDTH_EFFICIENCY)), parameters -> new double[0], List.of(), Loss.HUBER);
        assertThat(posterior.mean(0)).isEqualTo(Math.log(0.92), within(1e-12));
        assertThat(posterior.spread(0)).isCloseTo(0.08, within(1e-12));
        assertThat(posterior.isIdentified(0)).isFalse();
        UsedValue value = Parameter.BANDWIDTH_EFFICIENCY.found(posterior, 0, "0 collectives");
        assertThat(value.status()).isEqualTo(Status.ASSUMED);
        assertThat(value.value()).isEqualTo("0.92");
        assertThat(value.source()).contains("not identified", "prior used");
    }

    @Test
    void whatIsNotSeenStaysAtItsPrior() {
        Prior prior = Prior.independent(new double[] {0, 0.5}, new double[] {1, 0.1});
        // the second hardly moves anything
        MapFit.Model model =
                parameters -> new double[] {parameters[0] + 0.1 * parameters[1], parameters[0] - 0.1 * parameters[1]};
        Posterior posterior = MapFit.fit(prior, model, observed(0.1, 0.6, 0.3), Loss.STUDENT_T);
        assertThat(posterior.isIdentified(0)).isTrue();
        assertThat(posterior.isIdentified(1)).isFalse();
        assertThat(posterior.mean(1)).isEqualTo(0.5);
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void wildObservationsDoNotCarryItAway(Loss loss) {
        SplittableRandom random = new SplittableRandom(11);
        double[] times = new double[60];
        for (int index = 0; index < times.length; index++) {
            times[index] = 0.3 + 0.02 * Normal.quantile(random.nextDouble(1e-9, 1));
        }
        double clean = Arrays.stream(times).average().orElseThrow();
        times[7] += Math.log(3);
        times[31] += Math.log(3);
        Posterior posterior = MapFit.fit(
                Prior.independent(new double[] {0}, new double[] {0.5}), constant(60), observed(0.02, times), loss);
        assertThat(Arrays.stream(times).average().orElseThrow()).isGreaterThan(clean + 0.03);
        assertThat(posterior.mean(0)).isCloseTo(clean, within(0.003));
    }

    /** Of a mean of many normal observations: 95 % and 93 % as sure as least squares. */
    @ParameterizedTest
    @EnumSource(Loss.class)
    void thePosteriorIsAsWideAsTheEstimateScatters(Loss loss) {
        SplittableRandom random = new SplittableRandom(4);
        int fits = 2000;
        double squares = 0;
        double variances = 0;
        for (int fit = 0; fit < fits; fit++) {
            double[] times = new double[40];
            for (int index = 0; index < times.length; index++) {
                times[index] = 0.1 * Normal.quantile(random.nextDouble(1e-12, 1 - 1e-12));
            }
            Posterior posterior = MapFit.fit(
                    Prior.independent(new double[] {0}, new double[] {10}), constant(40), observed(0.1, times), loss);
            squares += posterior.mean(0) * posterior.mean(0);
            variances += posterior.spread(0) * posterior.spread(0);
        }
        assertThat(variances / squares).isCloseTo(1, within(0.08));
    }

    @Test
    void aTimeOutIsALowerBound() {
        Prior prior = Prior.independent(new double[] {0}, new double[] {1});
        List<Observation> seen = observed(0.1, 0, 0.1, -0.1);
        List<Observation> met = new ArrayList<>(seen);
        met.add(new Observation(-0.5, 0.1, true));
        List<Observation> above = new ArrayList<>(seen);
        above.add(new Observation(0.5, 0.1, true));
        Posterior without = MapFit.fit(prior, constant(3), seen, Loss.HUBER);
        // a bound that the model is above says nothing
        assertThat(MapFit.fit(prior, constant(4), met, Loss.HUBER).mean(0)).isCloseTo(without.mean(0), within(1e-9));
        assertThat(MapFit.fit(prior, constant(4), above, Loss.HUBER).mean(0)).isGreaterThan(without.mean(0) + 0.02);
    }

    @Test
    void aCurvedModelIsFitted() {
        // time of a transfer: latency e^a and 1 / (bandwidth e^b)
        double[] bytes = {1e3, 1e4, 1e5, 1e6, 1e7};
        MapFit.Model model = parameters -> {
            double[] times = new double[bytes.length];
            for (int index = 0; index < bytes.length; index++) {
                times[index] = Math.log(
                        10 * StrictMath.exp(parameters[0]) + bytes[index] / 1e4 / StrictMath.exp(parameters[1]));
            }
            return times;
        };
        double[] truth = {0.3, -0.2};
        Posterior posterior = MapFit.fit(
                Prior.independent(new double[2], new double[] {0.5, 0.5}),
                model,
                observed(0.001, model.logTimes(truth)),
                Loss.HUBER);
        assertThat(posterior.mean(0)).isCloseTo(0.3, within(1e-4));
        assertThat(posterior.mean(1)).isCloseTo(-0.2, within(1e-4));
        assertThat(posterior.iterations()).isLessThan(20);
    }

    @Test
    void aRandomWalkIsSmooth() {
        // octave residuals with one seen far off and one bucket not seen at all
        double[] seen = {0.4, 0.3, Double.NaN, 0.1, 0};
        List<Observation> observations = new ArrayList<>();
        List<Integer> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < seen.length; bucket++) {
            if (!Double.isNaN(seen[bucket])) {
                observations.add(Observation.of(seen[bucket], 0.02));
                buckets.add(bucket);
            }
        }
        MapFit.Model model = parameters ->
                buckets.stream().mapToDouble(bucket -> parameters[bucket]).toArray();
        Posterior posterior = MapFit.fit(Prior.randomWalk(5, 0.15), model, observations, Loss.HUBER);
        assertThat(posterior.mean(2)).as("between its neighbours").isCloseTo(0.2, within(0.01));
        assertThat(posterior.spread(2)).isGreaterThan(posterior.spread(1));
        // without any observation the walk is nought and widens away from the largest size
        Posterior prior = MapFit.fit(Prior.randomWalk(5, 0.15), parameters -> new double[0], List.of(), Loss.HUBER);
        assertThat(prior.spread(4)).isCloseTo(0.15, within(1e-9));
        assertThat(prior.spread(0)).isCloseTo(0.15 * Math.sqrt(5), within(1e-9));
    }

    @Test
    void priorsStandSideBySide() {
        Prior prior = Prior.of(List.of(Parameter.LATENCY_SCALE)).and(Prior.randomWalk(2, 0.15));
        assertThat(prior.size()).isEqualTo(3);
        double[][] covariance = prior.covariance();
        assertThat(covariance[0][0]).isCloseTo(0.04, within(1e-12));
        assertThat(covariance[0][1]).isZero();
        assertThat(covariance[1][1]).isCloseTo(2 * 0.0225, within(1e-12));
        assertThat(covariance[1][2]).isCloseTo(0.0225, within(1e-12));
    }

    @Test
    void theSameObservationsGiveTheSameBits() {
        Prior prior = Prior.of(List.of(Parameter.LATENCY_SCALE));
        List<Observation> observations = observed(0.02, 0.11, 0.13, 0.9);
        Posterior once = MapFit.fit(prior, constant(3), observations, Loss.STUDENT_T);
        Posterior again = MapFit.fit(prior, constant(3), observations, Loss.STUDENT_T);
        assertThat(again.mean(0)).isEqualTo(once.mean(0));
        assertThat(again.spread(0)).isEqualTo(once.spread(0));
    }

    @Test
    void refusesWhatItCannotFit() {
        Prior prior = Prior.independent(new double[] {0}, new double[] {1});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MapFit.fit(prior, constant(2), observed(0.1, 1), Loss.HUBER))
                .withMessageContaining("2 log times for 1 observations");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> MapFit.fit(prior, parameters -> new double[] {Double.NaN}, observed(0.1, 1), Loss.HUBER))
                .withMessageContaining("no finite log time");
        assertThatIllegalArgumentException().isThrownBy(() -> Observation.of(1, 0));
    }
}
