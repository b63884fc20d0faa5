package io.fabrictwin.ingest.parse.nccl.profiler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a trace event by event. What a collective did stands between its begin and its end. */
final class TraceReader {
    /** Names and addresses stand without quotes in some versions, and documents make quotes round. */
    private static final Pattern BARE =
            Pattern.compile("(?<=: )(nccl\\w{1,40}|0x[0-9a-fA-F]{1,16}|\\(nil\\))(?=[,}\\]])");

    private static final Pattern ROUND_QUOTE = Pattern.compile("[\u201c\u201d]");

    private final EventContext context;
    private final JobId job;
    private final Map<String, Long> pointToPointCounts = new HashMap<>();
    private @Nullable TracedCollective open;

    TraceReader(Input input) {
        context = input.context();
        job = new JobId(InputName.plain(input));
    }

    void read(Line line, Sink sink) {
        LineRecord record = new LineRecord(line, context);
        String text = line.text().strip();
        int start = text.indexOf('{');
        int end = text.lastIndexOf('}');
        if (start >= 0 && end > start + 1) {
            readEvent(text.substring(start, end + 1), record);
        } else if ((start >= 0 && end < 0) || text.startsWith("\"")) {
            record.torn("an event");
        } else if (text.startsWith("[") || text.startsWith("{}") || text.startsWith("]")) {
            record.recognise();
        }
        record.tell(sink);
    }

    private void readEvent(String text, LineRecord record) {
        String quoted = ROUND_QUOTE.matcher(text).replaceAll("\"");
        try {
            readEvent(JsonDocument.MAPPER.readTree(BARE.matcher(quoted).replaceAll("\"$1\"")), record);
        } catch (JsonProcessingException e) {
            record.refuse(RejectCode.MALFORMED, "the event is no JSON object");
        } catch (IllegalArgumentException | ArithmeticException e) {
            record.refuse(RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
        }
    }

    private void readEvent(JsonNode event, LineRecord record) {
        record.recognise();
        String category = event.path("cat").asText("");
        boolean isBegin = event.path("ph").asText("").equals("b");
        TracedCollective collective = open;
        switch (category) {
            case "COLL", "P2P" -> {
                if (isBegin) {
                    if (collective != null) {
                        collective.tell(job, record);
                    }
                    open = begin(event, record);
                } else if (collective != null) {
                    collective.tell(job, record);
                    open = null;
                }
            }
            case "GPU" -> {
                if (collective != null && isBegin) {
                    collective.ran(event.path("args"));
                }
            }
            case "NET" -> {
                if (collective != null) {
                    collective.waited(event, isBegin);
                }
            }
            case "PROXY", "GROUP", "GROUP_API", "COLL_API", "P2P_API", "KERNEL_LAUNCH" ->
                record.unread("an event of category " + category);
            default -> record.unread("an event of another category");
        }
    }

    private @Nullable TracedCollective begin(JsonNode event, LineRecord record) {
        TracedCollective begun = TracedCollective.of(event, pointToPointCounts);
        String name = event.path("name").asText("");
        if (begun == null) {
            record.refuse(
                    RejectCode.MISSING_FIELD,
                    "the collective '" + name + "' needs the name of an operation, 'CommHash', 'Count' and 'Datatype'");
        } else if (Words.operation(name) == null) {
            return null;
        }
        return begun;
    }
}
