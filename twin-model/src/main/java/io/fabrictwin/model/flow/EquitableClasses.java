package io.fabrictwin.model.flow;

import java.util.Arrays;

/**
 * Variables and constraints of a problem sorted into classes that a solution cannot tell apart, and the small problem of
 * the classes. The classes are the coarsest stable ("equitable") partition: two variables share one if they agree in
 * weight, cap and the multiset of (class, coefficient) over the constraints they use, and two constraints if they agree in
 * capacity and the multiset of (class, coefficient) over the variables that use them (colour refinement, Weisfeiler and
 * Leman). Progressive filling sees only such sums, so the max-min rate is the same throughout a class.
 *
 * <p>The partition is found by 64-bit hashes of the multisets. A collision could merge what differs, with a probability of
 * about the square of the size over 2^64; {@link Certificate#of} on the expanded rates settles it where that matters.
 *
 * <p>Symmetric traffic (sprayed, or laid out leaf by leaf) shrinks to tens of classes; randomly hashed paths do not shrink.
 */
public final class EquitableClasses {
    private final Problem quotient;
    private final int[] classOfVariable;
    private final int[] classOfConstraint;

    private EquitableClasses(Problem quotient, int[] classOfVariable, int[] classOfConstraint) {
        this.quotient = quotient;
        this.classOfVariable = classOfVariable;
        this.classOfConstraint = classOfConstraint;
    }

    /** Refines until stable: rounds times incidences. */
    public static EquitableClasses of(Problem problem) {
        int variables = problem.variables;
        int constraints = problem.constraints;
        long[] signature = new long[Math.max(variables, constraints)];
        int[] ofVariable = new int[variables];
        int[] ofConstraint = new int[constraints];
        Numbering numbering = new Numbering(Math.max(variables, constraints));
        for (int v = 0; v < variables; v++) {
            signature[v] =
                    mix(mix(Double.doubleToLongBits(problem.weight[v])) + Double.doubleToLongBits(problem.cap[v]));
        }
        int variableClasses = numbering.number(signature, variables, ofVariable);
        for (int c = 0; c < constraints; c++) {
            signature[c] = mix(Double.doubleToLongBits(problem.capacity[c]));
        }
        int constraintClasses = numbering.number(signature, constraints, ofConstraint);
        while (true) {
            for (int c = 0; c < constraints; c++) {
                signature[c] = mix(ofConstraint[c]);
            }
            for (int v = 0; v < variables; v++) {
                long own = mix(~ofVariable[v]);
                for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                    signature[problem.constraint[k]] += mix(own ^ Double.doubleToLongBits(problem.coefficient[k]));
                }
            }
            int finerConstraints = numbering.number(signature, constraints, ofConstraint);
            for (int v = 0; v < variables; v++) {
                long sum = mix(ofVariable[v]);
                for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                    sum += mix(mix(~ofConstraint[problem.constraint[k]])
                            ^ Double.doubleToLongBits(problem.coefficient[k]));
                }
                signature[v] = sum;
            }
            int finerVariables = numbering.number(signature, variables, ofVariable);
            if (finerConstraints == constraintClasses && finerVariables == variableClasses) {
                break;
            }
            constraintClasses = finerConstraints;
            variableClasses = finerVariables;
        }
        Problem quotient = quotient(problem, ofVariable, variableClasses, ofConstraint, constraintClasses);
        return new EquitableClasses(quotient, ofVariable, ofConstraint);
    }

    /**
     * One variable and one constraint per class. With n variables in class i, m constraints in class j and b the load of
     * one of those variables on all of these constraints together, n b counts the coefficients between the classes once by
     * variable, so each of the constraints bears n b / m per unit of rate.
     */
    private static Problem quotient(
            Problem problem, int[] ofVariable, int variableClasses, int[] ofConstraint, int constraintClasses) {
        int[] variablesIn = sizes(ofVariable, variableClasses);
        int[] constraintsIn = sizes(ofConstraint, constraintClasses);
        Problem quotient = new Problem();
        // Classes are numbered by first occurrence, so the first of each comes in order.
        for (int c = 0; c < problem.constraints; c++) {
            if (ofConstraint[c] == quotient.constraints) {
                quotient.addConstraint(problem.capacity[c]);
            }
        }
        double[] load = new double[constraintClasses];
        int[] touched = new int[constraintClasses];
        for (int v = 0; v < problem.variables; v++) {
            if (ofVariable[v] != quotient.variables) {
                continue;
            }
            quotient.addVariable(problem.weight[v], problem.cap[v]);
            int count = 0;
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                int j = ofConstraint[problem.constraint[k]];
                if (load[j] == 0) {
                    touched[count++] = j;
                }
                load[j] += problem.coefficient[k];
            }
            for (int t = 0; t < count; t++) {
                int j = touched[t];
                quotient.use(j, load[j] * variablesIn[ofVariable[v]] / constraintsIn[j]);
                load[j] = 0;
            }
        }
        return quotient;
    }

    private static int[] sizes(int[] classOf, int classes) {
        int[] sizes = new int[classes];
        for (int number : classOf) {
            sizes[number]++;
        }
        return sizes;
    }

    /** The problem of the classes: solve this. */
    public Problem quotient() {
        return quotient;
    }

    /** Class of a variable of the whole problem: its index in the {@link #quotient}. */
    public int classOfVariable(int variable) {
        return classOfVariable[variable];
    }

    /** Class of a constraint of the whole problem: its index in the {@link #quotient}. */
    public int classOfConstraint(int constraint) {
        return classOfConstraint[constraint];
    }

    /** Rates of all variables from those of their classes. */
    public double[] expand(double[] rateOfClass) {
        double[] rate = new double[classOfVariable.length];
        for (int v = 0; v < rate.length; v++) {
            rate[v] = rateOfClass[classOfVariable[v]];
        }
        return rate;
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Numbers equal signatures alike, from 0, in the order in which they occur first. */
    private static final class Numbering {
        private final long[] key;
        private final int[] number;
        private final int mask;

        Numbering(int most) {
            int slots = Integer.highestOneBit(Math.max(4, most)) << 2;
            key = new long[slots];
            number = new int[slots];
            mask = slots - 1;
        }

        int number(long[] signature, int count, int[] numbers) {
            Arrays.fill(number, -1);
            int next = 0;
            for (int i = 0; i < count; i++) {
                int slot = (int) mix(signature[i]) & mask;
                while (number[slot] >= 0 && key[slot] != signature[i]) {
                    slot = (slot + 1) & mask;
                }
                if (number[slot] < 0) {
                    key[slot] = signature[i];
                    number[slot] = next++;
                }
                numbers[i] = number[slot];
            }
            return next;
        }
    }
}
