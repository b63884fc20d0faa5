package io.fabrictwin.model.calibration;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A value that a forecast rests on, and where it comes from.
 *
 * @param name what it is, such as {@code "efficiency of all-reduce, ring, Simple"}
 * @param value as people read it, with its unit; what differs from place to place is told with its counts
 * @param source the document, measurement or fit behind it
 */
public record UsedValue(String name, String value, Status status, String source) {
    private static final MathContext SIX_DIGITS = new MathContext(6);

    public UsedValue {
        if (name.isBlank() || value.isBlank() || source.isBlank()) {
            throw new IllegalArgumentException("a used value needs a name, a value and a source, not '" + name + "', '"
                    + value + "' and '" + source + "'");
        }
    }

    /**
     * A single number.
     *
     * @param unit {@code "1"} for a pure number
     * @throws IllegalArgumentException if the number is not finite
     */
    public static UsedValue of(String name, double number, String unit, Status status, String source) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(
                    "value of '" + name + "' is " + number + "; an unknown value is not used");
        }
        return new UsedValue(name, text(number, unit), status, source);
    }

    /**
     * A number to six digits and its unit: {@code 0.00390625}, {@code 4.096 KB}.
     *
     * @param number finite
     * @param unit {@code "1"} for a pure number
     */
    public static String text(double number, String unit) {
        BigDecimal rounded = new BigDecimal(Double.toString(number)).round(SIX_DIGITS);
        String digits =
                rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
        return unit.equals("1") ? digits : digits + " " + unit;
    }
}
