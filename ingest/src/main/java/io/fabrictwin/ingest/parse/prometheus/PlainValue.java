package io.fabrictwin.ingest.parse.prometheus;

/**
 * Values that are exact in simple arithmetic: digits that a 64-bit float holds, times or by a power of ten that it holds too
 * (Clinger, How to read floating point numbers accurately, 1990).
 */
final class PlainValue {
    private static final long MOST_DIGITS = 1L << 53;
    private static final double[] POWERS = new double[23];

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    private PlainValue() {}

    /** Reads blanks and one such number up to the end; NaN: there is something else. */
    static double parse(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        long digits = 0;
        int exponent = 0;
        int count = 0;
        boolean isFraction = false;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
                count++;
                exponent -= isFraction ? 1 : 0;
            } else if (bytes[at] == '.' && !isFraction) {
                isFraction = true;
            } else {
                break;
            }
        }
        if (count == 0 || count > 18 || digits > MOST_DIGITS) {
            return Double.NaN;
        }
        if (at < to) {
            int last = to - at;
            boolean isSigned = last > 1 && (bytes[at + 1] == '-' || bytes[at + 1] == '+');
            int begin = isSigned ? at + 2 : at + 1;
            if ((bytes[at] | 0x20) != 'e' || begin >= to || to - begin > 3) {
                return Double.NaN;
            }
            int power = 0;
            for (int i = begin; i < to; i++) {
                int digit = bytes[i] - '0';
                if (digit < 0 || digit > 9) {
                    return Double.NaN;
                }
                power = 10 * power + digit;
            }
            exponent += isSigned && bytes[at + 1] == '-' ? -power : power;
        }
        if (Math.abs(exponent) >= POWERS.length) {
            return Double.NaN;
        }
        return exponent < 0 ? digits / POWERS[-exponent] : digits * POWERS[exponent];
    }
}
