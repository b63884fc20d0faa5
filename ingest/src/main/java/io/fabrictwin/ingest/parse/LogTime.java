package io.fabrictwin.ingest.parse;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times that stand in a line. A time without a zone is taken as UTC: the zone of who wrote it is nowhere told. */
public final class LogTime {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_DAY = 86_400 * NS_PER_SECOND;
    private static final int NS_DIGITS = 9;
    private static final int DECIMAL = 10;

    private static final Pattern DATE_TIME = Pattern.compile(
            "(\\d{4})-(\\d{2})-(\\d{2})[T ](\\d{2}):(\\d{2}):(\\d{2})" + "(?:[.,](\\d{1,9}))?(Z|[+-]\\d{2}:?\\d{2})?");

    private LogTime() {}

    /**
     * The time in what stands before a message, ns since 1970; null: none. A container's UTC stamp is believed before the
     * library's own, which is local.
     */
    public static @Nullable Long before(String prefix) {
        if (prefix.length() < 19 || prefix.indexOf('-') < 0) {
            return null;
        }
        Matcher matcher = DATE_TIME.matcher(prefix);
        Long local = null;
        while (matcher.find()) {
            Long time = dateTime(matcher);
            if (time != null && matcher.group(8) != null) {
                return time;
            }
            if (local == null) {
                local = time;
            }
        }
        return local;
    }

    /**
     * A time with month and day but no year, as glog writes it: the year is the last in which it is not after the anchor.
     *
     * @param monthDay month and two digits of the day, {@code 321} or {@code 1105}
     * @param clock {@code 02:07:08.408271257}
     */
    public static @Nullable Long withoutYear(String monthDay, String clock, long anchorNs) {
        int dayAt = monthDay.length() - 2;
        int month = Integer.parseInt(monthDay, 0, dayAt, DECIMAL);
        return withoutYear(month, Integer.parseInt(monthDay, dayAt, monthDay.length(), DECIMAL), clock, anchorNs);
    }

    /** The same of month and day as numbers. */
    public static @Nullable Long withoutYear(int month, int day, String clock, long anchorNs) {
        int year = LocalDateTime.ofInstant(Instant.ofEpochSecond(anchorNs / NS_PER_SECOND), ZoneOffset.UTC)
                .getYear();
        for (int back = 0; back <= 1; back++) {
            Long time = at(year - back, month, day, clock);
            if (time != null && time <= anchorNs + NS_PER_DAY) {
                return time;
            }
        }
        return null;
    }

    /**
     * A time of which the parts are known.
     *
     * @param clock {@code 02:07:08.408271257}
     */
    public static @Nullable Long at(int year, int month, int day, String clock) {
        Matcher matcher =
                DATE_TIME.matcher(digits(year, 4) + '-' + digits(month, 2) + '-' + digits(day, 2) + ' ' + clock);
        return matcher.matches() ? dateTime(matcher) : null;
    }

    private static String digits(int number, int count) {
        String digits = Integer.toString(number);
        return "0".repeat(Math.max(0, count - digits.length())) + digits;
    }

    private static @Nullable Long dateTime(Matcher matcher) {
        String fraction = matcher.group(7);
        String zone = matcher.group(8);
        try {
            LocalDateTime time = LocalDateTime.of(
                    Integer.parseInt(matcher.group(1)),
                    Integer.parseInt(matcher.group(2)),
                    Integer.parseInt(matcher.group(3)),
                    Integer.parseInt(matcher.group(4)),
                    Integer.parseInt(matcher.group(5)),
                    Integer.parseInt(matcher.group(6)));
            ZoneOffset offset = zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone);
            long seconds = time.toEpochSecond(offset);
            long ns = fraction == null ? 0 : Long.parseLong(fraction + "0".repeat(NS_DIGITS - fraction.length()));
            long sinceEpoch = Math.addExact(Math.multiplyExact(seconds, NS_PER_SECOND), ns);
            return sinceEpoch < 0 ? null : Long.valueOf(sinceEpoch);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }
}
