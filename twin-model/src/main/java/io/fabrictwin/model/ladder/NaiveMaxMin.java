package io.fabrictwin.model.ladder;

import java.util.Arrays;

/**
 * Weighted max-min rates by the definition, without any speed: the reference of rung V02. Raises all open variables
 * together as far as every constraint and cap allows, each round looking at everything, and closes whoever cannot rise.
 */
final class NaiveMaxMin {
    private NaiveMaxMin() {}

    /** Rates; {@code load[c][v]} is what one unit of variable v puts on constraint c. */
    static double[] solve(double[] capacity, double[][] load, double[] weight, double[] cap) {
        double[] rate = new double[weight.length];
        boolean[] closed = new boolean[weight.length];
        double level = 0;
        while (true) {
            double next = Double.POSITIVE_INFINITY;
            for (int v = 0; v < weight.length; v++) {
                next = closed[v] ? next : Math.min(next, cap[v] / weight[v]);
            }
            double[] fill = new double[capacity.length];
            for (int c = 0; c < capacity.length; c++) {
                double left = capacity[c];
                double slope = 0;
                for (int v = 0; v < weight.length; v++) {
                    left -= closed[v] ? load[c][v] * rate[v] : 0;
                    slope += closed[v] ? 0 : load[c][v] * weight[v];
                }
                fill[c] = slope > 0 ? left / slope : Double.POSITIVE_INFINITY;
                next = Math.min(next, fill[c]);
            }
            if (next == Double.POSITIVE_INFINITY) {
                return rate;
            }
            level = Math.max(level, next);
            boolean[] stop = Arrays.copyOf(closed, closed.length);
            for (int v = 0; v < weight.length; v++) {
                stop[v] |= cap[v] / weight[v] <= level;
                for (int c = 0; c < capacity.length; c++) {
                    stop[v] |= load[c][v] > 0 && fill[c] <= level * (1 + 1e-13);
                }
            }
            for (int v = 0; v < weight.length; v++) {
                if (!closed[v] && stop[v]) {
                    rate[v] = Math.min(cap[v], weight[v] * level);
                    closed[v] = true;
                }
            }
        }
    }
}
