package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.document.TextDocument;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * gNMI messages: subscribe and get responses in protobuf's JSON or text, gnmic's events, and sessions of SONiC's clients with
 * what was typed around them.
 *
 * <p>A record is a message, or a line that belongs to none. The same value may come again after a reconnect: it bears the
 * time of the device, so it is the same sample.
 */
public final class GnmiFormat implements Format {
    private static final Pattern JSON_MARK = Pattern.compile(
            "\"(?:update|notification)\"\\s*:\\s*[\\[{]\\s*(?:\\{\\s*)?\"(?:timestamp|prefix|update|delete|atomic)\"");
    private static final Pattern GNMIC_MARK = Pattern.compile("\"(?:subscription-name|source)\"\\s*:\\s*\"[^\"]*\"");
    private static final Pattern TEXT_MARK =
            Pattern.compile("(?m)^(?:update|notification|sync_response)\\s*:\\s*[<{tf]");
    private static final Pattern SESSION_MARK = Pattern.compile(
            "(?m)^.{0,200}\\b(?:gnmi_get|gnmi_cli|gnmi_set)\\b.{0,20}\\s-|^== get(?:Request|Response):");
    private static final Pattern BEGINNING = Pattern.compile("(?:update|notification|sync_response)\\s*:?\\s*[<{tf].*");

    @Override
    public String name() {
        return "gnmi";
    }

    @Override
    public String emittedBy() {
        return "gNMI responses as JSON or text, gnmic events, sessions of SONiC's gnmi_get and gnmi_cli";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Samples.YIELDS;
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            boolean isGnmic = head.has(GNMIC_MARK)
                    && head.text().contains("\"timestamp\"")
                    && (head.text().contains("\"values\"") || head.text().contains("\"updates\""));
            return Likeness.certainIf(head.has(JSON_MARK) || isGnmic);
        }
        return Likeness.certainIf(!head.isXml() && (head.has(TEXT_MARK) || head.has(SESSION_MARK)));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        GnmiMessage message = new GnmiMessage(input.context(), sink, new DeviceId(InputName.plain(input)));
        TextDocument document = TextDocument.read(input);
        String text = document.text().stripLeading();
        if (document.refusal() != null) {
            document.refusal().reject(0, sink);
        } else if (text.startsWith("{") || text.startsWith("[")) {
            readJson(input, message, sink);
        } else {
            new Session(message, sink).read(document.text());
        }
    }

    private static void readJson(Input input, GnmiMessage message, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.readPartly(input);
        long record = 0;
        for (JsonNode value : document.values()) {
            for (JsonNode each : value.isArray() ? value : List.of(value)) {
                sink.accepted(record, "message " + (record + 1), message.events(each, record));
                record++;
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record++, sink);
        }
        if (record == 0) {
            sink.ignored(0, "document");
        }
    }

    /** Text with messages in it, and with what people typed between them. */
    private static final class Session {
        private final GnmiMessage message;
        private final Sink sink;
        private final StringBuilder block = new StringBuilder();
        private long record;
        private int firstLine;
        private boolean isJson;

        Session(GnmiMessage message, Sink sink) {
            this.message = message;
            this.sink = sink;
        }

        void read(String text) throws IOException {
            int line = 0;
            for (String each : text.split("\n", -1)) {
                line++;
                if (block.length() == 0) {
                    begin(each, line);
                } else {
                    block.append(each).append('\n');
                }
                boolean isOver = isJson ? each.startsWith("}") : each.startsWith("}") || each.startsWith(">");
                if (block.length() > 0 && (isOver || each.startsWith("sync_response"))) {
                    end();
                }
            }
            if (block.length() > 0) {
                sink.rejected(
                        record,
                        "line " + firstLine,
                        RejectCode.TRUNCATED,
                        "the message that begins here does not end",
                        block.toString().getBytes(StandardCharsets.UTF_8));
            }
        }

        private void begin(String line, int number) {
            isJson = line.startsWith("{");
            if (isJson || BEGINNING.matcher(line).matches()) {
                firstLine = number;
                block.append(line).append('\n');
            } else {
                sink.ignored(record++, "line " + number);
            }
        }

        private void end() throws IOException {
            String text = block.toString();
            block.setLength(0);
            String place = "line " + firstLine;
            if (isJson) {
                JsonDocument document = JsonDocument.readPartly(text.getBytes(StandardCharsets.UTF_8));
                if (document.refusal() == null && !document.values().isEmpty()) {
                    sink.accepted(
                            record, place, message.ofTree(document.values().get(0), record));
                    record++;
                    return;
                }
            } else {
                JsonNode tree = ProtoText.read(text);
                if (tree != null) {
                    sink.accepted(record, place, message.events(tree, record));
                    record++;
                    return;
                }
            }
            sink.rejected(
                    record++,
                    place,
                    RejectCode.MALFORMED,
                    "the message that begins here is neither JSON nor protobuf text",
                    text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
