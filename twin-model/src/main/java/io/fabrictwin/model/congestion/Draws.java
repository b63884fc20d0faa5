package io.fabrictwin.model.congestion;

/** Seeded streams of random numbers, one per key, by the SplitMix64 mixing function. */
public final class Draws {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private static final double LOG_OF_2 = 0x1.62e42fefa39efp-1;
    private static final double SQUARE_ROOT_OF_2 = 0x1.6a09e667f3bcdp0;

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
     * Minus the natural logarithm of a number in (0, 1], to 11 digits, by arithmetic alone: the same on every machine, and
     * quicker than the library's.
     */
    static double minusLog(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) - 1023;
        double fraction = Double.longBitsToDouble((bits & 0xFFFFFFFFFFFFFL) | 0x3FF0000000000000L);
        if (fraction > SQUARE_ROOT_OF_2) {
            fraction /= 2;
            exponent++;
        }
        double s = (fraction - 1) / (fraction + 1);
        double z = s * s;
        double series = 1 / 3.0 + z * (1 / 5.0 + z * (1 / 7.0 + z * (1 / 9.0 + z * (1 / 11.0 + z * (1 / 13.0)))));
        return -(exponent * LOG_OF_2 + 2 * s * (1 + z * series));
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
