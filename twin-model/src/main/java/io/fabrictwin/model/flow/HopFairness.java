package io.fabrictwin.model.flow;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Rates where end-to-end marks set them, as under DCQCN: a flow over {@code H} full queues is marked on each, and gets
 * about {@code H^-0.8} of the rate of flows that cross one (fixed point of DCQCN: rate in proportion to the mark
 * probability to the power -3/4; fluid runs give slightly less, hence 0.8). Solve, count the full queues of every
 * variable, weight it by that power, solve again; at most three times.
 */
public final class HopFairness {
    /** Power of the number of full queues. */
    public static final double EXPONENT = -0.8;

    private static final double TOLERANCE = 1e-9;
    private static final int PASSES = 3;

    private final MaxMin solver = new MaxMin();

    /**
     * Solves a problem.
     *
     * @param problem weights are those of one-queue competitors; they are the same again afterwards
     * @param marks whether a constraint is a queue that marks; a sender's own port is not
     * @return rate per variable; the array is the solver's own and changes with the next call
     */
    public double[] solve(Problem problem, IntPredicate marks) {
        double[] rate = solver.solve(problem);
        double[] base = new double[problem.variables];
        System.arraycopy(problem.weight, 0, base, 0, problem.variables);
        int[] before = fullQueues(problem, rate, marks);
        for (int pass = 0; pass < PASSES; pass++) {
            for (int v = 0; v < problem.variables; v++) {
                problem.setWeight(v, base[v] * StrictMath.pow(Math.max(1, before[v]), EXPONENT));
            }
            rate = solver.solve(problem);
            int[] now = fullQueues(problem, rate, marks);
            if (Arrays.equals(now, before)) {
                break;
            }
            before = now;
        }
        for (int v = 0; v < problem.variables; v++) {
            problem.setWeight(v, base[v]);
        }
        return rate;
    }

    private static int[] fullQueues(Problem problem, double[] rate, IntPredicate marks) {
        double[] load = new double[problem.constraints];
        problem.addLoads(rate, load);
        int[] full = new int[problem.variables];
        for (int v = 0; v < problem.variables; v++) {
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                int c = problem.constraint[k];
                full[v] += marks.test(c) && load[c] >= problem.capacity[c] * (1 - TOLERANCE) ? 1 : 0;
            }
        }
        return full;
    }
}
