package io.fabrictwin.model.flow;

/**
 * Proof that an allocation is the weighted max-min one: it is feasible, and every variable is at its cap or crosses a
 * full constraint on which no other variable has a larger rate per weight.
 *
 * @param excess largest load over capacity, or rate over cap, as a share of it; 0 if feasible
 * @param unproven number of variables without a bottleneck
 */
public record Certificate(double excess, int unproven) {
    /** Checks {@code rate} against a problem in the form of {@link MaxMin#solve}; all comparisons are relative. */
    public static Certificate of(
            double[] rate,
            double[] capacity,
            int[] offset,
            int[] constraint,
            double[] coefficient,
            double[] weight,
            double[] cap,
            double tolerance) {
        double[] load = new double[capacity.length];
        double[] largest = new double[capacity.length];
        double excess = 0;
        for (int v = 0; v < rate.length; v++) {
            excess = Math.max(excess, over(rate[v], cap[v]));
            for (int k = offset[v]; k < offset[v + 1]; k++) {
                load[constraint[k]] += coefficient[k] * rate[v];
                largest[constraint[k]] = Math.max(largest[constraint[k]], rate[v] / weight[v]);
            }
        }
        for (int c = 0; c < capacity.length; c++) {
            excess = Math.max(excess, over(load[c], capacity[c]));
        }
        int unproven = 0;
        for (int v = 0; v < rate.length; v++) {
            boolean proven = rate[v] >= cap[v] * (1 - tolerance);
            for (int k = offset[v]; k < offset[v + 1] && !proven; k++) {
                int c = constraint[k];
                proven =
                        load[c] >= capacity[c] * (1 - tolerance) && rate[v] / weight[v] >= largest[c] * (1 - tolerance);
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
