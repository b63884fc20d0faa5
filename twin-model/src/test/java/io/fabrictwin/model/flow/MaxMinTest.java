package io.fabrictwin.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand examples of weighted max-min shares, then the obligations of every solution on random problems. */
final class MaxMinTest {
    private static final double[] FREE = {};

    /** A = 10, B = 6; f1 on both, f2 on A, f3 on B: B fills at 3, then f2 takes what A has left. */
    @Test
    void twoLinks() {
        assertRates(new double[] {10, 6}, new int[][] {{0, 1}, {0}, {1}}, ones(3), FREE, 3, 7, 3);
    }

    @Test
    void weights() {
        assertRates(new double[] {12}, new int[][] {{0}, {0}, {0}}, new double[] {1, 2, 3}, FREE, 2, 4, 6);
    }

    @Test
    void cap() {
        double[] caps = {2, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        assertRates(new double[] {10}, new int[][] {{0}, {0}, {0}}, ones(3), caps, 2, 4, 4);
    }

    /** One long variable over five constraints of 1, one short one on each: all get a half. */
    @Test
    void parkingLot() {
        int[][] use = {{0, 1, 2, 3, 4}, {0}, {1}, {2}, {3}, {4}};
        assertRates(ones(5), use, ones(6), FREE, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
    }

    /** f1 half and half over two constraints of 10, f2 on the first alone: 1.5 level = 10. */
    @Test
    void spray() {
        double[] rate = new MaxMin()
                .solve(
                        new double[] {10, 10},
                        new int[] {0, 2, 3},
                        new int[] {0, 1, 0},
                        new double[] {0.5, 0.5, 1},
                        ones(2),
                        new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY});
        assertThat(rate).containsExactly(new double[] {10 / 1.5, 10 / 1.5}, Offset.offset(1e-9));
    }

    /** A group with two edges on a constraint of 10 and one free variable: 3 level = 10. */
    @Test
    void groupCountsTwiceWhereItCrossesTwice() {
        assertRates(new double[] {10}, new int[][] {{0, 0}, {0}}, ones(2), FREE, 10 / 3.0, 10 / 3.0);
    }

    @Test
    void noConstraintAndNoCapIsInfinite() {
        assertRates(new double[] {1}, new int[][] {{}}, ones(1), FREE, Double.POSITIVE_INFINITY);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new MaxMin()
                        .solve(ones(1), new int[] {0, 1}, new int[] {0}, ones(1), new double[] {0}, ones(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weight of variable 0");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void obligationsOfEverySolution(long seed) {
        Problem problem = Problem.random(seed);
        double[] rate = problem.solve().clone();

        // Feasible, and every variable has its bottleneck.
        assertThat(problem.certificate(rate).holds(1e-9)).as("seed %d", seed).isTrue();

        // Scaling all capacities and caps scales all rates.
        double[] scaled = problem.scaled(3).solve();
        for (int v = 0; v < rate.length; v++) {
            assertThat(scaled[v]).as("seed %d", seed).isCloseTo(3 * rate[v], within(1e-9 * (1 + rate[v])));
        }

        // Permuting the input changes nothing but places.
        double[] turned = problem.reversed().solve();
        for (int v = 0; v < rate.length; v++) {
            assertThat(turned[rate.length - 1 - v])
                    .as("seed %d", seed)
                    .isCloseTo(rate[v], within(1e-9 * (1 + rate[v])));
        }

        // Removing a variable never lowers the smallest rate per weight.
        assertThat(problem.without(0).leastPerWeight() * (1 + 1e-9))
                .as("seed %d", seed)
                .isGreaterThanOrEqualTo(problem.leastPerWeight());
    }

    @Test
    void certificateRejectsWhatIsNotMaxMin() {
        Problem problem = Problem.random(3);
        double[] rate = problem.solve().clone();
        rate[0] *= 0.9;
        assertThat(problem.certificate(rate).holds(1e-9)).isFalse();
        rate[0] *= 1.3;
        assertThat(problem.certificate(rate).holds(1e-9)).isFalse();
    }

    private static void assertRates(
            double[] capacity, int[][] use, double[] weight, double[] caps, double... expected) {
        double[] cap = caps.length > 0 ? caps : filled(use.length, Double.POSITIVE_INFINITY);
        Problem problem = Problem.of(capacity, use, weight, cap);
        double[] rate = problem.solve();
        assertThat(rate).containsExactly(expected, Offset.offset(1e-9));
    }

    private static double[] ones(int count) {
        return filled(count, 1);
    }

    private static double[] filled(int count, double value) {
        double[] filled = new double[count];
        Arrays.fill(filled, value);
        return filled;
    }

    @SuppressWarnings("ArrayRecordComponent") // test data, never compared
    private record Problem(
            double[] capacity, int[] offset, int[] constraint, double[] coefficient, double[] weight, double[] cap) {
        static Problem of(double[] capacity, int[][] use, double[] weight, double[] cap) {
            int[] offset = new int[use.length + 1];
            for (int v = 0; v < use.length; v++) {
                offset[v + 1] = offset[v] + use[v].length;
            }
            int[] constraint = Arrays.stream(use).flatMapToInt(Arrays::stream).toArray();
            return new Problem(capacity, offset, constraint, ones(constraint.length), weight, cap);
        }

        static Problem random(long seed) {
            Random random = new Random(seed);
            int constraints = 2 + random.nextInt(20);
            int variables = 2 + random.nextInt(60);
            double[] capacity = random.doubles(constraints, 1, 100).toArray();
            int[] offset = new int[variables + 1];
            int[] constraint = new int[variables * 4];
            for (int v = 0; v < variables; v++) {
                int uses = 1 + random.nextInt(4);
                offset[v + 1] = offset[v] + uses;
                for (int k = offset[v]; k < offset[v + 1]; k++) {
                    constraint[k] = random.nextInt(constraints);
                }
            }
            double[] coefficient = random.doubles(offset[variables], 0.1, 1).toArray();
            double[] weight = random.doubles(variables, 0.2, 5).toArray();
            double[] cap = new double[variables];
            for (int v = 0; v < variables; v++) {
                cap[v] = random.nextInt(3) == 0 ? random.nextDouble() * 20 : Double.POSITIVE_INFINITY;
            }
            return new Problem(
                    capacity, offset, Arrays.copyOf(constraint, offset[variables]), coefficient, weight, cap);
        }

        double[] solve() {
            return new MaxMin().solve(capacity, offset, constraint, coefficient, weight, cap);
        }

        Certificate certificate(double[] rate) {
            return Certificate.of(rate, capacity, offset, constraint, coefficient, weight, cap, 1e-9);
        }

        double leastPerWeight() {
            double[] rate = solve();
            double least = Double.POSITIVE_INFINITY;
            for (int v = 0; v < rate.length; v++) {
                if (rate[v] < cap[v]) {
                    least = Math.min(least, rate[v] / weight[v]);
                }
            }
            return least;
        }

        Problem scaled(double factor) {
            return new Problem(
                    Arrays.stream(capacity).map(value -> value * factor).toArray(),
                    offset,
                    constraint,
                    coefficient,
                    weight,
                    Arrays.stream(cap).map(value -> value * factor).toArray());
        }

        Problem reversed() {
            return picked(java.util.stream.IntStream.range(0, weight.length)
                    .map(v -> weight.length - 1 - v)
                    .toArray());
        }

        Problem without(int variable) {
            return picked(java.util.stream.IntStream.range(0, weight.length)
                    .filter(v -> v != variable)
                    .toArray());
        }

        private Problem picked(int[] variables) {
            int[] newOffset = new int[variables.length + 1];
            int[] newConstraint = new int[constraint.length];
            double[] newCoefficient = new double[constraint.length];
            for (int place = 0; place < variables.length; place++) {
                int at = newOffset[place];
                for (int k = offset[variables[place]]; k < offset[variables[place] + 1]; k++, at++) {
                    newConstraint[at] = constraint[k];
                    newCoefficient[at] = coefficient[k];
                }
                newOffset[place + 1] = at;
            }
            return new Problem(
                    capacity,
                    newOffset,
                    Arrays.copyOf(newConstraint, newOffset[variables.length]),
                    Arrays.copyOf(newCoefficient, newOffset[variables.length]),
                    Arrays.stream(variables).mapToDouble(v -> weight[v]).toArray(),
                    Arrays.stream(variables).mapToDouble(v -> cap[v]).toArray());
        }
    }
}
