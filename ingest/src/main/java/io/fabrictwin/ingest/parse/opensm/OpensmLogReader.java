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
import io.fabrictwin.ingest.parse.reading.Scan;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one log in order. */
final class OpensmLogReader {
    private static final String HEX = "[0-9a-fA-F]{1,16}";
    private static final Pattern BINDING =
            Pattern.compile("(?:binding to port GUID|IS_SM on port| Guid <)\\s*0x(" + HEX + ")");
    /** The beginnings of messages that tell more of an event which another one tells. */
    private static final List<String> PARTS_OF_EVENTS =
            List.of("Received Generic Notice", "Received SMP on a", "SM class trap", "Directed Path Dump");
    /** What is told of packets that were lost, by the numbers of errors. */
    private static final List<String> TIMEOUTS = List.of("5411", "3113", "3120", "5410", "3119");

    private static final int ERROR_CHARACTERS = 4;
    private static final int LEAST_RULE = 3;

    private final EventContext context;
    private final Sink sink;
    private final LogLine.Reader logLines;
    private final ManagerMessages manager;
    private final PortMessages ports = new PortMessages();
    private boolean isMessageOpen;

    OpensmLogReader(Input input, Sink sink) throws IOException {
        this.context = input.context();
        this.sink = sink;
        this.logLines = new LogLine.Reader(context.anchorTimeNs());
        String guid = managersGuid(input);
        this.manager = new ManagerMessages(guid == null ? InputName.plain(input) : guid);
    }

    /** The port on which the manager runs, as it says some lines after it began; null: not told near the beginning. */
    private static @Nullable String managersGuid(Input input) throws IOException {
        try (InputStream in = input.open()) {
            Matcher binding = BINDING.matcher(Head.of(in).text());
            return binding.find() ? Guid.nameIfValid(binding.group(1)) : null;
        }
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
            manager.isAt(parts.host());
        }
        isMessageOpen = true;
        Facts facts = new Facts(context, line.record(), parts.timeNs());
        String unread = readMessage(parts.message(), facts);
        if (unread != null) {
            sink.unread(unread);
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    /** A line without the log's own prefix: more of the message above, or what the manager prints on its terminal. */
    private void readPlain(Line line, String text) {
        Facts facts = new Facts(context, line.record(), null);
        if (!isMessageOpen && (manager.read(new Scan(text, 0), facts) || text.startsWith("Command Line Arguments:"))) {
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

    /** Reads a message; null, or what it is that tells nothing. */
    private @Nullable String readMessage(Scan message, Facts facts) {
        int from = message.at();
        skipFunction(message);
        if (message.skip("ERR ")) {
            return readError(message, facts);
        }
        if (message.skipAny(PARTS_OF_EVENTS) || ports.readNotice(message, facts) || ports.readChange(message, facts)) {
            return null;
        }
        message.goTo(from);
        return manager.read(message, facts) ? null : "message";
    }

    /** Goes behind the name of the function that says a message, if it bears one. */
    static void skipFunction(Scan message) {
        int from = message.at();
        if (!message.skipWord() || !message.skip(": ")) {
            message.goTo(from);
        }
    }

    private @Nullable String readError(Scan message, Facts facts) {
        int from = message.at();
        if (message.skipAny(TIMEOUTS) && !message.skipWord()) {
            return "lost management packet";
        }
        message.goTo(from);
        if (ports.readUnknownRemote(message, facts)) {
            return null;
        }
        message.goTo(from);
        return message.skipWord() && message.at() - from >= ERROR_CHARACTERS ? "error" : "message";
    }
}
