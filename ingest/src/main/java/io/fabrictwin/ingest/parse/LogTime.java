package io.fabrictwin.ingest.parse;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Times that stand in a line: {@code 2024-03-21T02:07:08.408271257Z}, also with a blank for the T, with a comma before the
 * fraction, with {@code +0100} or {@code +01:00} for the Z. A time without a zone is taken as UTC: the zone of who wrote it
 * is nowhere told.
 */
public final class LogTime {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NS_PER_DAY = SECONDS_PER_DAY * NS_PER_SECOND;
    private static final int NS_DIGITS = 9;
    private static final int DECIMAL = 10;
    private static final int DATE_CHARACTERS = "2024-03-21".length();
    private static final int YEAR_CHARACTERS = 4;
    private static final int CLOCK_CHARACTERS = "02:07:08".length();
    private static final int MAX_OFFSET_MINUTES = 18 * 60;

    private LogTime() {}

    /**
     * The time in what stands before a message, ns since 1970; null: none. A container's UTC stamp is believed before the
     * library's own, which is local.
     */
    public static @Nullable Long before(String prefix) {
        Long local = null;
        int from = 0;
        int hyphen = prefix.indexOf('-');
        while (hyphen >= 0) {
            int start = hyphen - YEAR_CHARACTERS;
            if (start >= from && isDate(prefix, start)) {
                Clock clock = Clock.of(prefix, start + DATE_CHARACTERS + 1);
                if (clock != null) {
                    from = clock.end();
                    Long time = time(
                            number(prefix, start, YEAR_CHARACTERS),
                            number(prefix, start + 5, 2),
                            number(prefix, start + 8, 2),
                            clock);
                    if (time != null && clock.hasZone()) {
                        return time;
                    }
                    local = local == null ? time : local;
                }
            }
            hyphen = prefix.indexOf('-', Math.max(from, hyphen + 1));
        }
        return local;
    }

    private static boolean isDate(String text, int start) {
        return start + DATE_CHARACTERS < text.length()
                && text.charAt(start + 7) == '-'
                && (text.charAt(start + DATE_CHARACTERS) == ' ' || text.charAt(start + DATE_CHARACTERS) == 'T')
                && number(text, start, YEAR_CHARACTERS) >= 0
                && number(text, start + 5, 2) >= 0
                && number(text, start + 8, 2) >= 0;
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
        int year = LocalDate.ofEpochDay(Math.floorDiv(anchorNs, NS_PER_DAY)).getYear();
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
        Clock read = Clock.of(clock, 0);
        return read == null || read.end() < clock.length() ? null : time(year, month, day, read);
    }

    /** Null: there is no such day or clock, or its ns do not fit. */
    private static @Nullable Long time(int year, int month, int day, Clock clock) {
        if (!clock.isPossible()) {
            return null;
        }
        try {
            long seconds = LocalDate.of(year, month, day).toEpochDay() * SECONDS_PER_DAY + clock.seconds();
            long sinceEpoch = Math.addExact(Math.multiplyExact(seconds, NS_PER_SECOND), clock.ns());
            return sinceEpoch < 0 ? null : Long.valueOf(sinceEpoch);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /**
     * What stands behind a date.
     *
     * @param seconds since midnight in UTC
     * @param ns of the second
     * @param hasZone whether it tells its zone
     * @param isPossible whether there is such a time and zone
     * @param end where it ends in its text
     */
    private record Clock(long seconds, int ns, boolean hasZone, boolean isPossible, int end) {
        static @Nullable Clock of(String text, int from) {
            int end = from + CLOCK_CHARACTERS;
            if (end > text.length() || text.charAt(from + 2) != ':' || text.charAt(from + 5) != ':') {
                return null;
            }
            int hour = number(text, from, 2);
            int minute = number(text, from + 3, 2);
            int second = number(text, from + 6, 2);
            if (hour < 0 || minute < 0 || second < 0) {
                return null;
            }
            boolean isPossible = hour < 24 && minute < 60 && second < 60;
            int ns = 0;
            if (end < text.length() && (text.charAt(end) == '.' || text.charAt(end) == ',')) {
                int digits = 0;
                while (digits < NS_DIGITS && isDigit(text, end + 1 + digits)) {
                    ns = ns * DECIMAL + text.charAt(end + 1 + digits) - '0';
                    digits++;
                }
                end += digits == 0 ? 0 : 1 + digits;
                for (int i = digits; i < NS_DIGITS; i++) {
                    ns *= DECIMAL;
                }
            }
            long seconds = hour * 3600L + minute * 60L + second;
            char zone = end < text.length() ? text.charAt(end) : '\0';
            if (zone == 'Z') {
                return new Clock(seconds, ns, true, isPossible, end + 1);
            }
            int minutesAt = end + 3 + (end + 3 < text.length() && text.charAt(end + 3) == ':' ? 1 : 0);
            int hours = zone == '+' || zone == '-' ? number(text, end + 1, 2) : -1;
            int minutes = hours < 0 ? -1 : number(text, minutesAt, 2);
            if (minutes < 0) {
                return new Clock(seconds, ns, false, isPossible, end);
            }
            int offset = hours * 60 + minutes;
            return new Clock(
                    zone == '+' ? seconds - offset * 60L : seconds + offset * 60L,
                    ns,
                    true,
                    isPossible && minutes < 60 && offset <= MAX_OFFSET_MINUTES,
                    minutesAt + 2);
        }
    }

    /** The number of so many digits that stands there; -1: there is none. */
    private static int number(String text, int from, int count) {
        int number = 0;
        for (int i = from; i < from + count; i++) {
            if (!isDigit(text, i)) {
                return -1;
            }
            number = number * DECIMAL + text.charAt(i) - '0';
        }
        return number;
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }
}
