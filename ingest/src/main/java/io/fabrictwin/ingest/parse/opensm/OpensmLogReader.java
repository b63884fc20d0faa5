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
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
    private static final WordedPattern LINK_TRAP = WordedPattern.of(
            Pattern.compile(
                    "Reporting \\w+ Notice \"Link state change\" from switch LID (\\d{1,9}), GUID 0x(" + HEX + ").*"),
            "\"Link state change\"");
    private static final WordedPattern UNKNOWN_REMOTE = WordedPattern.of(
            Pattern.compile("ERR 3315: Unknown remote side for node 0x(" + HEX + ") ?\\((.*)\\) port (\\d{1,5})\\..*"),
            "ERR 3315: ");
    /** Longer words are found faster; in front stands the name of a function, or nothing. */
    private static final String[] ERROR_WORDS = {": ERR ", "> ERR "};

    private static final WordedPattern TIMEOUT =
            WordedPattern.of(Pattern.compile("ERR (?:3113|5411|3120|5410|3119)\\b.*"), ERROR_WORDS);
    private static final WordedPattern ERROR = WordedPattern.of(Pattern.compile("ERR \\w{4}.*"), ERROR_WORDS);
    private static final WordSearch WORDS = WordSearch.of(
            List.of(STATE, SWEPT, ENGINE, VERSION, NOTICE, PORT_CHANGE, LINK_TRAP, UNKNOWN_REMOTE, TIMEOUT, ERROR));
    private static final Pattern CONTINUATION = Pattern.compile("\\s+\\S.*|[*-]{3,}.*");
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
            sink.unread(
                    TIMEOUT.match(message, words) != null
                            ? "lost management packet"
                            : ERROR.match(message, words) != null ? "error" : "message");
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    /** A line without the log's own prefix: more of the message above, or what the manager prints on its terminal. */
    private void readPlain(Line line, String text) {
        Facts facts = new Facts(context, line.record(), null);
        if (!isMessageOpen
                && (readManager(text, WORDS.in(text), facts) || text.startsWith("Command Line Arguments:"))) {
            sink.accepted(line.record(), line.place(), facts.events());
        } else if (CONTINUATION.matcher(text).matches() || (!isMessageOpen && text.startsWith("OpenSM: "))) {
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
        Matcher trap = LINK_TRAP.match(message, words);
        if (trap != null) {
            readTrap(trap, facts);
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

    /** Which of the switch's ports changed is not in the text: its own port, 0, counts the traps it sent. */
    private void readTrap(Matcher trap, Facts facts) {
        String guid = Guid.nameIfValid(trap.group(2));
        if (guid == null) {
            return;
        }
        Integer lid = LocalIdentifier.of(trap.group(1), 10);
        DeviceId device = new DeviceId(guid);
        if (lid != null && !traps.containsKey(guid)) {
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(lid)));
        }
        SortedMap<String, Long> counters = new TreeMap<>(Map.of(LINK_STATE_CHANGES, traps.merge(guid, 1L, Long::sum)));
        facts.add(meta -> new PortCountersObserved(meta, new PortId(device, "0"), null, counters));
    }
}
