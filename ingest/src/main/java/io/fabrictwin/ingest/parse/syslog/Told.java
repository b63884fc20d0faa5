package io.fabrictwin.ingest.parse.syslog;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a message tells of a port.
 *
 * @param kind what happened
 * @param port name of the port
 * @param queue which queue; null: not told, or all
 * @param reason why, where told
 * @param count how many, where it counts
 */
record Told(
        Kind kind,
        String port,
        @Nullable Integer queue,
        @Nullable String reason,
        @Nullable Long count) {

    enum Kind {
        UP,
        DOWN,
        STORM_DETECTED,
        STORM_RESTORED,
        PAUSES_ON_LOSSY_QUEUE
    }

    private static final String PORT = "([A-Za-z][\\w./:-]{1,60}(?: [\\d/.:]{1,12})?)";

    /** How systems word the state of a port: the port is group p, the state s, and the reason r. */
    private static final List<Pattern> STATES = List.of(
            // IOS, IOS XR, EOS
            Pattern.compile(
                    "Interface (?<p>\\S{2,60})(?: \\([^)]{0,200}\\))?, changed state to (?:administratively )?(?<s>up|down)"
                            + "(?<r>)",
                    Pattern.CASE_INSENSITIVE),
            // NX-OS
            Pattern.compile(
                    "(?:Interface|individual port) (?<p>\\S{2,60}) is (?:admin )?(?<s>up|down)\\b(?: in mode \\S{1,30})?"
                            + "(?: ?\\((?<r>.{0,200})\\))?"),
            // Brocade, Extreme, Ruckus
            Pattern.compile("Interface (?<p>(?:[a-z]+ )?[\\w./:-]{1,40}), state (?<s>up|down)(?: - (?<r>.{1,200}))?"),
            // Junos
            Pattern.compile("SNMP_TRAP_LINK_(?<s>UP|DOWN): .{0,200}?ifName (?<p>[\\w./:-]{2,60})(?<r>)"),
            Pattern.compile("LACP_INTF_(?<s>DOWN|UP): (?<p>[\\w./:-]{2,60}): (?<r>.{1,200})"),
            // SONiC
            Pattern.compile("Set operation status (?<s>UP|DOWN) to host interface (?<p>[\\w./-]{2,60})(?<r>)"),
            Pattern.compile("Port (?<p>[\\w./-]{2,60}) oper state set from \\w{2,12} to (?<s>up|down)(?<r>)"),
            Pattern.compile("nlmsg type:16 key:(?<p>[\\w./-]{2,60}) admin:\\d oper:(?<s>[01])(?<r>)"),
            Pattern.compile("\"ifname\" ?: ?\"(?<p>[\\w./-]{2,60})\", ?\"status\" ?: ?\"(?<s>up|down)(?<r>)"),
            // Huawei VRP
            Pattern.compile("[Ii]nterface (?<p>[\\w./:-]{2,60}) has turned into (?<s>UP|DOWN) state(?<r>)"),
            Pattern.compile("on the interface (?<p>[\\w./:-]{2,60}) has entered the (?<s>UP|DOWN) state(?<r>)"),
            // Linux
            Pattern.compile("(?<p>[\\w.-]{2,40}): (?:\\w+: \\S+ )?NIC Link is (?<s>Up|Down)(?<r>)"),
            Pattern.compile("(?<p>[\\w.-]{2,40}): [Ll]ink (?:is )?(?<s>[Uu]p|[Dd]own)\\b(?<r>)"),
            Pattern.compile("(?<p>[\\w.-]{2,40}): link (?<s>becomes ready)(?<r>)"),
            Pattern.compile("(?<p>[\\w.-]{2,40}): (?<s>[Ll]ost carrier|[Gg]ained carrier)(?<r>)"),
            Pattern.compile(
                    "link status (?:definitely |up again )?(?<s>up|down)? ?for (?:active )?interface (?<p>[\\w.-]{2,40})(?<r>)"),
            // A port that was switched off by a guard
            Pattern.compile("on port (?<p>[\\w./:-]{2,60}) with (?<r>BPDU Guard) enabled\\. (?<s>Disabling) port"),
            Pattern.compile("(?<p>[a-z]{2}-\\d[\\w./:-]{2,40}): (?<r>bpdu-block) (?<s>disabled) port"));

    private static final Pattern STORM =
            Pattern.compile("detected PFC storm on port " + PORT + ", queue index (\\d{1,2})");
    private static final Pattern RESTORED =
            Pattern.compile("storm restored on port " + PORT + ", queue index (\\d{1,2})");
    private static final Pattern STRUCTURED_PORT = Pattern.compile("\\bifname\"?\\s?[:=]\\s?\"?([\\w./-]{2,60})");
    private static final Pattern STRUCTURED_QUEUE = Pattern.compile("\\bqueue_index\"?\\s?[:=]\\s?\"?(\\d{1,2})");
    private static final Pattern LOSSY =
            Pattern.compile("Got PFC (\\d{1,18}) frame\\(s\\) on lossy queue (\\d{1,2}) port ([\\w./-]{2,60})");
    /** Other systems' watchdogs: a storm word, a port and a queue in one message. */
    private static final Pattern WATCHDOG =
            Pattern.compile("(?i)(?:pfc|priority.flow.control).{0,60}watch ?dog|watch ?dog.{0,60}pfc");

    private static final Pattern ANY_PORT = Pattern.compile(
            "\\b((?:Ethernet|Eth|Et|swp|et-|xe-|[A-Za-z]+GigE|[A-Za-z]*GigabitEthernet|\\d+GE)[\\d][\\w./:-]{0,30})");
    private static final Pattern ANY_QUEUE = Pattern.compile(
            "(?i)\\b(?:queue|tx-?queue|priority|tc|traffic class|cos|no-drop class)[ :=#]{0,3}(?:index |id )?(\\d)\\b");
    private static final Pattern OVER = Pattern.compile("(?i)restor|recover|clear|resum|unstuck|no longer|ended");

    /** What the message tells; null: nothing of a port's state or pauses. */
    static @Nullable Told of(String message) {
        Matcher matcher = LOSSY.matcher(message);
        if (matcher.find()) {
            return new Told(
                    Kind.PAUSES_ON_LOSSY_QUEUE,
                    matcher.group(3),
                    Integer.valueOf(matcher.group(2)),
                    null,
                    Long.valueOf(matcher.group(1)));
        }
        Told storm = storm(message);
        return storm != null ? storm : state(message);
    }

    /** Whether the message is of a PFC watchdog. */
    static boolean isOfWatchdog(String message) {
        return message.contains("PFC Watchdog") || WATCHDOG.matcher(message).find();
    }

    private static @Nullable Told storm(String message) {
        Matcher matcher = STORM.matcher(message);
        if (matcher.find()) {
            return new Told(Kind.STORM_DETECTED, matcher.group(1), Integer.valueOf(matcher.group(2)), null, null);
        }
        matcher = RESTORED.matcher(message);
        if (matcher.find()) {
            return new Told(Kind.STORM_RESTORED, matcher.group(1), Integer.valueOf(matcher.group(2)), null, null);
        }
        boolean isOver = OVER.matcher(message).find();
        if (message.contains("pfc-storm")) {
            Matcher port = STRUCTURED_PORT.matcher(message);
            Matcher queue = STRUCTURED_QUEUE.matcher(message);
            return port.find() && queue.find()
                    ? new Told(
                            isOver ? Kind.STORM_RESTORED : Kind.STORM_DETECTED,
                            port.group(1),
                            Integer.valueOf(queue.group(1)),
                            null,
                            null)
                    : null;
        }
        boolean isStorm = WATCHDOG.matcher(message).find()
                && (isOver || message.toLowerCase(Locale.ROOT).matches("(?s).*(?:storm|stuck|shut|detected|drop).*"));
        Matcher port = ANY_PORT.matcher(message);
        Matcher queue = ANY_QUEUE.matcher(message);
        return isStorm && port.find() && queue.find()
                ? new Told(
                        isOver ? Kind.STORM_RESTORED : Kind.STORM_DETECTED,
                        port.group(1),
                        Integer.valueOf(queue.group(1)),
                        null,
                        null)
                : null;
    }

    private static @Nullable Told state(String message) {
        for (Pattern pattern : STATES) {
            Matcher matcher = pattern.matcher(message);
            if (matcher.find()) {
                String word =
                        matcher.group("s") == null ? "down" : matcher.group("s").toLowerCase(Locale.ROOT);
                boolean isUp = word.equals("up")
                        || word.equals("1")
                        || word.startsWith("becomes")
                        || word.startsWith("gained");
                String reason = matcher.group("r");
                String port = matcher.group("p").replaceAll("[.:,]+$", "");
                return new Told(
                        isUp ? Kind.UP : Kind.DOWN,
                        port,
                        null,
                        reason == null || reason.isBlank() ? null : reason.strip(),
                        null);
            }
        }
        return null;
    }
}
