package io.fabrictwin.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shortcuts to a solution give the solution, over many random problems. */
final class FlowProperties {
    @Test
    void classesAreSolvedForTheirMembers() {
        int smaller = 0;
        for (long seed = 0; seed < 300; seed++) {
            Problem problem = seed % 2 == 0 ? Problems.symmetric(seed) : Problems.random(seed);
            EquitableClasses classes = EquitableClasses.of(problem);
            double[] whole = new MaxMin().solve(problem);
            double[] expanded = classes.expand(new MaxMin().solve(classes.quotient()));
            assertSame(whole, expanded, seed);
            assertThat(Certificate.of(problem, expanded, 1e-9).holds(1e-9))
                    .as("seed %d", seed)
                    .isTrue();
            smaller += classes.quotient().variables() < problem.variables() ? 1 : 0;
            if (seed % 2 == 0) {
                int unlike = (int) IntStream.range(0, problem.variables())
                        .map(classes::classOfVariable)
                        .distinct()
                        .count();
                assertThat(classes.quotient().variables()).isEqualTo(unlike).isLessThanOrEqualTo(13);
            }
        }
        assertThat(smaller).isGreaterThanOrEqualTo(150);
    }

    @Test
    void smallChangesAreSolvedAsIfFromTheStart() {
        int inPart = 0;
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Problem problem = sparse(seed);
            Problem copy = Problems.picked(problem, IntStream.range(0, problem.variables()));
            IncrementalMaxMin incremental = new IncrementalMaxMin(problem);
            incremental.solve();
            assertThat(incremental.lastWasFull()).isTrue();
            for (int change = 0; change < 20; change++) {
                int v = random.nextInt(problem.variables());
                int c = random.nextInt(problem.constraints());
                double value = random.nextDouble();
                switch (random.nextInt(3)) {
                    case 0 -> {
                        incremental.setCap(v, value < 0.5 ? 0 : 20 * value);
                        copy.setCap(v, value < 0.5 ? 0 : 20 * value);
                    }
                    case 1 -> {
                        incremental.setWeight(v, 0.1 + value);
                        copy.setWeight(v, 0.1 + value);
                    }
                    default -> {
                        incremental.setCapacity(c, 100 * value);
                        copy.setCapacity(c, 100 * value);
                    }
                }
                assertSame(new MaxMin().solve(copy), incremental.solve(), seed);
                inPart += incremental.lastWasFull() ? 0 : 1;
            }
        }
        // Most changes of a sparse problem stay local.
        assertThat(inPart).isGreaterThan(1200);
    }

    /** With one class for all, schedulers change nothing. */
    @Test
    void oneClassIsPlainMaxMin() {
        for (long seed = 0; seed < 100; seed++) {
            Problem problem = Problems.random(seed);
            double[] rate = new ScheduledMaxMin()
                    .solve(problem, c -> java.util.List.of(new ServiceClass(0, 2)), new int[problem.incidences()]);
            assertSame(new MaxMin().solve(problem), rate, seed);
        }
    }

    private static Problem sparse(long seed) {
        Random random = new Random(seed);
        Problem problem = Problems.constraints(random.doubles(60, 1, 100).toArray());
        for (int v = 0; v < 60; v++) {
            problem.addVariable(0.5 + random.nextDouble(), random.nextInt(3) == 0 ? 15 : Double.POSITIVE_INFINITY);
            problem.use(random.nextInt(60), 0.1 + random.nextDouble());
            problem.use(random.nextInt(60), 0.1 + random.nextDouble());
        }
        return problem;
    }

    private static void assertSame(double[] expected, double[] actual, long seed) {
        assertThat(actual.length).isEqualTo(expected.length);
        for (int v = 0; v < expected.length; v++) {
            assertThat(actual[v])
                    .as("seed %d, variable %d", seed, v)
                    .isCloseTo(expected[v], within(1e-8 * (1 + expected[v])));
        }
    }
}
