package io.fabrictwin.model.flow;

import java.util.Arrays;

/**
 * Weighted max-min allocation by progressive filling. Variable {@code v} has weight {@code w_v}, cap {@code u_v} and a
 * coefficient {@code a_cv} on each constraint {@code c} that it uses; an allocation is feasible if {@code sum_v a_cv x_v
 * <= C_c} and {@code x_v <= u_v}. A common level rises; each unfrozen variable has {@code x_v = w_v * level}; the first
 * constraint to fill, or the first cap to be met, freezes its variables; and so on. The result is unique, so it does not
 * depend on the order of the input; ties are taken in the order of constraints.
 *
 * <p>A solver keeps its workspace and may be used for many problems, one at a time. Cost: incidences times the logarithm
 * of the number of constraints.
 */
public final class MaxMin {
    private int variables;
    private int constraints;
    private double[] rate = new double[0];
    private boolean[] frozen = new boolean[0];
    private int[] order = new int[0];
    private double[] capacityLeft = new double[0];
    private double[] weightLeft = new double[0];
    private int[] offsetOfConstraint = new int[0];
    private int[] variableOfIncidence = new int[0];
    private double[] coefficientOfIncidence = new double[0];
    private int[] heap = new int[0];
    private double[] levelOfConstraint = new double[0];
    private int heapSize;

    /**
     * Solves one problem. Incidences of variable {@code v} are those from {@code offset[v]} to {@code offset[v + 1]}; a
     * constraint may occur more than once there, its coefficients then add up.
     *
     * @param capacity per constraint, not negative
     * @param offset per variable and one more: where its incidences start
     * @param constraint per incidence: index of the constraint
     * @param coefficient per incidence: load on the constraint per unit of rate, positive
     * @param weight per variable, positive
     * @param cap per variable, not negative, may be infinite
     * @return rate per variable in the unit of the capacities; infinite without cap and constraint. The array is reused
     *     by the next call
     * @throws IllegalArgumentException for a number outside its range
     */
    public double[] solve(
            double[] capacity, int[] offset, int[] constraint, double[] coefficient, double[] weight, double[] cap) {
        prepare(capacity, offset, constraint, coefficient, weight, cap);
        double level = 0;
        int nextCapped = 0;
        while (true) {
            while (nextCapped < variables && frozen[order[nextCapped]]) {
                nextCapped++;
            }
            if (nextCapped == variables) {
                return rate;
            }
            int capped = order[nextCapped];
            double capLevel = cap[capped] / weight[capped];
            int tight = tightest();
            double fillLevel = tight < 0 ? Double.POSITIVE_INFINITY : levelOfConstraint[tight];
            if (capLevel <= fillLevel) {
                level = Math.max(level, capLevel);
                freeze(capped, cap[capped], offset, constraint, coefficient, weight);
            } else {
                level = Math.max(level, fillLevel);
                pop();
                for (int k = offsetOfConstraint[tight]; k < offsetOfConstraint[tight + 1]; k++) {
                    int variable = variableOfIncidence[k];
                    if (!frozen[variable]) {
                        freeze(variable, weight[variable] * level, offset, constraint, coefficient, weight);
                    }
                }
            }
        }
    }

    private void prepare(
            double[] capacity, int[] offset, int[] constraint, double[] coefficient, double[] weight, double[] cap) {
        variables = weight.length;
        constraints = capacity.length;
        if (offset.length != variables + 1 || cap.length != variables) {
            throw new IllegalArgumentException("offset and cap must fit " + variables + " variables");
        }
        int incidences = offset[variables];
        if (rate.length != variables) {
            rate = new double[variables];
            frozen = new boolean[variables];
            order = new int[variables];
        }
        Arrays.fill(frozen, false);
        if (levelOfConstraint.length < constraints) {
            levelOfConstraint = new double[constraints];
            capacityLeft = new double[constraints];
            weightLeft = new double[constraints];
            offsetOfConstraint = new int[constraints + 1];
            heap = new int[constraints];
        }
        if (variableOfIncidence.length < incidences) {
            variableOfIncidence = new int[incidences];
            coefficientOfIncidence = new double[incidences];
        }
        Arrays.fill(weightLeft, 0, constraints, 0);
        Arrays.fill(offsetOfConstraint, 0);
        for (int c = 0; c < constraints; c++) {
            if (!(capacity[c] >= 0)) {
                throw new IllegalArgumentException("capacity of constraint " + c + ": " + capacity[c]);
            }
            capacityLeft[c] = capacity[c];
        }
        boolean anyCap = false;
        for (int v = 0; v < variables; v++) {
            if (!(weight[v] > 0) || Double.isInfinite(weight[v])) {
                throw new IllegalArgumentException("weight of variable " + v + ": " + weight[v]);
            }
            if (!(cap[v] >= 0)) {
                throw new IllegalArgumentException("cap of variable " + v + ": " + cap[v]);
            }
            anyCap |= cap[v] < Double.POSITIVE_INFINITY;
            order[v] = v;
            for (int k = offset[v]; k < offset[v + 1]; k++) {
                if (!(coefficient[k] > 0) || Double.isInfinite(coefficient[k])) {
                    throw new IllegalArgumentException("coefficient of incidence " + k + ": " + coefficient[k]);
                }
                weightLeft[constraint[k]] += coefficient[k] * weight[v];
                offsetOfConstraint[constraint[k] + 1]++;
            }
        }
        for (int c = 0; c < constraints; c++) {
            offsetOfConstraint[c + 1] += offsetOfConstraint[c];
        }
        for (int v = variables - 1; v >= 0; v--) {
            for (int k = offset[v + 1] - 1; k >= offset[v]; k--) {
                int at = --offsetOfConstraint[constraint[k] + 1];
                variableOfIncidence[at] = v;
                coefficientOfIncidence[at] = coefficient[k];
            }
        }
        // The loop above has moved each start into the place of the next one.
        System.arraycopy(offsetOfConstraint, 1, offsetOfConstraint, 0, constraints);
        offsetOfConstraint[constraints] = incidences;
        if (anyCap) {
            sortByCapLevel(cap, weight);
        }
        heapSize = 0;
        for (int c = 0; c < constraints; c++) {
            if (weightLeft[c] > 0) {
                levelOfConstraint[c] = Math.max(0, capacityLeft[c]) / weightLeft[c];
                heap[heapSize++] = c;
            }
        }
        for (int at = heapSize / 2 - 1; at >= 0; at--) {
            siftDown(at);
        }
    }

    private void sortByCapLevel(double[] cap, double[] weight) {
        Integer[] boxed = new Integer[variables];
        Arrays.setAll(boxed, v -> v);
        Arrays.sort(boxed, (a, b) -> {
            int byLevel = Double.compare(cap[a] / weight[a], cap[b] / weight[b]);
            return byLevel != 0 ? byLevel : Integer.compare(a, b);
        });
        for (int v = 0; v < variables; v++) {
            order[v] = boxed[v];
        }
    }

    private void freeze(
            int variable, double value, int[] offset, int[] constraint, double[] coefficient, double[] weight) {
        rate[variable] = value;
        frozen[variable] = true;
        for (int k = offset[variable]; k < offset[variable + 1]; k++) {
            capacityLeft[constraint[k]] -= coefficient[k] * value;
            weightLeft[constraint[k]] -= coefficient[k] * weight[variable];
        }
    }

    /** The constraint that fills first; -1 if none is left. A level only rises, so it is corrected when it comes up. */
    private int tightest() {
        while (heapSize > 0) {
            int c = heap[0];
            boolean open = false;
            for (int k = offsetOfConstraint[c]; k < offsetOfConstraint[c + 1] && !open; k++) {
                open = !frozen[variableOfIncidence[k]];
            }
            if (!open) {
                pop();
                continue;
            }
            double level = Math.max(0, capacityLeft[c]) / weightLeft[c];
            if (level <= levelOfConstraint[c] * (1 + 1e-12)) {
                return c;
            }
            levelOfConstraint[c] = level;
            siftDown(0);
        }
        return -1;
    }

    private void pop() {
        heap[0] = heap[--heapSize];
        siftDown(0);
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
        int byLevel = Double.compare(levelOfConstraint[a], levelOfConstraint[b]);
        return byLevel != 0 ? byLevel < 0 : a < b;
    }
}
