package io.fabrictwin.ingest.parse.syslog;

import io.fabrictwin.ingest.parse.reading.WordSearch;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final List<WordedPattern> STATES = List.of(
            // IOS, IOS XR, EOS
            WordedPattern.of(
                    Pattern.compile(
                            "Interface (?<p>\\S{2,60})(?: \\([^)]{0,200}\\))?, changed state to (?:administratively )?(?<s>up|down)"
                                    + "(?<r>)",
                            Pattern.CASE_INSENSITIVE),
                    "changed state to "),
            // NX-OS
            WordedPattern.of(
                    Pattern.compile(
                            "(?:Interface|individual port) (?<p>\\S{2,60}) is (?:admin )?(?<s>up|down)\\b(?: in mode \\S{1,30})?"
                                    + "(?: ?\\((?<r>.{0,200})\\))?"),
                    " is "),
            // Brocade, Extreme, Ruckus
            WordedPattern.of(
                    Pattern.compile(
                            "Interface (?<p>(?:[a-z]+ )?[\\w./:-]{1,40}), state (?<s>up|down)(?: - (?<r>.{1,200}))?"),
                    ", state "),
            // Junos
            WordedPattern.of(
                    Pattern.compile("SNMP_TRAP_LINK_(?<s>UP|DOWN): .{0,200}?ifName (?<p>[\\w./:-]{2,60})(?<r>)"),
                    "SNMP_TRAP_LINK_"),
            WordedPattern.of(
                    Pattern.compile("LACP_INTF_(?<s>DOWN|UP): (?<p>[\\w./:-]{2,60}): (?<r>.{1,200})"), "LACP_INTF_"),
            // SONiC
            WordedPattern.of(
                    Pattern.compile("Set operation status (?<s>UP|DOWN) to host interface (?<p>[\\w./-]{2,60})(?<r>)"),
                    "Set operation status "),
            WordedPattern.of(
                    Pattern.compile("Port (?<p>[\\w./-]{2,60}) oper state set from \\w{2,12} to (?<s>up|down)(?<r>)"),
                    " oper state set from "),
            WordedPattern.of(
                    Pattern.compile("nlmsg type:16 key:(?<p>[\\w./-]{2,60}) admin:\\d oper:(?<s>[01])(?<r>)"),
                    "nlmsg type:16 key:"),
            WordedPattern.of(
                    Pattern.compile("\"ifname\" ?: ?\"(?<p>[\\w./-]{2,60})\", ?\"status\" ?: ?\"(?<s>up|down)(?<r>)"),
                    "\"ifname\""),
            // Huawei VRP
            WordedPattern.of(
                    Pattern.compile("[Ii]nterface (?<p>[\\w./:-]{2,60}) has turned into (?<s>UP|DOWN) state(?<r>)"),
                    " has turned into "),
            WordedPattern.of(
                    Pattern.compile("on the interface (?<p>[\\w./:-]{2,60}) has entered the (?<s>UP|DOWN) state(?<r>)"),
                    " has entered the "),
            // Linux
            WordedPattern.of(
                    Pattern.compile("(?<p>[\\w.-]{2,40}): (?:\\w+: \\S+ )?NIC Link is (?<s>Up|Down)(?<r>)"),
                    "NIC Link is "),
            WordedPattern.of(
                    Pattern.compile("(?<p>[\\w.-]{2,40}): [Ll]ink (?:is )?(?<s>[Uu]p|[Dd]own)\\b(?<r>)"),
                    ": link ",
                    ": Link "),
            WordedPattern.of(
                    Pattern.compile("(?<p>[\\w.-]{2,40}): link (?<s>becomes ready)(?<r>)"), ": link becomes ready"),
            WordedPattern.of(
                    Pattern.compile("(?<p>[\\w.-]{2,40}): (?<s>[Ll]ost carrier|[Gg]ained carrier)(?<r>)"), "carrier"),
            WordedPattern.of(
                    Pattern.compile(
                            "link status (?:definitely |up again )?(?<s>up|down)? ?for (?:active )?interface (?<p>[\\w.-]{2,40})(?<r>)"),
                    "link status "),
            // A port that was switched off by a guard
            WordedPattern.of(
                    Pattern.compile(
                            "on port (?<p>[\\w./:-]{2,60}) with (?<r>BPDU Guard) enabled\\. (?<s>Disabling) port"),
                    "BPDU Guard"),
            WordedPattern.of(
                    Pattern.compile("(?<p>[a-z]{2}-\\d[\\w./:-]{2,40}): (?<r>bpdu-block) (?<s>disabled) port"),
                    "bpdu-block"));

    private static final WordedPattern STORM = WordedPattern.of(
            Pattern.compile("detected PFC storm on port " + PORT + ", queue index (\\d{1,2})"),
            "detected PFC storm on port ");
    private static final WordedPattern RESTORED = WordedPattern.of(
            Pattern.compile("storm restored on port " + PORT + ", queue index (\\d{1,2})"), "storm restored on port ");
    private static final Pattern STRUCTURED_PORT = Pattern.compile("\\bifname\"?\\s?[:=]\\s?\"?([\\w./-]{2,60})");
    private static final Pattern STRUCTURED_QUEUE = Pattern.compile("\\bqueue_index\"?\\s?[:=]\\s?\"?(\\d{1,2})");
    private static final WordedPattern LOSSY = WordedPattern.of(
            Pattern.compile("Got PFC (\\d{1,18}) frame\\(s\\) on lossy queue (\\d{1,2}) port ([\\w./-]{2,60})"),
            " on lossy queue ");
    /** Other systems' watchdogs: a storm word, a port and a queue in one message. */
    private static final WordedPattern WATCHDOG = WordedPattern.of(
            Pattern.compile(
                    "(?:pfc|priority.flow.control).{0,60}watch ?dog|watch ?dog.{0,60}pfc", Pattern.CASE_INSENSITIVE),
            "watch");

    private static final String STRUCTURED_STORM = "pfc-storm";
    private static final WordSearch WORDS = WordSearch.of(
            Stream.concat(STATES.stream(), Stream.of(STORM, RESTORED, LOSSY, WATCHDOG))
                    .toList(),
            STRUCTURED_STORM);

    private static final Pattern ANY_PORT = Pattern.compile(
            "\\b((?:Ethernet|Eth|Et|swp|et-|xe-|[A-Za-z]+GigE|[A-Za-z]*GigabitEthernet|\\d+GE)[\\d][\\w./:-]{0,30})");
    private static final Pattern ANY_QUEUE = Pattern.compile(
            "(?i)\\b(?:queue|tx-?queue|priority|tc|traffic class|cos|no-drop class)[ :=#]{0,3}(?:index |id )?(\\d)\\b");
    private static final Pattern OVER =
            Pattern.compile("restor|recover|clear|resum|unstuck|no longer|ended", Pattern.CASE_INSENSITIVE);

    private static final Pattern BEGUN = Pattern.compile("storm|stuck|shut|detected|drop", Pattern.CASE_INSENSITIVE);

    /** Which words of messages about ports stand in it; 0: it is about other things. */
    static long words(String message) {
        return WORDS.in(message);
    }

    /**
     * What the message tells; null: nothing of a port's state or pauses.
     *
     * @param words those that stand in it
     */
    static @Nullable Told of(String message, long words) {
        if (words == 0) {
            return null;
        }
        Matcher lossy = LOSSY.find(message, words);
        if (lossy != null) {
            return new Told(
                    Kind.PAUSES_ON_LOSSY_QUEUE,
                    lossy.group(3),
                    Integer.valueOf(lossy.group(2)),
                    null,
                    Long.valueOf(lossy.group(1)));
        }
        Told storm = storm(message, words);
        return storm != null ? storm : state(message, words);
    }

    /** Whether the message is of a PFC watchdog. */
    static boolean isOfWatchdog(String message, long words) {
        return WATCHDOG.mayStandAmong(words)
                && (message.contains("PFC Watchdog") || WATCHDOG.find(message, words) != null);
    }

    private static @Nullable Told storm(String message, long words) {
        Matcher detected = STORM.find(message, words);
        if (detected != null) {
            return new Told(Kind.STORM_DETECTED, detected.group(1), Integer.valueOf(detected.group(2)), null, null);
        }
        Matcher restored = RESTORED.find(message, words);
        if (restored != null) {
            return new Told(Kind.STORM_RESTORED, restored.group(1), Integer.valueOf(restored.group(2)), null, null);
        }
        if (message.contains(STRUCTURED_STORM)) {
            return storm(message, STRUCTURED_PORT, STRUCTURED_QUEUE, isOver(message));
        }
        if (WATCHDOG.find(message, words) == null) {
            return null;
        }
        boolean isOver = isOver(message);
        return isOver || BEGUN.matcher(message).find() ? storm(message, ANY_PORT, ANY_QUEUE, isOver) : null;
    }

    private static boolean isOver(String message) {
        return OVER.matcher(message).find();
    }

    private static @Nullable Told storm(String message, Pattern ofPort, Pattern ofQueue, boolean isOver) {
        Matcher port = ofPort.matcher(message);
        Matcher queue = ofQueue.matcher(message);
        Kind kind = isOver ? Kind.STORM_RESTORED : Kind.STORM_DETECTED;
        return port.find() && queue.find()
                ? new Told(kind, port.group(1), Integer.valueOf(queue.group(1)), null, null)
                : null;
    }

    private static @Nullable Told state(String message, long words) {
        for (WordedPattern pattern : STATES) {
            Matcher matcher = pattern.find(message, words);
            if (matcher != null) {
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
