package io.fabrictwin.model.flow;

/**
 * Proof that an allocation is the weighted max-min one: it is feasible, and every variable is at its cap or crosses a
 * full constraint on which no other variable has a larger rate per weight.
 *
 * @param excess largest load over capacity, or rate over cap, as a share of it; 0 if feasible
 * @param unproven number of variables without a bottleneck
 */
public record Certificate(double excess, int unproven) {
    /** Checks {@code rate}, one number per variable, against a problem; all comparisons are relative. */
    public static Certificate of(Problem problem, double[] rate, double tolerance) {
        double[] load = new double[problem.constraints];
        double[] largest = new double[problem.constraints];
        double excess = 0;
        for (int v = 0; v < problem.variables; v++) {
            excess = Math.max(excess, over(rate[v], problem.cap[v]));
            for (int k = problem.offset[v]; k < problem.offset[v + 1]; k++) {
                int c = problem.constraint[k];
                load[c] += problem.coefficient[k] * rate[v];
                largest[c] = Math.max(largest[c], rate[v] / problem.weight[v]);
            }
        }
        for (int c = 0; c < problem.constraints; c++) {
            excess = Math.max(excess, over(load[c], problem.capacity[c]));
        }
        int unproven = 0;
        for (int v = 0; v < problem.variables; v++) {
            boolean proven = rate[v] >= problem.cap[v] * (1 - tolerance);
            double least = rate[v] / problem.weight[v];
            for (int k = problem.offset[v]; k < problem.offset[v + 1] && !proven; k++) {
                int c = problem.constraint[k];
                proven = load[c] >= problem.capacity[c] * (1 - tolerance) && least >= largest[c] * (1 - tolerance);
            }
            unproven += proven ? 0 : 1;
        }
        return new Certificate(excess, unproven);
    }

    /** Whether the allocation is feasible within {@code tolerance} and every variable has its bottleneck. */
    public boolean holds(double tolerance) {
        return excess <= tolerance && unproven == 0;
    }

    private static double over(double used, double limit) {
        if (used <= limit) {
            return 0;
        }
        return limit > 0 ? used / limit - 1 : Double.POSITIVE_INFINITY;
    }
}
