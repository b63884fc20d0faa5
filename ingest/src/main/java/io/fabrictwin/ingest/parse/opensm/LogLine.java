package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.reading.Scan;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of a manager's log, taken apart.
 *
 * @param timeNs ns since 1970; null: it tells none that can be read
 * @param host who wrote it; null: not told
 * @param message what it says
 */
record LogLine(@Nullable Long timeNs, @Nullable String host, String message) {
    private static final String MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    static final String OPENSM_PREFIX =
            MONTH + " [ \\d]\\d \\d{2}:\\d{2}:\\d{2} \\d{1,6} \\[[0-9A-Fa-f]{1,16}\\] 0x[0-9a-fA-F]{1,2} -> ";

    private static final Pattern SYSLOG =
            Pattern.compile("(?:<\\d{1,3}>)?(?:\\S{1,3} (\\d{9,10}) \\d{4}\\.\\d{2}\\.\\d{2} \\S{1,80} )?("
                    + MONTH + ") +(\\d{1,2}) (\\d{2}:\\d{2}:\\d{2})(\\.\\d{1,6})? (?:\\S{1,40}@)?(\\S{1,100}) "
                    + "(?:ib_sm\\.x|OpenSM|opensm)\\[\\d{1,9}\\]: (?:\\[ib_\\w{1,40}\\.c:\\d{1,6}\\]: )?(.*)");
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_US = 1_000;
    private static final int MICROSECOND_DIGITS = 6;

    /** The parts; null: the line has none of the forms. */
    static @Nullable LogLine of(String text, long anchorNs) {
        LogLine own = own(text, anchorNs);
        if (own != null) {
            return own;
        }
        Matcher syslog = SYSLOG.matcher(text);
        if (!syslog.matches()) {
            return null;
        }
        String fraction = syslog.group(5);
        String clock = fraction == null ? syslog.group(4) : syslog.group(4) + fraction;
        Long time = syslog.group(1) == null
                ? LogTime.withoutYear(
                        new Scan(syslog.group(2), 0).month(), Integer.parseInt(syslog.group(3)), clock, anchorNs)
                : Long.valueOf(Long.parseLong(syslog.group(1)) * NS_PER_SECOND);
        return new LogLine(time, syslog.group(6), syslog.group(7));
    }

    /** A line that begins with {@link #OPENSM_PREFIX}. */
    private static @Nullable LogLine own(String text, long anchorNs) {
        Scan scan = new Scan(text, 0);
        int month = scan.month();
        if (month == 0 || !scan.skip(' ')) {
            return null;
        }
        int dayDigits = scan.skip(' ') ? 1 : 2;
        int dayAt = scan.at();
        int day = (int) scan.number(dayDigits);
        if (day < 0 || scan.at() - dayAt != dayDigits || !scan.skip(' ')) {
            return null;
        }
        int clockAt = scan.at();
        if (!scan.skipClock()) {
            return null;
        }
        String clock = scan.since(clockAt);
        long us = scan.skip(' ') ? scan.number(MICROSECOND_DIGITS) : -1;
        boolean isOwn = us >= 0
                && scan.skip(" [")
                && scan.skipHexadecimal(16)
                && scan.skip("] 0x")
                && scan.skipHexadecimal(2)
                && scan.skip(" -> ");
        if (!isOwn || scan.hasLineEnd()) {
            return null;
        }
        Long second = LogTime.withoutYear(month, day, clock, anchorNs);
        return new LogLine(second == null ? null : Long.valueOf(second + us * NS_PER_US), null, scan.rest());
    }
}
