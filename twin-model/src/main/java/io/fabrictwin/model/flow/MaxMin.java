package io.fabrictwin.model.flow;

import java.util.Arrays;

/**
 * Weighted max-min allocation by progressive filling (Bertsekas and Gallager, Data Networks, section 6.5, with weights,
 * caps and coefficients). Variable {@code v} has weight {@code w_v}, cap {@code u_v} and a coefficient {@code a_cv} on each
 * constraint {@code c} that it uses; an allocation is feasible if {@code sum_v a_cv x_v <= C_c} and {@code x_v <= u_v}. A
 * common level rises; each unfrozen variable has {@code x_v = w_v * level}; the first constraint to fill, or the first cap
 * to be met, freezes its variables; and so on. The result is unique; sums are taken in the order of the input.
 *
 * <p>Constraints and caps whose levels lie within 1e-12 of the least are frozen in one go, so that the many equal links of
 * a symmetric fabric cost one round. A solver keeps its workspace: solving again at no larger size allocates nothing. One
 * problem at a time. Cost: incidences, and constraints times the logarithm of their number.
 */
public final class MaxMin {
    private static final double SAME_LEVEL = 1 + 1e-12;

    /** A weight sum that has shrunk this far is summed anew: what it lost by cancellation stays under 1e-12 or so. */
    private static final double SHRUNK = 0x1p-10;

    private double[] rate = new double[0];
    private boolean[] frozen = new boolean[0];
    private double[] capacityLeft = new double[0];
    private double[] weightLeft = new double[0];
    private double[] weightSummed = new double[0];
    private int[] open = new int[0];

    /** Level of each constraint as last computed, then of each variable's cap; a constraint's only rises. */
    private double[] level = new double[0];

    private int[] heap = new int[0];
    private int heapSize;
    private int[] tied = new int[0];

    /**
     * Solves a problem.
     *
     * @return rate per variable in the unit of the capacities; infinite where neither a cap nor a constraint of finite
     *     capacity holds it. The array is the solver's own and changes with the next call
     */
    public double[] solve(Problem problem) {
        prepare(problem);
        while (settleTop(problem)) {
            double least = level[heap[0]];
            int ties = 0;
            do {
                tied[ties++] = pop();
            } while (settleTop(problem) && level[heap[0]] <= least * SAME_LEVEL);
            for (int t = 0; t < ties; t++) {
                freezeAt(tied[t], least, problem);
            }
        }
        for (int v = 0; v < problem.variables; v++) {
            if (!frozen[v]) {
                rate[v] = Double.POSITIVE_INFINITY;
            }
        }
        return rate;
    }

    private void prepare(Problem problem) {
        problem.turn();
        int variables = problem.variables;
        int constraints = problem.constraints;
        if (rate.length != variables) {
            rate = new double[variables];
        }
        if (frozen.length < variables) {
            frozen = new boolean[variables];
        }
        if (capacityLeft.length < constraints) {
            capacityLeft = new double[constraints];
            weightLeft = new double[constraints];
            weightSummed = new double[constraints];
            open = new int[constraints];
        }
        if (level.length < variables + constraints) {
            level = new double[variables + constraints];
            heap = new int[variables + constraints];
            tied = new int[variables + constraints];
        }
        Arrays.fill(frozen, 0, variables, false);
        heapSize = 0;
        for (int c = 0; c < constraints; c++) {
            sum(c, problem);
            if (open[c] > 0 && problem.capacity[c] < Double.POSITIVE_INFINITY) {
                level[c] = Math.max(0, capacityLeft[c]) / weightLeft[c];
                heap[heapSize++] = c;
            }
        }
        for (int v = 0; v < variables; v++) {
            if (problem.cap[v] < Double.POSITIVE_INFINITY) {
                level[constraints + v] = problem.cap[v] / problem.weight[v];
                heap[heapSize++] = constraints + v;
            }
        }
        for (int at = heapSize / 2 - 1; at >= 0; at--) {
            siftDown(at);
        }
    }

    /** What is left of a constraint and who is still open there, from scratch; differences are summed as Kahan does. */
    private void sum(int c, Problem problem) {
        double left = problem.capacity[c];
        double lost = 0;
        double weight = 0;
        int unfrozen = 0;
        for (int k = problem.offsetOfConstraint[c]; k < problem.offsetOfConstraint[c + 1]; k++) {
            int v = problem.variableOfIncidence[k];
            if (frozen[v]) {
                double taken = problem.coefficientOfIncidence[k] * rate[v] + lost;
                double next = left - taken;
                lost = next - left + taken;
                left = next;
            } else {
                weight += problem.coefficientOfIncidence[k] * problem.weight[v];
                unfrozen++;
            }
        }
        capacityLeft[c] = left;
        weightLeft[c] = weight;
        weightSummed[c] = weight;
        open[c] = unfrozen;
    }

    /** Brings the constraint or cap with the least level to the top of the heap; false if none is left. */
    private boolean settleTop(Problem problem) {
        while (heapSize > 0) {
            int top = heap[0];
            if (top >= problem.constraints) {
                if (!frozen[top - problem.constraints]) {
                    return true;
                }
                pop();
            } else if (open[top] == 0) {
                pop();
            } else {
                if (weightLeft[top] < weightSummed[top] * SHRUNK) {
                    sum(top, problem);
                }
                double now = Math.max(0, capacityLeft[top]) / weightLeft[top];
                if (now <= level[top] * SAME_LEVEL) {
                    return true;
                }
                level[top] = now;
                siftDown(0);
            }
        }
        return false;
    }

    private void freezeAt(int at, double least, Problem problem) {
        if (at >= problem.constraints) {
            freeze(at - problem.constraints, least, problem);
            return;
        }
        for (int k = problem.offsetOfConstraint[at]; k < problem.offsetOfConstraint[at + 1]; k++) {
            freeze(problem.variableOfIncidence[k], least, problem);
        }
    }

    private void freeze(int v, double least, Problem problem) {
        if (frozen[v]) {
            return;
        }
        double weight = problem.weight[v];
        double value = Math.min(problem.cap[v], weight * least);
        frozen[v] = true;
        rate[v] = value;
        for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
            int c = problem.constraint[k];
            double coefficient = problem.coefficient[k];
            capacityLeft[c] -= coefficient * value;
            weightLeft[c] -= coefficient * weight;
            open[c]--;
        }
    }

    private int pop() {
        int top = heap[0];
        heap[0] = heap[--heapSize];
        siftDown(0);
        return top;
    }

    private void siftDown(int from) {
        if (heapSize == 0) {
            return;
        }
        int at = from;
        int moved = heap[at];
        while (true) {
            int child = 2 * at + 1;
            if (child >= heapSize) {
                break;
            }
            if (child + 1 < heapSize && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    private boolean before(int a, int b) {
        return level[a] < level[b] || (level[a] == level[b] && a < b);
    }
}
