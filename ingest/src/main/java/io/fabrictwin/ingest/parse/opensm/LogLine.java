package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.reading.Scan;
import java.util.List;
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
                    + MONTH
                    + ") +(\\d{1,2}) (\\d{2}:\\d{2}:\\d{2})(\\.\\d{1,6})? (?:\\S{1,40}@)?([^\\s\\p{Cc}]{1,100}) "
                    + "(?:ib_sm\\.x|OpenSM|opensm)\\[\\d{1,9}\\]: (?:\\[ib_\\w{1,40}\\.c:\\d{1,6}\\]: )?(.*)");
    /** The beginnings of lines that tell more of an event which another line tells. */
    private static final List<String> PARTS_OF_EVENTS =
            List.of("Received Generic Notice", "SM class trap", "Received SMP on a", "Directed Path Dump");

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_US = 1_000;
    private static final int MICROSECOND_DIGITS = 6;

    /** Reads the lines of one log. Many follow each other within one second, which is read once. */
    static final class Reader {
        private final long anchorNs;
        /** The beginning of the newest line; empty: there was none. */
        private String stamp = "";

        private @Nullable Long stampNs;

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
            if (stamp.isEmpty() || !scan.skip(stamp)) {
                stamp = "";
                Long second = second(scan);
                if (second == null && scan.at() == 0) {
                    return null;
                }
                stamp = scan.since(0);
                stampNs = second;
            }
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
            Long second = stampNs;
            return new LogLine(second == null ? null : Long.valueOf(second + us * NS_PER_US), null, scan.rest());
        }

        /** {@code Nov 29 13:33:56}; what is none leaves the scan at its beginning. */
        private @Nullable Long second(Scan scan) {
            int month = scan.month();
            boolean isStamp = month > 0 && scan.skip(' ');
            int dayDigits = scan.skip(' ') ? 1 : 2;
            int dayAt = scan.at();
            int day = (int) scan.number(dayDigits);
            isStamp &= day >= 0 && scan.at() - dayAt == dayDigits && scan.skip(' ');
            int clockAt = scan.at();
            if (!isStamp || !scan.skipClock()) {
                scan.goTo(0);
                return null;
            }
            return LogTime.withoutYear(month, day, scan.since(clockAt), anchorNs);
        }
    }

    private static @Nullable LogLine ofSyslog(String text, long anchorNs) {
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

    /** What is said behind the name of the function that says it. */
    static String withoutFunction(String message) {
        Scan scan = new Scan(message, 0);
        return scan.skipWord() && scan.skip(": ") ? scan.rest() : message;
    }

    /** Whether the message, without its function, only tells more of what another one tells. */
    static boolean isPartOfEvent(String message) {
        for (String beginning : PARTS_OF_EVENTS) {
            if (message.startsWith(beginning)) {
                return true;
            }
        }
        Scan scan = new Scan(message, 0);
        return scan.skip("Reporting ") && scan.skipWord() && scan.skip(" Notice");
    }
}
