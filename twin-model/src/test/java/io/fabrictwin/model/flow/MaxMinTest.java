package io.fabrictwin.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;
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
        Problem problem = Problems.constraints(10, 10);
        Problems.variable(problem, 1, 0, 0.5, 1, 0.5);
        Problems.variable(problem, 1, 0, 1);
        assertThat(new MaxMin().solve(problem)).containsExactly(new double[] {10 / 1.5, 10 / 1.5}, Offset.offset(1e-9));
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
        Problem problem = Problems.constraints(1);
        assertThatThrownBy(() -> problem.addVariable(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weight of variable 0");
        problem.clear();
        assertThatThrownBy(() -> problem.addConstraint(Double.NaN)).hasMessageContaining("capacity of constraint 0");
        assertThatThrownBy(() -> problem.setCapacity(3, 1)).hasMessageContaining("no constraint 3 among 1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void obligationsOfEverySolution(long seed) {
        Problem problem = Problems.random(seed);
        double[] rate = solve(problem);

        // Feasible, and every variable has its bottleneck.
        assertThat(Certificate.of(problem, rate, 1e-9).holds(1e-9))
                .as("seed %d", seed)
                .isTrue();

        // Scaling all capacities and caps scales all rates.
        double[] scaled = solve(Problems.scaled(problem, 3));
        for (int v = 0; v < rate.length; v++) {
            assertThat(scaled[v]).as("seed %d", seed).isCloseTo(3 * rate[v], within(1e-9 * (1 + rate[v])));
        }

        // Permuting the input changes nothing but places.
        int last = rate.length - 1;
        double[] turned =
                solve(Problems.picked(problem, IntStream.rangeClosed(0, last).map(v -> last - v)));
        for (int v = 0; v < rate.length; v++) {
            assertThat(turned[last - v]).as("seed %d", seed).isCloseTo(rate[v], within(1e-9 * (1 + rate[v])));
        }

        // Removing a variable never lowers the smallest rate per weight.
        Problem without = Problems.picked(problem, IntStream.rangeClosed(1, last));
        assertThat(leastPerWeight(without) * (1 + 1e-9))
                .as("seed %d", seed)
                .isGreaterThanOrEqualTo(leastPerWeight(problem));
    }

    @Test
    void certificateRejectsWhatIsNotMaxMin() {
        Problem problem = Problems.random(3);
        double[] rate = solve(problem);
        rate[0] *= 0.9;
        assertThat(Certificate.of(problem, rate, 1e-9).holds(1e-9)).isFalse();
        rate[0] *= 1.3;
        assertThat(Certificate.of(problem, rate, 1e-9).holds(1e-9)).isFalse();
    }

    /** A million capped variables leave 1e-9 of a constraint: the last one gets all of it in spite of the rounding. */
    @Test
    void aTinyRestIsShared() {
        Problem problem = Problems.constraints(1e6);
        for (int v = 0; v < 1_000_000; v++) {
            problem.addVariable(1, 1 - 1e-9);
            problem.use(0, 1);
        }
        Problems.variable(problem, 1e-6, 0, 1);
        double[] rate = solve(problem);
        assertThat(rate[1_000_000]).isCloseTo(1e-3, within(1e-9));
        assertThat(Certificate.of(problem, rate, 1e-9).holds(1e-9)).isTrue();
    }

    @Test
    void solvingAgainAllocatesNothing() {
        Problem problem = Problems.random(5);
        MaxMin solver = new MaxMin();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        solver.solve(problem);
        threads.getThreadAllocatedBytes(id);
        long before = threads.getThreadAllocatedBytes(id);
        for (int again = 0; again < 100; again++) {
            solver.solve(problem);
        }
        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(1_000);
    }

    private static double[] solve(Problem problem) {
        return new MaxMin().solve(problem);
    }

    private static double leastPerWeight(Problem problem) {
        double[] rate = solve(problem);
        return IntStream.range(0, rate.length)
                .filter(v -> rate[v] < problem.cap[v])
                .mapToDouble(v -> rate[v] / problem.weight[v])
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static void assertRates(
            double[] capacity, int[][] use, double[] weight, double[] caps, double... expected) {
        Problem problem = Problems.constraints(capacity);
        for (int v = 0; v < use.length; v++) {
            problem.addVariable(weight[v], caps.length > 0 ? caps[v] : Double.POSITIVE_INFINITY);
            for (int constraint : use[v]) {
                problem.use(constraint, 1);
            }
        }
        assertThat(solve(problem)).containsExactly(expected, Offset.offset(1e-9));
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }
}
