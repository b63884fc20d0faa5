package io.fabrictwin.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HopFairnessTest {
    /** A long flow over H equal queues with one competitor on each gets H^-0.8 of a competitor's rate. */
    @ParameterizedTest
    @CsvSource({"1, 0.5", "2, 0.3648", "3, 0.2935", "4, 0.2480"})
    void longFlowGetsLess(int queues, double share) {
        Problem problem = parkingLot(queues);
        double[] rate = new HopFairness().solve(problem, c -> true);
        assertThat(rate[0]).isCloseTo(share, within(1e-4));
        assertThat(rate[1]).isCloseTo(1 - share, within(1e-4));
        assertThat(problem.weight(0)).isEqualTo(1);
    }

    @Test
    void portsThatDoNotMarkDoNotCount() {
        assertThat(new HopFairness().solve(parkingLot(2), c -> c == 0)[0]).isCloseTo(0.5, within(1e-9));
    }

    private static Problem parkingLot(int queues) {
        Problem problem = new Problem();
        for (int c = 0; c < queues; c++) {
            problem.addConstraint(1);
        }
        problem.addVariable(1, Double.POSITIVE_INFINITY);
        for (int c = 0; c < queues; c++) {
            problem.use(c, 1);
        }
        for (int c = 0; c < queues; c++) {
            Problems.variable(problem, 1, c, 1);
        }
        return problem;
    }
}
