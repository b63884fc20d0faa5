package io.fabrictwin.model.flow;

import java.util.Random;
import java.util.stream.IntStream;

/** Problems to test with. */
final class Problems {
    private Problems() {}

    static Problem constraints(double... capacity) {
        Problem problem = new Problem();
        for (double each : capacity) {
            problem.addConstraint(each);
        }
        return problem;
    }

    /** An uncapped variable; uses are constraint, coefficient, constraint, coefficient and so on. */
    static void variable(Problem problem, double weight, double... uses) {
        problem.addVariable(weight, Double.POSITIVE_INFINITY);
        for (int k = 0; k < uses.length; k += 2) {
            problem.use((int) uses[k], uses[k + 1]);
        }
    }

    /** Weights, coefficients, and caps on a third of the variables, all uneven. */
    static Problem random(long seed) {
        Random random = new Random(seed);
        Problem problem =
                constraints(random.doubles(2 + random.nextInt(20), 1, 100).toArray());
        int variables = 2 + random.nextInt(60);
        for (int v = 0; v < variables; v++) {
            boolean capped = random.nextInt(3) == 0;
            problem.addVariable(
                    0.2 + 4.8 * random.nextDouble(), capped ? random.nextDouble() * 20 : Double.POSITIVE_INFINITY);
            for (int uses = 1 + random.nextInt(4); uses > 0; uses--) {
                problem.use(random.nextInt(problem.constraints()), 0.1 + 0.9 * random.nextDouble());
            }
        }
        return problem;
    }

    /** Several copies of a random problem with few different numbers, tied together by one constraint, in mixed order. */
    static Problem symmetric(long seed) {
        Random random = new Random(seed);
        int copies = 2 + random.nextInt(5);
        int constraints = 2 + random.nextInt(6);
        int variables = 2 + random.nextInt(12);
        double[] capacity = random.doubles(constraints, 1, 100).toArray();
        int[][] use = new int[variables][];
        for (int v = 0; v < variables; v++) {
            use[v] = random.ints(1 + random.nextInt(3), 0, constraints).toArray();
        }
        Problem problem = new Problem();
        for (int copy = 0; copy < copies; copy++) {
            for (double each : capacity) {
                problem.addConstraint(each);
            }
        }
        problem.addConstraint(copies * variables * 3.0);
        int start = random.nextInt(copies * variables);
        for (int place = 0; place < copies * variables; place++) {
            int at = (start + place) % (copies * variables);
            int v = at / copies;
            problem.addVariable(1 + v % 2, v % 3 == 0 ? 7 : Double.POSITIVE_INFINITY);
            for (int constraint : use[v]) {
                problem.use(at % copies * constraints + constraint, 0.5);
            }
            problem.use(copies * constraints, 0.25);
        }
        return problem;
    }

    static Problem scaled(Problem problem, double factor) {
        Problem scaled = picked(problem, IntStream.range(0, problem.variables));
        for (int c = 0; c < scaled.constraints; c++) {
            scaled.setCapacity(c, problem.capacity[c] * factor);
        }
        for (int v = 0; v < scaled.variables; v++) {
            scaled.setCap(v, problem.cap[v] * factor);
        }
        return scaled;
    }

    /** The same constraints and these variables, in this order. */
    static Problem picked(Problem problem, IntStream variables) {
        Problem picked = new Problem();
        for (int c = 0; c < problem.constraints; c++) {
            picked.addConstraint(problem.capacity[c]);
        }
        variables.forEach(v -> {
            picked.addVariable(problem.weight[v], problem.cap[v]);
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                picked.use(problem.constraint[k], problem.coefficient[k]);
            }
        });
        return picked;
    }
}
