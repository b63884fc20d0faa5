package io.fabrictwin.ingest.parse.ufm;

import org.jspecify.annotations.Nullable;

/** Times since 1970 in a unit that only their size tells. */
final class EpochTime {
    private static final long[] GREATEST = {100_000_000_000L, 100_000_000_000_000L, 100_000_000_000_000_000L};
    private static final long[] NS = {1_000_000_000L, 1_000_000L, 1_000L};

    private EpochTime() {}

    /** A whole number of seconds, ms, µs or ns as ns; null: it is none. */
    static @Nullable Long ns(String text) {
        if (!text.matches("\\d{9,19}")) {
            return null;
        }
        try {
            long value = Long.parseLong(text);
            for (int i = 0; i < GREATEST.length; i++) {
                if (value < GREATEST[i]) {
                    return Math.multiplyExact(value, NS[i]);
                }
            }
            return value;
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }
}
