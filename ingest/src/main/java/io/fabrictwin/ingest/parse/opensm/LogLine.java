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
 * @param message at the beginning of what it says
 */
record LogLine(@Nullable Long timeNs, @Nullable String host, Scan message) {
    private static final String MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    static final String OPENSM_PREFIX =
            MONTH + " [ \\d]\\d \\d{2}:\\d{2}:\\d{2} \\d{1,6} \\[[0-9A-Fa-f]{1,16}\\] 0x[0-9a-fA-F]{1,2} -> ";

    private static final Pattern SYSLOG =
            Pattern.compile("(?:<\\d{1,3}>)?(?:\\S{1,3} (\\d{9,10}) \\d{4}\\.\\d{2}\\.\\d{2} \\S{1,80} )?("
                    + MONTH
                    + ") +(\\d{1,2}) (\\d{2}:\\d{2}:\\d{2})(\\.\\d{1,6})? (?:\\S{1,40}@)?([^\\s\\p{Cc}]{1,100}) "
                    + "(?:ib_sm\\.x|OpenSM|opensm)\\[\\d{1,9}\\]: (?:\\[ib_\\w{1,40}\\.c:\\d{1,6}\\]: )?(.*)");
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_US = 1_000;
    private static final int MICROSECOND_DIGITS = 6;
    private static final int SECONDS_PER_MINUTE = 60;

    /** Reads the lines of one log. Many follow each other within one minute, which is read once. */
    static final class Reader {
        private final long anchorNs;
        /** The beginning of the newest line, {@code Nov 29 13:33:}; empty: there was none. */
        private String minute = "";

        private @Nullable Long minuteNs;

        Reader(long anchorNs) {
            this.anchorNs = anchorNs;
        }

        /** The parts; null: the line has none of the forms. */
        @Nullable
        LogLine read(String text) {
            LogLine own = own(text);
            return own == null ? ofSyslog(text, anchorNs) : own;
        }

        /** A line that begins with {@link #OPENSM_PREFIX}. */
        private @Nullable LogLine own(String text) {
            Scan scan = new Scan(text, 0);
            boolean isStamped = (!minute.isEmpty() && scan.skip(minute)) || readMinute(scan);
            int second = isStamped ? scan.digits(2) : -1;
            long us = second >= 0 && scan.skip(' ') ? scan.number(MICROSECOND_DIGITS) : -1;
            boolean isOwn = us >= 0
                    && scan.skip(" [")
                    && scan.skipHexadecimal(16)
                    && scan.skip("] 0x")
                    && scan.skipHexadecimal(2)
                    && scan.skip(" -> ");
            if (!isOwn || scan.hasLineEnd()) {
                return null;
            }
            Long known = second < SECONDS_PER_MINUTE ? minuteNs : null;
            Long time = known == null ? null : Long.valueOf(known + second * NS_PER_SECOND + us * NS_PER_US);
            return new LogLine(time, null, scan);
        }

        /** Reads {@code Nov 29 13:33:}; false: it is no such. */
        private boolean readMinute(Scan scan) {
            int month = scan.month();
            boolean isDay = month > 0 && scan.skip(' ');
            int day = isDay ? scan.digits(scan.skip(' ') ? 1 : 2) : -1;
            boolean isClock = day >= 0 && scan.skip(' ');
            int clockAt = scan.at();
            if (!isClock || scan.digits(2) < 0 || !scan.skip(':') || scan.digits(2) < 0 || !scan.skip(':')) {
                return false;
            }
            minute = scan.since(0);
            minuteNs = LogTime.withoutYear(month, day, scan.since(clockAt) + "00", anchorNs);
            return true;
        }
    }

    private static @Nullable LogLine ofSyslog(String text, long anchorNs) {
        if (text.startsWith(" ") || text.startsWith("\t")) {
            // Most of what is none of the log's own continues a message.
            return null;
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
                : sinceEpoch(Long.parseLong(syslog.group(1)));
        return new LogLine(time, syslog.group(6), new Scan(text, syslog.start(7)));
    }

    /** Null: so many seconds do not fit. */
    private static @Nullable Long sinceEpoch(long seconds) {
        return seconds > Long.MAX_VALUE / NS_PER_SECOND ? null : Long.valueOf(seconds * NS_PER_SECOND);
    }
}
