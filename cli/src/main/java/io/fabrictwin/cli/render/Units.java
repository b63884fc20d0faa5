package io.fabrictwin.cli.render;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Quantities as people read them: three significant digits and a unit. */
public final class Units {
    private static final long NS_PER_SECOND = 1_000_000_000;

    private Units() {}

    /** 8431000 is {@code 8.43 ms}. */
    public static String duration(Number ns) {
        double value = ns.doubleValue();
        double size = Math.abs(value);
        if (size < 1e3) {
            return digits(value) + " ns";
        }
        if (size < 1e6) {
            return digits(value / 1e3) + " us";
        }
        if (size < 1e9) {
            return digits(value / 1e6) + " ms";
        }
        return digits(value / 1e9) + " s";
    }

    /** 400000000000 is {@code 400 Gbit/s}. */
    public static String bitRate(Number bitsPerSecond) {
        return scaled(bitsPerSecond.doubleValue(), "bit/s");
    }

    /** 1600000 is {@code 1.60 MB}; 1 kB is 1,000 B. */
    public static String bytes(Number bytes) {
        return scaled(bytes.doubleValue(), "B");
    }

    /** 0.253 is {@code 25.3 %}. */
    public static String share(Number share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share.doubleValue());
    }

    /** 0.5649 is {@code 0.565x}. */
    public static String ratio(Number ratio) {
        return String.format(Locale.ROOT, "%.3fx", ratio.doubleValue());
    }

    /** ISO-8601 in UTC. */
    public static String instant(Number ns) {
        return toInstant(ns.longValue()).toString();
    }

    /** Whole seconds are enough for an age. */
    public static String age(Number ns) {
        Duration age = Duration.ofNanos(ns.longValue());
        return age.toDays() > 0
                ? age.toDays() + " d"
                : age.toHours() > 0
                        ? age.toHours() + " h"
                        : age.toMinutes() > 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
    }

    public static Instant toInstant(long ns) {
        return Instant.ofEpochSecond(Math.floorDiv(ns, NS_PER_SECOND), Math.floorMod(ns, NS_PER_SECOND));
    }

    private static String scaled(double value, String unit) {
        double size = Math.abs(value);
        if (size < 1e3) {
            return digits(value) + " " + unit;
        }
        if (size < 1e6) {
            return digits(value / 1e3) + " k" + unit;
        }
        if (size < 1e9) {
            return digits(value / 1e6) + " M" + unit;
        }
        if (size < 1e12) {
            return digits(value / 1e9) + " G" + unit;
        }
        return digits(value / 1e12) + " T" + unit;
    }

    /** Three significant digits below a thousand; a whole number stays whole. */
    private static String digits(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < 1e3) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", value);
    }
}
