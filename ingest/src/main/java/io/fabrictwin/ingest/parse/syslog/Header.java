package io.fabrictwin.ingest.parse.syslog;

import io.fabrictwin.ingest.parse.LogTime;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a message.
 *
 * @param host who tells it; null: not told
 * @param timeNs when, ns since 1970; null: not told, or counted from a start that is not told
 * @param message the rest
 */
record Header(@Nullable String host, @Nullable Long timeNs, String message) {
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    private static final String CLOCK = "(\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?)";
    private static final String HOST = "([A-Za-z0-9_][\\w.:-]{0,252})";

    private static final Pattern PRIORITY = Pattern.compile("<\\d{1,3}>\\s*(.*)", Pattern.DOTALL);
    private static final Pattern RFC_5424 = Pattern.compile(
            "\\d{1,2} (-|\\d{4}-\\S{6,40}) (\\S{1,255}) (\\S{1,128}) (\\S{1,128}) (\\S{1,128})(?: (.*))?",
            Pattern.DOTALL);
    private static final Pattern ISO = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?:Z|[+-]\\d{2}:?\\d{2})?)\\s+" + HOST
                    + "\\s+(.*)",
            Pattern.DOTALL);
    /** Month first, with or without a year before or behind it. */
    private static final Pattern CALENDAR = Pattern.compile(
            "(?:(\\d{4}) )?" + MONTH + "\\s{1,2}(\\d{1,2})(?: (\\d{4}))? " + CLOCK + "(?: ([A-Z]{3,5}))?( ?:)?\\s+(.*)",
            Pattern.DOTALL);
    /** Sequence number, name and a mark of an unsynchronised clock, as IOS puts them before the time. */
    private static final Pattern IOS = Pattern.compile(
            "(?:\\d{1,10}: )?(?:([A-Za-z0-9_][\\w./-]{0,252}): ?)?(?:\\d{1,10}: )?[*.]?(" + MONTH + "\\s.*)",
            Pattern.DOTALL);

    private static final Pattern KERNEL_RECORD =
            Pattern.compile("\\d{1,4},\\d{1,19},\\d{1,19},[^;]{1,60};(.*)", Pattern.DOTALL);
    private static final Pattern KERNEL_PRINT =
            Pattern.compile("\\[\\s{0,8}\\d{1,10}\\.\\d{6}\\]\\s+(.*)", Pattern.DOTALL);
    private static final Pattern MNEMONIC =
            Pattern.compile("%%?[A-Z0-9][\\w/ -]{2,60}(?:-\\d-|/\\d/).*", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile(HOST + "\\s+(.*)", Pattern.DOTALL);
    private static final Pattern HAS_LETTER = Pattern.compile(".*[A-Za-z].*|\\d{1,3}(?:\\.\\d{1,3}){3}");

    /** The header of a line; null: it has none. */
    static @Nullable Header of(String line, long anchorNs) {
        Matcher priority = PRIORITY.matcher(line.stripTrailing());
        boolean isNumbered = priority.matches();
        String rest = isNumbered ? priority.group(1) : line.strip();
        Matcher matcher = RFC_5424.matcher(rest);
        if (isNumbered && matcher.matches()) {
            String host = matcher.group(2);
            return new Header(
                    host.equals("-") ? null : host,
                    LogTime.before(matcher.group(1)),
                    withoutStructuredData(matcher.group(6) == null ? "" : matcher.group(6)));
        }
        matcher = ISO.matcher(rest);
        if (matcher.matches() && HAS_LETTER.matcher(matcher.group(2)).matches()) {
            return ofHost(matcher.group(2), LogTime.before(matcher.group(1)), matcher.group(3));
        }
        Header header = calendar(null, rest, anchorNs);
        if (header != null) {
            return header;
        }
        matcher = IOS.matcher(rest);
        if (matcher.matches()) {
            header = calendar(matcher.group(1), matcher.group(2), anchorNs);
            if (header != null) {
                return header;
            }
        }
        matcher = KERNEL_RECORD.matcher(rest);
        if (!matcher.matches()) {
            matcher = KERNEL_PRINT.matcher(rest);
        }
        if (matcher.matches()) {
            return new Header(null, null, matcher.group(1));
        }
        return isNumbered || MNEMONIC.matcher(rest).matches() ? new Header(null, null, rest) : null;
    }

    private static @Nullable Header calendar(@Nullable String host, String rest, long anchorNs) {
        Matcher matcher = CALENDAR.matcher(rest);
        if (!matcher.matches()) {
            return null;
        }
        int month = MONTHS.indexOf(matcher.group(2).toLowerCase(Locale.ROOT)) + 1;
        int day = Integer.parseInt(matcher.group(3));
        String year = matcher.group(1) != null ? matcher.group(1) : matcher.group(4);
        Long time = year == null
                ? LogTime.withoutYear(month, day, matcher.group(5), anchorNs)
                : LogTime.at(Integer.parseInt(year), month, day, matcher.group(5));
        String message = matcher.group(8);
        if (host != null || matcher.group(7) != null) {
            // IOS XR puts the node of the chassis where others put the host.
            return new Header(host == null || host.contains("/") ? null : host, time, message);
        }
        Matcher named = NAME.matcher(message);
        if (named.matches() && !named.group(1).endsWith(":")) {
            return HAS_LETTER.matcher(named.group(1)).matches() ? ofHost(named.group(1), time, named.group(2)) : null;
        }
        return message.startsWith("%") || (named.matches() && named.group(1).endsWith(":"))
                ? new Header(null, time, message)
                : null;
    }

    private static Header ofHost(String host, @Nullable Long time, String message) {
        boolean isProgram = host.endsWith(":");
        return new Header(isProgram ? null : host, time, isProgram ? host + " " + message : message);
    }

    private static String withoutStructuredData(String text) {
        if (text.startsWith("- ")) {
            return text.substring(2).strip();
        }
        return text.equals("-") ? "" : text;
    }
}
