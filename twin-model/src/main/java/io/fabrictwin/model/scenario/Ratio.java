package io.fabrictwin.model.scenario;

/**
 * Fork over base mean step time, with its 90 % interval: 0 < low <= likely <= high.
 */
public record Ratio(double low, double likely, double high) {
    public Ratio {
        if (!(low > 0 && low <= likely && likely <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio " + low + " <= " + likely + " <= " + high + " does not hold");
        }
    }
}
