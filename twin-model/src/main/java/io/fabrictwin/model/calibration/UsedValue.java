package io.fabrictwin.model.calibration;

/**
 * A value that a forecast used, and where it comes from.
 *
 * @param name what it is, such as {@code "efficiency of all-reduce, ring, Simple"}
 * @param unit its unit; {@code "1"} for a pure number
 * @param source the document, measurement or fit behind it
 */
public record UsedValue(String name, double value, String unit, Status status, String source) {
    public UsedValue {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value of '" + name + "' is " + value + "; an unknown value is not used");
        }
    }
}
