package io.fabrictwin.model.ladder;

import io.fabrictwin.model.flow.Certificate;
import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.route.Murmur3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rungs of the max-min solver. */
final class FlowRungs {
    private static final double FREE = Double.POSITIVE_INFINITY;
    private static final int INSTANCES = 10_000;

    private FlowRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung("V01", true, "Max-min shares of six hand examples", "closed form", FlowRungs::handExamples),
                new Rung(
                        "V02",
                        true,
                        "Max-min shares of 10,000 small random problems",
                        "definition of max-min, solved without any speed",
                        FlowRungs::randomProblems));
    }

    private static List<Check> handExamples() {
        List<Check> checks = new ArrayList<>();
        Problem links = constraints(10, 6);
        variable(links, 1, FREE, 0, 1, 1, 1);
        variable(links, 1, FREE, 0, 1);
        variable(links, 1, FREE, 1, 1);
        expect(checks, "two links", "B: 6 / 2; A: 10 - 3", links, 3, 7, 3);

        Problem weights = constraints(12);
        for (int weight = 1; weight <= 3; weight++) {
            variable(weights, weight, FREE, 0, 1);
        }
        expect(checks, "weights", "12 w / (1 + 2 + 3)", weights, 2, 4, 6);

        Problem cap = constraints(10);
        variable(cap, 1, 2, 0, 1);
        variable(cap, 1, FREE, 0, 1);
        variable(cap, 1, FREE, 0, 1);
        expect(checks, "cap", "(10 - 2) / 2", cap, 2, 4, 4);

        Problem lot = constraints(1, 1, 1, 1, 1);
        variable(lot, 1, FREE, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1);
        for (int link = 0; link < 5; link++) {
            variable(lot, 1, FREE, link, 1);
        }
        expect(checks, "parking lot", "1 / 2", lot, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);

        Problem spray = constraints(10, 10);
        variable(spray, 1, FREE, 0, 0.5, 1, 0.5);
        variable(spray, 1, FREE, 0, 1);
        expect(checks, "spray", "1.5 x = 10", spray, 10 / 1.5, 10 / 1.5);

        Problem group = constraints(10);
        variable(group, 1, FREE, 0, 2);
        variable(group, 1, FREE, 0, 1);
        expect(checks, "ring group", "(2 + 1) x = 10", group, 10 / 3.0, 10 / 3.0);
        return checks;
    }

    private static void expect(List<Check> checks, String name, String formula, Problem problem, double... expected) {
        double[] rate = new MaxMin().solve(problem);
        for (int v = 0; v < expected.length; v++) {
            checks.add(Check.relative(name + ", f" + (v + 1), formula, "", expected[v], rate[v], 1e-9));
        }
    }

    private static List<Check> randomProblems() {
        double worst = 0;
        int proven = 0;
        MaxMin solver = new MaxMin();
        for (int instance = 0; instance < INSTANCES; instance++) {
            int constraints = 1 + draw(instance, 0, 6);
            int variables = 1 + draw(instance, 1, 8);
            double[] capacity = new double[constraints];
            double[][] load = new double[constraints][variables];
            double[] weight = new double[variables];
            double[] cap = new double[variables];
            Problem problem = new Problem();
            for (int c = 0; c < constraints; c++) {
                // Few different numbers, so that ties are common.
                capacity[c] = 1 + draw(instance, 100 + c, 12);
                problem.addConstraint(capacity[c]);
            }
            for (int v = 0; v < variables; v++) {
                weight[v] = 1 + draw(instance, 200 + v, 3);
                cap[v] = draw(instance, 300 + v, 3) == 0 ? draw(instance, 400 + v, 5) : FREE;
                problem.addVariable(weight[v], cap[v]);
                for (int hop = 0; hop <= draw(instance, 500 + v, 3); hop++) {
                    int c = draw(instance, 600 + 10 * v + hop, constraints);
                    double coefficient = (1 + draw(instance, 700 + 10 * v + hop, 4)) / 4.0;
                    problem.use(c, coefficient);
                    load[c][v] += coefficient;
                }
            }
            double[] rate = solver.solve(problem);
            double[] naive = NaiveMaxMin.solve(capacity, load, weight, cap);
            for (int v = 0; v < variables; v++) {
                worst = Math.max(worst, Math.abs(rate[v] - naive[v]) / Math.max(1, naive[v]));
            }
            proven += Certificate.of(problem, rate, 1e-9).holds(1e-9) ? 1 : 0;
        }
        return List.of(
                Check.absolute("largest difference", "max |x - naive x| / max(1, x)", "", 0, worst, 1e-9),
                Check.exact("proven optimal", "each at its cap or largest on a full link", "", INSTANCES, proven));
    }

    private static int draw(int instance, int purpose, int bound) {
        return Integer.remainderUnsigned(Murmur3.hash(instance, purpose, 0, 0), bound);
    }

    private static Problem constraints(double... capacity) {
        Problem problem = new Problem();
        Arrays.stream(capacity).forEach(problem::addConstraint);
        return problem;
    }

    private static void variable(Problem problem, double weight, double cap, double... uses) {
        problem.addVariable(weight, cap);
        for (int k = 0; k < uses.length; k += 2) {
            problem.use((int) uses[k], uses[k + 1]);
        }
    }
}
