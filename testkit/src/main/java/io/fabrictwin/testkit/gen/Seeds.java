package io.fabrictwin.testkit.gen;

import java.util.Random;

/**
 * Runs a property over many seeds. The system property {@code seed} runs one seed again.
 */
public final class Seeds {
    private Seeds() {}

    /** A property of whatever a seed generates; it throws when it does not hold. */
    public interface Property {
        void check(Random random);
    }

    /** Checks the property for the seeds 0 to count - 1; the first that fails is named. */
    public static void forAll(int count, Property property) {
        Long only = Long.getLong("seed");
        for (long seed = only == null ? 0 : only; seed < (only == null ? count : only + 1); seed++) {
            try {
                property.check(new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("fails for -Dseed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
