package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.LogTime;
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

    private static final Pattern OPENSM = Pattern.compile("(" + MONTH
            + ") ([ \\d]\\d) (\\d{2}:\\d{2}:\\d{2}) (\\d{1,6}) \\[[0-9A-Fa-f]{1,16}\\] 0x[0-9a-fA-F]{1,2} -> (.*)");
    private static final Pattern SYSLOG =
            Pattern.compile("(?:<\\d{1,3}>)?(?:\\S{1,3} (\\d{9,10}) \\d{4}\\.\\d{2}\\.\\d{2} \\S{1,80} )?("
                    + MONTH + ") +(\\d{1,2}) (\\d{2}:\\d{2}:\\d{2})(\\.\\d{1,6})? (?:\\S{1,40}@)?(\\S{1,100}) "
                    + "(?:ib_sm\\.x|OpenSM|opensm)\\[\\d{1,9}\\]: (?:\\[ib_\\w{1,40}\\.c:\\d{1,6}\\]: )?(.*)");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int MICROSECOND_DIGITS = 6;

    /** The parts; null: the line has none of the forms. */
    static @Nullable LogLine of(String text, long anchorNs) {
        Matcher own = OPENSM.matcher(text);
        if (own.matches()) {
            String fraction = own.group(4);
            String clock = own.group(3) + "." + "0".repeat(MICROSECOND_DIGITS - fraction.length()) + fraction;
            return new LogLine(time(own.group(1), own.group(2).strip(), clock, anchorNs), null, own.group(5));
        }
        Matcher syslog = SYSLOG.matcher(text);
        if (!syslog.matches()) {
            return null;
        }
        String fraction = syslog.group(5);
        Long time = syslog.group(1) == null
                ? time(
                        syslog.group(2),
                        syslog.group(3),
                        fraction == null ? syslog.group(4) : syslog.group(4) + fraction,
                        anchorNs)
                : Long.valueOf(Long.parseLong(syslog.group(1)) * NS_PER_SECOND);
        return new LogLine(time, syslog.group(6), syslog.group(7));
    }

    private static @Nullable Long time(String month, String day, String clock, long anchorNs) {
        return LogTime.withoutYear(MONTHS.indexOf(month) + 1, Integer.parseInt(day), clock, anchorNs);
    }
}
