package io.fabrictwin.model.flow;

import java.util.Arrays;

/**
 * Max-min rates of a problem that changes a little at a time. After a change only the variables that share a full
 * constraint with it, directly or through others, are solved again, against the capacity that the rest leaves them. The
 * {@link Certificate} of the whole decides whether that was enough: if not, variables on constraints that have become full
 * join and it is tried again, and a change that keeps spreading ends in a full solve. So the rates are always the max-min
 * ones within 1e-9.
 *
 * <p>A variable that ends gets a cap of 0, one that starts gets its cap back; the incidences stay. Not thread-safe.
 */
public final class IncrementalMaxMin {
    private static final double TOLERANCE = 1e-9;
    private static final int ATTEMPTS = 4;

    private final Problem problem;
    private final MaxMin solver = new MaxMin();
    private final Problem part = new Problem();
    private final double[] rate;
    private final double[] load;
    private final boolean[] changedConstraint;
    private final boolean[] inPart;
    private final int[] member;
    private int members;
    private final boolean[] spread;
    private final int[] constraintOfPart;
    private final int[] placeInPart;
    private boolean solved;
    private boolean lastWasFull;

    /** For a problem whose numbers are changed through this object from here on, its incidences not at all. */
    public IncrementalMaxMin(Problem problem) {
        this.problem = problem;
        rate = new double[problem.variables];
        load = new double[problem.constraints];
        changedConstraint = new boolean[problem.constraints];
        inPart = new boolean[problem.variables];
        member = new int[problem.variables];
        spread = new boolean[problem.constraints];
        constraintOfPart = new int[problem.constraints];
        placeInPart = new int[problem.constraints];
        Arrays.fill(placeInPart, -1);
    }

    /** Changes a capacity. */
    public void setCapacity(int constraint, double capacity) {
        // Who was held here, or will be, is known only by the old and the new capacity together.
        boolean wasFull = isFull(constraint);
        problem.setCapacity(constraint, capacity);
        changedConstraint[constraint] |= wasFull || isFull(constraint);
    }

    /** Changes a weight. */
    public void setWeight(int variable, double weight) {
        problem.setWeight(variable, weight);
        join(variable);
    }

    /** Changes a cap. */
    public void setCap(int variable, double cap) {
        problem.setCap(variable, cap);
        join(variable);
    }

    /** Whether the last solve had to solve the whole problem. */
    public boolean lastWasFull() {
        return lastWasFull;
    }

    /**
     * Rates after all changes so far.
     *
     * @return rate per variable; the array is this object's own and changes with the next call
     */
    public double[] solve() {
        problem.turn();
        lastWasFull = !(solved && solvePart());
        if (lastWasFull) {
            System.arraycopy(solver.solve(problem), 0, rate, 0, rate.length);
        }
        solved = true;
        Arrays.fill(load, 0);
        problem.addLoads(rate, load);
        Arrays.fill(changedConstraint, false);
        Arrays.fill(spread, false);
        Arrays.fill(inPart, false);
        members = 0;
        return rate;
    }

    private boolean solvePart() {
        for (int c = 0; c < problem.constraints; c++) {
            if (changedConstraint[c]) {
                joinAll(c);
            }
        }
        int spreadFrom = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            // Members join at the end of the list while it is walked.
            for (; spreadFrom < members; spreadFrom++) {
                int v = member[spreadFrom];
                for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                    if (isFull(problem.constraint[k])) {
                        joinAll(problem.constraint[k]);
                    }
                }
            }
            if (members > problem.variables / 2) {
                return false;
            }
            solveMembers();
            if (Certificate.of(problem, rate, TOLERANCE).holds(TOLERANCE)) {
                return true;
            }
            // Constraints that the members have filled hold others too.
            Arrays.fill(load, 0);
            problem.addLoads(rate, load);
            spreadFrom = 0;
        }
        return false;
    }

    private void solveMembers() {
        part.clear();
        int constraints = 0;
        for (int m = 0; m < members; m++) {
            int v = member[m];
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                int c = problem.constraint[k];
                if (placeInPart[c] < 0) {
                    placeInPart[c] = constraints;
                    constraintOfPart[constraints++] = c;
                }
            }
        }
        for (int place = 0; place < constraints; place++) {
            int c = constraintOfPart[place];
            double left = problem.capacity[c];
            for (int k = problem.offsetOfConstraint[c]; k < problem.offsetOfConstraint[c + 1]; k++) {
                int v = problem.variableOfIncidence[k];
                left -= inPart[v] ? 0 : problem.coefficientOfIncidence[k] * rate[v];
            }
            part.addConstraint(Math.max(0, left));
        }
        for (int m = 0; m < members; m++) {
            int v = member[m];
            part.addVariable(problem.weight[v], problem.cap[v]);
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                part.use(placeInPart[problem.constraint[k]], problem.coefficient[k]);
            }
        }
        double[] solution = solver.solve(part);
        for (int m = 0; m < members; m++) {
            rate[member[m]] = solution[m];
        }
        for (int place = 0; place < constraints; place++) {
            placeInPart[constraintOfPart[place]] = -1;
        }
    }

    private void joinAll(int constraint) {
        if (spread[constraint]) {
            return;
        }
        spread[constraint] = true;
        for (int k = problem.offsetOfConstraint[constraint]; k < problem.offsetOfConstraint[constraint + 1]; k++) {
            join(problem.variableOfIncidence[k]);
        }
    }

    private void join(int variable) {
        if (!inPart[variable]) {
            inPart[variable] = true;
            member[members++] = variable;
        }
    }

    private boolean isFull(int constraint) {
        return load[constraint] >= problem.capacity[constraint] * (1 - TOLERANCE);
    }
}
