package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.NodeDescription;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.ingest.parse.reading.WordSearch;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.named.NamedNumbers;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of one log in order. Of a port only the GUID is told, not which number it has: the port bears the GUID
 * as its name, and so does the adapter.
 */
final class OpensmLogReader {
    private static final String HEX = "[0-9a-fA-F]{1,16}";
    private static final Pattern BINDING =
            Pattern.compile("(?:binding to port GUID|IS_SM on port| Guid <)\\s*0x(" + HEX + ")");
    private static final WordedPattern STATE = WordedPattern.of(
            Pattern.compile(
                    "(?:OpenSM: )?(?:Entering (DISCOVERING|MASTER|STANDBY|NOT-?ACTIVE) state|(Exiting SM)).*|.*SM port is down.*"),
            "Entering ",
            "Exiting SM",
            "SM port is down");
    private static final WordedPattern SWEPT = WordedPattern.of(
            Pattern.compile("(?:SUBNET UP|No configuration change required|Configuration complete).*"),
            "SUBNET UP",
            "No configuration change required",
            "Configuration complete");
    private static final WordedPattern ENGINE = WordedPattern.of(
            Pattern.compile("([\\w-]{1,30}) tables configured on all switches.*"),
            " tables configured on all switches");
    private static final WordedPattern VERSION =
            WordedPattern.of(Pattern.compile("OpenSM (\\d[\\w.+-]{0,60}).*"), "OpenSM ");
    private static final WordedPattern NOTICE = WordedPattern.of(
            Pattern.compile("Reporting \\w+ Notice \"GID (in|out of) service\", GID:([0-9a-fA-F:]{2,39}).*"),
            " service\", GID:");
    private static final WordedPattern PORT_CHANGE = WordedPattern.of(
            Pattern.compile("(Removed|Discovered new) port with GUID:0x(" + HEX
                    + ") LID range \\[(\\d{1,9}), ?(\\d{1,9})\\] of node: ?(.*)"),
            " port with GUID:0x");
    private static final WordedPattern UNKNOWN_REMOTE = WordedPattern.of(
            Pattern.compile("ERR 3315: Unknown remote side for node 0x(" + HEX + ") ?\\((.*)\\) port (\\d{1,5})\\..*"),
            "ERR 3315: ");
    /** What is told of packets that were lost, by the numbers of errors. */
    private static final List<String> TIMEOUTS = List.of("3113", "5411", "3120", "5410", "3119");

    private static final int MAX_LID_DIGITS = 9;
    private static final int MAX_GUID_DIGITS = 16;
    private static final int ERROR_CHARACTERS = 4;

    private static final WordSearch WORDS =
            WordSearch.of(List.of(STATE, SWEPT, ENGINE, VERSION, NOTICE, PORT_CHANGE, UNKNOWN_REMOTE));
    private static final int LEAST_RULE = 3;
    private static final int MAX_REMEMBERED = 100_000;
    private static final String LINK_STATE_CHANGES = "txLinkStateChangeTraps";

    private final EventContext context;
    private final Sink sink;
    private final LogLine.Reader logLines;
    private DeviceId manager;
    private boolean isMessageOpen;
    private @Nullable String lastState;
    private @Nullable String lastEngine;
    private @Nullable String lastVersion;
    private final Map<String, String> toldOfPorts = bounded();
    private final Map<String, Long> traps = bounded();

    OpensmLogReader(Input input, Sink sink) throws IOException {
        this.context = input.context();
        this.sink = sink;
        this.logLines = new LogLine.Reader(context.anchorTimeNs());
        String guid = managersGuid(input);
        this.manager = new DeviceId(guid == null ? InputName.plain(input) : guid);
    }

    /** The port on which the manager runs, as it says some lines after it began; null: not told near the beginning. */
    private static @Nullable String managersGuid(Input input) throws IOException {
        try (InputStream in = input.open()) {
            Matcher binding = BINDING.matcher(Head.of(in).text());
            return binding.find() ? Guid.nameIfValid(binding.group(1)) : null;
        }
    }

    private static <V> Map<String, V> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > MAX_REMEMBERED;
            }
        };
    }

    void read(Line line) {
        String text = line.text().stripTrailing();
        if (text.isBlank()) {
            sink.ignored(line.record(), line.place());
            return;
        }
        LogLine parts = logLines.read(text);
        if (parts == null) {
            readPlain(line, text);
            return;
        }
        if (parts.host() != null) {
            manager = new DeviceId(parts.host());
        }
        isMessageOpen = true;
        Facts facts = new Facts(context, line.record(), parts.timeNs());
        String told = parts.message();
        String message = LogLine.withoutFunction(told);
        long words = WORDS.in(line.bytes(), line.from(), line.to());
        if (!readManager(told, words, facts) && !readMessage(message, words, facts)) {
            sink.unread(kind(message));
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    /** A line without the log's own prefix: more of the message above, or what the manager prints on its terminal. */
    private void readPlain(Line line, String text) {
        Facts facts = new Facts(context, line.record(), null);
        if (!isMessageOpen
                && (readManager(text, WORDS.in(text), facts) || text.startsWith("Command Line Arguments:"))) {
            sink.accepted(line.record(), line.place(), facts.events());
        } else if (isContinuation(text) || (!isMessageOpen && text.startsWith("OpenSM: "))) {
            sink.accepted(line.record(), line.place(), facts.events());
        } else {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "neither a message of the manager nor more of the one above",
                    line.raw());
        }
    }

    /** More of the message above, or a line that is drawn. */
    private static boolean isContinuation(String text) {
        Scan scan = new Scan(text, 0);
        if (scan.skipWhitespace()) {
            return !scan.atEnd() && !scan.hasLineEnd();
        }
        while (scan.skip('*') || scan.skip('-')) {
            // A line is drawn of these.
        }
        return scan.at() >= LEAST_RULE && !scan.hasLineEnd();
    }

    /** What a message is that tells nothing else. */
    private static String kind(String message) {
        Scan scan = new Scan(message, 0);
        int from = "ERR ".length();
        if (!scan.skip("ERR ") || !scan.skipWord() || scan.at() - from < ERROR_CHARACTERS) {
            return "message";
        }
        return scan.at() - from == ERROR_CHARACTERS && TIMEOUTS.contains(scan.since(from))
                ? "lost management packet"
                : "error";
    }

    private boolean readMessage(String message, long words, Facts facts) {
        Matcher notice = NOTICE.match(message, words);
        if (notice != null) {
            String guid = Guid.ofGid(notice.group(2));
            if (guid != null) {
                tellPort(guid, notice.group(1).equals("in"), facts);
            }
            return true;
        }
        Matcher change = PORT_CHANGE.match(message, words);
        if (change != null) {
            readPortChange(change, facts);
            return true;
        }
        if (readTrap(message, facts)) {
            return true;
        }
        Matcher unknown = UNKNOWN_REMOTE.match(message, words);
        if (unknown != null) {
            String guid = Guid.nameIfValid(unknown.group(1));
            String reason = "unknown remote side";
            if (guid != null && !reason.equals(toldOfPorts.put(guid + ":" + unknown.group(3), reason))) {
                PortId port = PortId.of(guid, unknown.group(3));
                facts.add(meta -> new PortStateObserved(meta, port, null, null, null, reason));
            }
            return true;
        }
        return LogLine.isPartOfEvent(message);
    }

    /** What the manager says of itself. */
    private boolean readManager(String message, long words, Facts facts) {
        if (SWEPT.match(message, words) != null) {
            lastState = null;
            tellManager("SUBNET_UP", null, facts);
            return true;
        }
        Matcher state = STATE.match(message, words);
        if (state != null) {
            String told = state.group(1) != null
                    ? state.group(1).replace("-", "_")
                    : state.group(2) != null ? "EXITING" : null;
            if (told != null && !told.equals(lastState)) {
                tellManager(told, null, facts);
            }
            lastState = told;
            return true;
        }
        Matcher engine = ENGINE.mayStandAmong(words) ? ENGINE.match(LogLine.withoutFunction(message), words) : null;
        if (engine != null) {
            if (!engine.group(1).equals(lastEngine)) {
                tellManager(null, engine.group(1), facts);
            }
            lastEngine = engine.group(1);
            return true;
        }
        Matcher version = VERSION.match(message, words);
        if (version == null) {
            return false;
        }
        if (!version.group(1).equals(lastVersion)) {
            facts.add(meta -> new DeviceTuned(meta, manager, null, "opensm_version", version.group(1)));
        }
        lastVersion = version.group(1);
        return true;
    }

    private void tellManager(@Nullable String state, @Nullable String engine, Facts facts) {
        DeviceId device = manager;
        facts.add(meta -> new SubnetManagerChanged(meta, device, state, engine, null));
    }

    private void readPortChange(Matcher change, Facts facts) {
        String guid = Guid.nameIfValid(change.group(2));
        if (guid == null) {
            return;
        }
        boolean isThere = change.group(1).startsWith("Discovered");
        tellPort(guid, isThere, facts);
        Integer lid = LocalIdentifier.of(change.group(3), 10);
        if (isThere && lid != null) {
            DeviceId device = new DeviceId(guid);
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(lid)));
        }
        NodeDescription place = isThere ? NodeDescription.of(change.group(5)) : null;
        if (place != null) {
            facts.add(meta -> place.discovered(meta, guid));
        }
    }

    /** A port came or went; its notice and the line of its removal tell the same. */
    private void tellPort(String guid, boolean isThere, Facts facts) {
        String state = isThere ? "in service" : "out of service";
        String former = toldOfPorts.put(guid, state);
        if (state.equals(former)) {
            return;
        }
        PortId port = PortId.of(guid, guid);
        if (former == null) {
            facts.add(meta -> new NameObserved(meta, port.device(), port, NameScheme.PORT_GUID, guid));
        }
        facts.add(meta -> new PortStateObserved(meta, port, isThere, state, null, null));
    }

    /**
     * Reads {@code Reporting Urgent Notice "Link state change" from switch LID 5, GUID 0x5}; false: it is no such. Which of
     * the switch's ports changed is not in the text: its own port, 0, counts the traps it sent.
     */
    private boolean readTrap(String message, Facts facts) {
        Scan scan = new Scan(message, 0);
        boolean isTrap = scan.skip("Reporting ")
                && scan.skipWord()
                && scan.skip(" Notice \"Link state change\" from switch LID ");
        int lidFrom = scan.at();
        isTrap = isTrap && scan.number(MAX_LID_DIGITS) >= 0;
        String lidDigits = scan.since(lidFrom);
        isTrap = isTrap && scan.skip(", GUID 0x");
        String guidDigits = isTrap ? scan.hexadecimal(MAX_GUID_DIGITS) : "";
        if (guidDigits.isEmpty()) {
            return false;
        }
        String guid = Guid.nameIfValid(guidDigits);
        if (guid == null) {
            return true;
        }
        Integer lid = LocalIdentifier.of(lidDigits, 10);
        DeviceId device = new DeviceId(guid);
        if (lid != null && !traps.containsKey(guid)) {
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(lid)));
        }
        NamedNumbers counters = NamedNumbers.of(LINK_STATE_CHANGES, traps.merge(guid, 1L, Long::sum));
        facts.add(meta -> new PortCountersObserved(meta, new PortId(device, "0"), null, counters));
        return true;
    }
}
