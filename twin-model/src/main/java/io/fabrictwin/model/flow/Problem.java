package io.fabrictwin.model.flow;

import java.util.Arrays;

/**
 * A max-min problem in compressed sparse rows, both ways: constraints with a capacity, and variables with a weight, a cap
 * and a coefficient on each constraint that they use. A variable stands for whatever moves at one rate: a flow, or a
 * group of flows that data dependencies hold together (a ring channel: its coefficient on a link is the sum over its
 * edges there), or a class of alike flows.
 *
 * <p>Built by appending: {@link #addConstraint}, then {@link #addVariable}, each followed by its {@link #use}s. Clearing keeps
 * the arrays, so that a problem of no larger size is built and solved again without allocation. Not thread-safe.
 */
public final class Problem {
    int variables;
    int constraints;
    double[] capacity = new double[16];
    int[] offset = new int[17];
    int[] constraint = new int[64];
    double[] coefficient = new double[64];
    double[] weight = new double[16];
    double[] cap = new double[16];

    /** The same incidences by constraint; only valid after {@link #turn}. */
    int[] offsetOfConstraint = new int[17];

    int[] variableOfIncidence = new int[0];
    double[] coefficientOfIncidence = new double[0];
    private boolean turned;

    /** Forgets all constraints and variables. */
    public void clear() {
        constraints = 0;
        clearVariables();
    }

    /** Forgets all variables, keeps the constraints. */
    public void clearVariables() {
        variables = 0;
        offset[0] = 0;
        turned = false;
    }

    /**
     * Appends a constraint.
     *
     * @param capacity not negative, may be infinite
     * @return its index, counted from 0
     */
    public int addConstraint(double capacity) {
        if (constraints == this.capacity.length) {
            this.capacity = Arrays.copyOf(this.capacity, 2 * constraints);
        }
        turned = false;
        constraints++;
        setCapacity(constraints - 1, capacity);
        return constraints - 1;
    }

    /**
     * Appends a variable that uses nothing yet.
     *
     * @param weight positive and finite: its rate is in proportion to this while nothing else holds it
     * @param cap largest rate, not negative, may be infinite
     * @return its index, counted from 0
     */
    public int addVariable(double weight, double cap) {
        if (variables == this.weight.length) {
            this.weight = Arrays.copyOf(this.weight, 2 * variables);
            this.cap = Arrays.copyOf(this.cap, 2 * variables);
            offset = Arrays.copyOf(offset, 2 * variables + 1);
        }
        turned = false;
        variables++;
        offset[variables] = offset[variables - 1];
        setWeight(variables - 1, weight);
        setCap(variables - 1, cap);
        return variables - 1;
    }

    /**
     * Lets the variable that was added last load a constraint. Uses of the same constraint add up.
     *
     * @param coefficient load per unit of rate, positive and finite
     */
    public void use(int constraint, double coefficient) {
        check(constraint, constraints, "constraint");
        if (!(coefficient > 0) || Double.isInfinite(coefficient)) {
            throw new IllegalArgumentException("coefficient of variable " + (variables - 1) + " on constraint "
                    + constraint + " must be positive and finite: " + coefficient);
        }
        int at = offset[variables];
        if (at == this.constraint.length) {
            this.constraint = Arrays.copyOf(this.constraint, 2 * at);
            this.coefficient = Arrays.copyOf(this.coefficient, 2 * at);
        }
        this.constraint[at] = constraint;
        this.coefficient[at] = coefficient;
        offset[variables] = at + 1;
        turned = false;
    }

    /** Sets the capacity of a constraint: not negative, may be infinite. */
    public void setCapacity(int constraint, double capacity) {
        check(constraint, constraints, "constraint");
        if (!(capacity >= 0)) {
            throw new IllegalArgumentException("capacity of constraint " + constraint + ": " + capacity);
        }
        this.capacity[constraint] = capacity;
    }

    /** Sets the weight of a variable: positive and finite. */
    public void setWeight(int variable, double weight) {
        check(variable, variables, "variable");
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("weight of variable " + variable + ": " + weight);
        }
        this.weight[variable] = weight;
    }

    /** Sets the cap of a variable: not negative, may be infinite. A cap of 0 takes it out. */
    public void setCap(int variable, double cap) {
        check(variable, variables, "variable");
        if (!(cap >= 0)) {
            throw new IllegalArgumentException("cap of variable " + variable + ": " + cap);
        }
        this.cap[variable] = cap;
    }

    /** Number of variables. */
    public int variables() {
        return variables;
    }

    /** Number of constraints. */
    public int constraints() {
        return constraints;
    }

    /** Number of pairs of a variable and a constraint that it uses. */
    public int incidences() {
        return offset[variables];
    }

    /** Capacity of a constraint. */
    public double capacity(int constraint) {
        check(constraint, constraints, "constraint");
        return capacity[constraint];
    }

    /** Weight of a variable. */
    public double weight(int variable) {
        check(variable, variables, "variable");
        return weight[variable];
    }

    /** Adds to {@code load}, one number per constraint, what the variables put there at their rates. */
    public void addLoads(double[] rate, double[] load) {
        for (int v = 0; v < variables; v++) {
            for (int k = offset[v]; k < offset[v + 1]; k++) {
                load[constraint[k]] += coefficient[k] * rate[v];
            }
        }
    }

    /** Makes the incidences available by constraint, each constraint's in the order of the variables. */
    void turn() {
        if (turned) {
            return;
        }
        int incidences = offset[variables];
        if (offsetOfConstraint.length < constraints + 1) {
            offsetOfConstraint = new int[capacity.length + 1];
        }
        if (variableOfIncidence.length < incidences) {
            variableOfIncidence = new int[constraint.length];
            coefficientOfIncidence = new double[constraint.length];
        }
        Arrays.fill(offsetOfConstraint, 0, constraints + 1, 0);
        for (int k = 0; k < incidences; k++) {
            offsetOfConstraint[constraint[k]]++;
        }
        for (int c = 1; c <= constraints; c++) {
            offsetOfConstraint[c] += offsetOfConstraint[c - 1];
        }
        // From the ends of the rows backwards: what is left in the offsets are the starts.
        for (int v = variables - 1; v >= 0; v--) {
            for (int k = offset[v + 1] - 1; k >= offset[v]; k--) {
                int at = --offsetOfConstraint[constraint[k]];
                variableOfIncidence[at] = v;
                coefficientOfIncidence[at] = coefficient[k];
            }
        }
        turned = true;
    }

    private static void check(int index, int count, String what) {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("no " + what + " " + index + " among " + count);
        }
    }
}
