package io.fabrictwin.ingest.parse.topology;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rates as plans write them. */
final class Rates {
    private static final Pattern RATE = Pattern.compile(
            "(\\d{1,18}(?:\\.\\d{1,18})?(?:[eE]\\+?\\d{1,2})?)\\s*([KMGTkmgt]?)(?:(?:bps|bit/s|b/s|bit|be|E|b)\\b.*)?");
    private static final double MAX_BITS_PER_SECOND = 1e15;
    private static final double BITS_PER_BYTE = 8;

    private Rates() {}

    /** {@code 100Gbps}, {@code 25G}, {@code 400 Gb/s}, {@code 25000000000.0}; null: it is none, or zero. */
    static @Nullable Long bitsPerSecond(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher matcher = RATE.matcher(text.strip());
        if (!matcher.matches()) {
            return null;
        }
        double factor = switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
            case "K" -> 1e3;
            case "M" -> 1e6;
            case "G" -> 1e9;
            case "T" -> 1e12;
            default -> 1;
        };
        return ofBits(Double.parseDouble(matcher.group(1)) * factor);
    }

    static @Nullable Long ofGigabits(double gigabits) {
        return ofBits(gigabits * 1e9);
    }

    static @Nullable Long ofGigabytes(double gigabytes) {
        return ofBits(gigabytes * 1e9 * BITS_PER_BYTE);
    }

    private static @Nullable Long ofBits(double bits) {
        return bits > 0 && bits <= MAX_BITS_PER_SECOND ? Long.valueOf(Math.round(bits)) : null;
    }
}
