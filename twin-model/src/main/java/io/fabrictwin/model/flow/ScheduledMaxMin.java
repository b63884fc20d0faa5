package io.fabrictwin.model.flow;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Max-min rates where constraints serve classes: strict priority between tiers, weights between the classes of a tier
 * (ETS, DWRR: IEEE 802.1Qaz), max-min within a class. A class that is backlogged on a constraint gets its share of what
 * the higher tiers and the classes with little to send leave; an unused share goes to the others in proportion to theirs.
 *
 * <p>Two-level filling: each class of a constraint is a constraint of its own, whose capacity is what the scheduler leaves
 * it given the demands of the other classes; the problem is solved, demands are read off, and so on until the capacities
 * rest, two to four times in most cases. A variable may be of one class here and of another there.
 */
public final class ScheduledMaxMin {
    private static final double TOLERANCE = 1e-9;
    private static final int PASSES = 64;

    private final MaxMin solver = new MaxMin();
    private final Problem split = new Problem();
    private double[] load = new double[0];
    private int passes;

    /**
     * Solves a problem.
     *
     * @param problem the constraints and variables
     * @param schedulers per constraint: its classes
     * @param classOfIncidence per use, in the order in which they were added: index of the class in its constraint's list
     * @return rate per variable; the array is the solver's own and changes with the next call
     * @throws IllegalArgumentException if a class is missing, or the schedulers come to no rest: a loop of classes each of
     *     which has priority over the next on another constraint
     */
    public double[] solve(Problem problem, IntFunction<List<ServiceClass>> schedulers, int[] classOfIncidence) {
        int[] first = new int[problem.constraints + 1];
        split.clear();
        for (int c = 0; c < problem.constraints; c++) {
            int classes = schedulers.apply(c).size();
            first[c + 1] = first[c] + classes;
            for (int k = 0; k < classes; k++) {
                split.addConstraint(problem.capacity[c]);
            }
        }
        if (classOfIncidence.length != problem.incidences()) {
            throw new IllegalArgumentException(
                    classOfIncidence.length + " classes for " + problem.incidences() + " uses of constraints");
        }
        boolean[] used = new boolean[split.constraints];
        for (int v = 0; v < problem.variables; v++) {
            split.addVariable(problem.weight[v], problem.cap[v]);
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                int c = problem.constraint[k];
                if (classOfIncidence[k] < 0 || classOfIncidence[k] >= first[c + 1] - first[c]) {
                    throw new IllegalArgumentException("no class " + classOfIncidence[k] + " on constraint " + c);
                }
                used[first[c] + classOfIncidence[k]] = true;
                split.use(first[c] + classOfIncidence[k], problem.coefficient[k]);
            }
        }
        // At first every class that has someone to serve is taken to be backlogged.
        double[] demand = new double[split.constraints];
        for (int k = 0; k < demand.length; k++) {
            demand[k] = used[k] ? Double.POSITIVE_INFINITY : 0;
        }
        load = new double[split.constraints];
        for (passes = 1; passes <= PASSES; passes++) {
            boolean rest = true;
            for (int c = 0; c < problem.constraints; c++) {
                rest &= schedule(problem.capacity[c], schedulers.apply(c), demand, first[c]);
            }
            double[] rate = solver.solve(split);
            if (rest && passes > 1) {
                return rate;
            }
            Arrays.fill(load, 0);
            split.addLoads(rate, load);
            for (int k = 0; k < demand.length; k++) {
                boolean backlogged = used[k] && load[k] >= split.capacity[k] * (1 - TOLERANCE);
                demand[k] = backlogged ? Double.POSITIVE_INFINITY : load[k];
            }
        }
        throw new IllegalArgumentException(
                "the classes' shares come to no rest in " + PASSES + " passes: look for a loop of priorities");
    }

    /** How often the last problem was solved. */
    public int passes() {
        return passes;
    }

    /**
     * Gives each class of a constraint what it would get if it were backlogged and the others kept to their demands; true if
     * that changes nothing.
     */
    private boolean schedule(double capacity, List<ServiceClass> classes, double[] demand, int first) {
        boolean rest = true;
        for (int k = 0; k < classes.size(); k++) {
            int tier = classes.get(k).tier();
            double left = capacity;
            for (int other = 0; other < classes.size(); other++) {
                left -= classes.get(other).tier() > tier ? demand[first + other] : 0;
            }
            double entitled = left > 0 ? entitled(k, left, classes, demand, first) : 0;
            double before = split.capacity[first + k];
            rest &= entitled == before || Math.abs(entitled - before) <= TOLERANCE * capacity;
            split.setCapacity(first + k, entitled);
        }
        return rest;
    }

    /** Fills the classes of the tier of class {@code own} by their shares; classes that want less leave the filling. */
    private static double entitled(int own, double left, List<ServiceClass> classes, double[] demand, int first) {
        if (left == Double.POSITIVE_INFINITY) {
            return left;
        }
        int tier = classes.get(own).tier();
        double level = 0;
        while (true) {
            double capacity = left;
            double shares = 0;
            for (int k = 0; k < classes.size(); k++) {
                double share = classes.get(k).share();
                if (classes.get(k).tier() != tier) {
                    continue;
                }
                if (k != own && demand[first + k] <= level * share) {
                    capacity -= demand[first + k];
                } else {
                    shares += share;
                }
            }
            double next = capacity / shares;
            if (next <= level) {
                return level * classes.get(own).share();
            }
            level = next;
        }
    }
}
