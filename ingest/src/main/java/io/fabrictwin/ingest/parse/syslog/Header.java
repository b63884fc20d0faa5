package io.fabrictwin.ingest.parse.syslog;

import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.reading.Scan;
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
    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    private static final int MAX_HOST = 253;

    private static final Pattern RFC_5424 = Pattern.compile(
            "\\d{1,2} (-|\\d{4}-\\S{6,40}) (\\S{1,255}) (\\S{1,128}) (\\S{1,128}) (\\S{1,128})(?: (.*))?",
            Pattern.DOTALL);
    private static final Pattern ISO = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?:Z|[+-]\\d{2}:?\\d{2})?)\\s+");
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
    private static final Pattern IP_ADDRESS = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");

    /** The header of a line; null: it has none. */
    static @Nullable Header of(String line, long anchorNs) {
        String numbered = withoutPriority(line.stripTrailing());
        String rest = numbered == null ? line.strip() : numbered;
        if (numbered != null) {
            Matcher matcher = RFC_5424.matcher(rest);
            if (matcher.matches()) {
                String host = matcher.group(2);
                return new Header(
                        host.equals("-") ? null : host,
                        LogTime.before(matcher.group(1)),
                        withoutStructuredData(matcher.group(6) == null ? "" : matcher.group(6)));
            }
        }
        Header header = iso(rest);
        if (header == null) {
            header = calendar(null, rest, anchorNs);
        }
        return header == null ? other(rest, anchorNs, numbered != null) : header;
    }

    /** What stands behind the number of facility and severity; null: there is none. */
    private static @Nullable String withoutPriority(String line) {
        Scan scan = new Scan(line, 0);
        if (!scan.skip('<') || scan.number(3) < 0 || !scan.skip('>')) {
            return null;
        }
        scan.skipWhitespace();
        return scan.rest();
    }

    private static @Nullable Header iso(String rest) {
        Matcher time = ISO.matcher(rest);
        if (rest.isEmpty() || !Character.isDigit(rest.charAt(0)) || !time.lookingAt()) {
            return null;
        }
        Scan scan = new Scan(rest, time.end());
        String host = host(scan);
        return host == null || !isHost(host) ? null : ofHost(host, LogTime.before(time.group(1)), scan.rest());
    }

    private static @Nullable Header other(String rest, long anchorNs, boolean isNumbered) {
        Matcher matcher = IOS.matcher(rest);
        if (matcher.matches()) {
            Header header = calendar(matcher.group(1), matcher.group(2), anchorNs);
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

    /** Month first, with or without a year before or behind it: {@code May 29 10:50:24 UTC: }. */
    private static @Nullable Header calendar(@Nullable String host, String rest, long anchorNs) {
        Scan scan = new Scan(rest, 0);
        int year = year(scan);
        if (year >= 0 && !scan.skip(' ')) {
            return null;
        }
        int month = scan.month();
        int blanksFrom = scan.at();
        if (month == 0 || !scan.skipWhitespace() || scan.at() - blanksFrom > 2) {
            return null;
        }
        int day = (int) scan.number(2);
        if (day < 0 || !scan.skip(' ')) {
            return null;
        }
        int told = year(scan);
        if (told >= 0 && !scan.skip(' ')) {
            return null;
        }
        int clockFrom = scan.at();
        if (!scan.skipClock()) {
            return null;
        }
        int secondTo = scan.at();
        if (!scan.skip('.') || scan.number(9) < 0) {
            scan.goTo(secondTo);
        }
        String clock = scan.since(clockFrom);
        int colonAt = skipZone(scan);
        if (colonAt < 0) {
            return null;
        }
        int known = year >= 0 ? year : told;
        Long time = known < 0 ? LogTime.withoutYear(month, day, clock, anchorNs) : LogTime.at(known, month, day, clock);
        if (host != null || colonAt > 0) {
            // IOS XR puts the node of the chassis where others put the host.
            return new Header(host == null || host.contains("/") ? null : host, time, scan.rest());
        }
        return named(scan, time);
    }

    private static @Nullable Header named(Scan scan, @Nullable Long time) {
        int messageFrom = scan.at();
        String name = host(scan);
        if (name != null && !name.endsWith(":")) {
            return isHost(name) ? ofHost(name, time, scan.rest()) : null;
        }
        scan.goTo(messageFrom);
        return name != null || scan.peek() == '%' ? new Header(null, time, scan.rest()) : null;
    }

    private static int year(Scan scan) {
        int from = scan.at();
        int year = (int) scan.number(4);
        if (scan.at() - from == 4) {
            return year;
        }
        scan.goTo(from);
        return -1;
    }

    /**
     * Skips what may stand between clock and message: a zone's name, a colon, and blanks.
     *
     * @return where the colon is; 0: there is none; -1: no blanks follow
     */
    private static int skipZone(Scan scan) {
        int from = scan.at();
        if (scan.skip(' ')) {
            int zoneFrom = scan.at();
            while (scan.peek() >= 'A' && scan.peek() <= 'Z') {
                scan.goTo(scan.at() + 1);
            }
            int length = scan.at() - zoneFrom;
            int colonAt = length >= 3 && length <= 5 ? skipColon(scan) : -1;
            if (colonAt >= 0) {
                return colonAt;
            }
        }
        scan.goTo(from);
        return skipColon(scan);
    }

    private static int skipColon(Scan scan) {
        int from = scan.at();
        scan.skip(' ');
        int colonAt = scan.at();
        if (scan.skip(':') && scan.skipWhitespace()) {
            return colonAt;
        }
        scan.goTo(from);
        return scan.skipWhitespace() ? 0 : -1;
    }

    /** Reads a word that may be a host's name, and the blanks behind; null: there is none. */
    private static @Nullable String host(Scan scan) {
        int from = scan.at();
        if (!scan.skipWord()) {
            return null;
        }
        while (scan.skipWord() || scan.skip('.') || scan.skip(':') || scan.skip('-')) {
            // A name or an address may have several parts.
        }
        String host = scan.since(from);
        return host.length() <= MAX_HOST && scan.skipWhitespace() ? host : null;
    }

    private static boolean isLetter(int letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    }

    private static boolean isHost(String name) {
        return name.chars().anyMatch(Header::isLetter)
                || IP_ADDRESS.matcher(name).matches();
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
