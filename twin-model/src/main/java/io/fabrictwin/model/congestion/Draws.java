package io.fabrictwin.model.congestion;

/** Seeded streams of random numbers, one per key, by the SplitMix64 mixing function. */
public final class Draws {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private static final long EXPONENT_BITS = 0xFFF0000000000000L;
    private static final double LOG_OF_2 = 0x1.62e42fefa39efp-1;
    /** Bits of 11/16: logarithms are looked up for numbers from here to twice as much. */
    private static final long LEAST_BITS = 0x3FE6000000000000L;

    private static final int TABLE_BITS = 7;
    private static final int PLACE_SHIFT = 52 - TABLE_BITS;
    /** By the first bits of a number, one over a number near it, and minus the logarithm of that. */
    private static final double[] INVERSE = new double[1 << TABLE_BITS];

    private static final double[] MINUS_LOG_OF_INVERSE = new double[1 << TABLE_BITS];

    static {
        for (int place = 0; place < INVERSE.length; place++) {
            long from = LEAST_BITS + ((long) place << PLACE_SHIFT);
            double low = Double.longBitsToDouble(from);
            double high = Double.longBitsToDouble(from + (1L << PLACE_SHIFT));
            // Next to 1 logarithms are small: there the number itself tells them, with all of its digits.
            INVERSE[place] = low == 1 || high == 1 ? 1 : 2 / (low + high);
            MINUS_LOG_OF_INVERSE[place] = -StrictMath.log(INVERSE[place]);
        }
    }

    private Draws() {}

    /** First state of the stream of {@code key} under {@code seed}. */
    public static long stream(long seed, long key) {
        return mix(mix(seed + GOLDEN_GAMMA) ^ mix(key * GOLDEN_GAMMA + 0x632BE59BD9B4E019L));
    }

    /** Next state of a stream. */
    public static long next(long state) {
        return state + GOLDEN_GAMMA;
    }

    /** Uniform number in (0, 1] of a state. */
    public static double uniform(long state) {
        return ((mix(state) >>> 11) + 1) * 0x1.0p-53;
    }

    /** Exponential number with mean 1 of a state. */
    public static double exponential(long state) {
        return minusLog(uniform(state));
    }

    /**
     * Minus the natural logarithm of a number in (0, 1], to 13 digits, by arithmetic alone: the same on every machine, and
     * quicker than the library's.
     */
    static double minusLog(double value) {
        long bits = Double.doubleToRawLongBits(value);
        long above = bits - LEAST_BITS;
        int place = (int) (above >>> PLACE_SHIFT) & (INVERSE.length - 1);
        double fraction = Double.longBitsToDouble(bits - (above & EXPONENT_BITS));
        double more = fraction * INVERSE[place] - 1;
        double series = 1 / 2.0 - more * (1 / 3.0 - more * (1 / 4.0 - more * (1 / 5.0 - more * (1 / 6.0))));
        return -((above >> 52) * LOG_OF_2 + MINUS_LOG_OF_INVERSE[place] + more * (1 - more * series));
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
