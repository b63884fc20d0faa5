package io.fabrictwin.cli.render;

import io.fabrictwin.cli.WrongUsageException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and durations as a person types them. */
public final class Times {
    private static final Pattern AMOUNT = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|min|h|d)");
    private static final Pattern EPOCH = Pattern.compile("\\d+(?:\\.\\d{1,9})?");

    private Times() {}

    /**
     * Reads a time: ISO-8601 ({@code 2026-03-01T12:00:00Z}), seconds since 1970 ({@code 1772366400} or with up to nine
     * decimals; 13, 16 and 19 digits are ms, us and ns), or relative to now ({@code -1h}).
     *
     * @return ns since 1970
     */
    public static long parseTime(String text, Instant now) {
        String trimmed = text.strip();
        if (trimmed.equals("now")) {
            return toNs(now);
        }
        if (trimmed.startsWith("-") || trimmed.startsWith("+")) {
            long amountNs = parseDuration(trimmed.substring(1));
            try {
                return Math.addExact(toNs(now), trimmed.startsWith("-") ? -amountNs : amountNs);
            } catch (ArithmeticException e) {
                throw unreadable(text);
            }
        }
        if (EPOCH.matcher(trimmed).matches()) {
            return parseEpoch(trimmed, text);
        }
        try {
            return toNs(OffsetDateTime.parse(trimmed).toInstant());
        } catch (DateTimeException | ArithmeticException e) {
            throw unreadable(text);
        }
    }

    /**
     * Reads a duration: a number with ns, us, ms, s, m (or min), h or d.
     *
     * @return ns
     */
    public static long parseDuration(String text) {
        Matcher amount = AMOUNT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!amount.matches()) {
            throw new WrongUsageException(
                    "duration '" + text + "' cannot be read; write a number and a unit, such as 250ms, 30s or 2h");
        }
        double unitNs = switch (amount.group(2)) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m", "min" -> 60e9;
            case "h" -> 3600e9;
            default -> Duration.ofDays(1).toNanos();
        };
        return Math.round(Double.parseDouble(amount.group(1)) * unitNs);
    }

    private static long parseEpoch(String digits, String text) {
        try {
            int point = digits.indexOf('.');
            if (point >= 0) {
                String fraction = (digits.substring(point + 1) + "000000000").substring(0, 9);
                return Math.addExact(
                        Math.multiplyExact(Long.parseLong(digits.substring(0, point)), 1_000_000_000L),
                        Long.parseLong(fraction));
            }
            long value = Long.parseLong(digits);
            return switch (digits.length()) {
                case 13 -> Math.multiplyExact(value, 1_000_000L);
                case 16 -> Math.multiplyExact(value, 1_000L);
                case 19 -> value;
                default -> Math.multiplyExact(value, 1_000_000_000L);
            };
        } catch (ArithmeticException | NumberFormatException e) {
            throw unreadable(text);
        }
    }

    /** Nanoseconds since 1970. */
    public static long toNs(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    private static WrongUsageException unreadable(String text) {
        return new WrongUsageException("time '" + text
                + "' cannot be read; write ISO-8601 such as 2026-03-01T12:00:00Z, seconds since 1970, or -1h");
    }
}
