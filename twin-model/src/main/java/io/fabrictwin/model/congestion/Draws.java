package io.fabrictwin.model.congestion;

/** Seeded streams of random numbers, one per key, by the SplitMix64 mixing function. */
public final class Draws {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

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
        return -StrictMath.log(uniform(state));
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
