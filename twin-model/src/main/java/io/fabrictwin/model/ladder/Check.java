package io.fabrictwin.model.ladder;

/**
 * One comparison of the model with what is expected of it.
 *
 * @param name what is compared, such as {@code "N = 8"}
 * @param formula how the expected value comes about, in a few words or symbols
 * @param unit unit of the numbers; empty for a pure number
 * @param expected value of the source
 * @param actual value of the model
 * @param lowest least value in band
 * @param highest greatest value in band
 */
public record Check(
        String name, String formula, String unit, double expected, double actual, double lowest, double highest) {
    /** Within {@code share} of the expected value, such as 0.01 for one percent. */
    public static Check relative(
            String name, String formula, String unit, double expected, double actual, double share) {
        double reach = Math.abs(expected) * share;
        return new Check(name, formula, unit, expected, actual, expected - reach, expected + reach);
    }

    /** Within {@code reach} of the expected value, in its unit. */
    public static Check absolute(
            String name, String formula, String unit, double expected, double actual, double reach) {
        return new Check(name, formula, unit, expected, actual, expected - reach, expected + reach);
    }

    /** Equal to the expected value. */
    public static Check exact(String name, String formula, String unit, double expected, double actual) {
        return new Check(name, formula, unit, expected, actual, expected, expected);
    }

    /** A statement that has to hold: 1 stands for true. */
    public static Check holds(String name, String formula, boolean actual) {
        return exact(name, formula, "", 1, actual ? 1 : 0);
    }

    /** Whether the model's value lies in the band; an unknown value (NaN) does not. */
    public boolean isInBand() {
        return actual >= lowest && actual <= highest;
    }
}
