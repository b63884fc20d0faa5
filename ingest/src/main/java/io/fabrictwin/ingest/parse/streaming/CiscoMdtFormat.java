package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.MicroburstObserved;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cisco's model-driven telemetry, its key-value messages as JSON. A record is a row of a message. Which unit a microburst's
 * depth and duration have depends on the platform: they are kept as readings under Cisco's names.
 */
public final class CiscoMdtFormat implements Format {
    private static final long NS_PER_MS = 1_000_000L;
    private static final long MAX_MS = Long.MAX_VALUE / NS_PER_MS;

    @Override
    public String name() {
        return "cisco-mdt";
    }

    @Override
    public String emittedBy() {
        return "Cisco NX-OS and IOS XR: model-driven telemetry (GPB-KV) as JSON";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        Set<Class<? extends FabricEvent>> yields = new HashSet<>(Samples.YIELDS);
        yields.add(MicroburstObserved.class);
        return Set.copyOf(yields);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson()
                && (head.hasAll("\"dataGpbkv\"", "\"encodingPath\"")
                        || head.hasAll("\"data_gpbkv\"", "\"encoding_path\"")));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.readPartly(input);
        long record = 0;
        for (JsonNode value : document.values()) {
            for (JsonNode message : value.isArray() ? value : List.of(value)) {
                String path = text(message, "encodingPath", "encoding_path");
                for (JsonNode row : rows(message)) {
                    sink.accepted(
                            record,
                            "message of " + path.replaceAll("\\p{Cntrl}", "?") + ", row " + (record + 1),
                            events(message, row, record, input, sink));
                    record++;
                }
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record++, sink);
        }
        if (record == 0) {
            sink.ignored(0, "document");
        }
    }

    private static JsonNode rows(JsonNode message) {
        return message.has("dataGpbkv") ? message.get("dataGpbkv") : message.path("data_gpbkv");
    }

    private static String text(JsonNode message, String name, String other) {
        return message.path(name).asText(message.path(other).asText(""));
    }

    private static List<FabricEvent> events(JsonNode message, JsonNode row, long record, Input input, Sink sink) {
        String node = text(message, "nodeIdStr", "node_id_str");
        DeviceId device = new DeviceId(Samples.isName(node) ? node : InputName.plain(input));
        Long timeNs = ms(text(message, "msgTimestamp", "msg_timestamp"));
        EventContext context = input.context();
        MdtRow told = new MdtRow(new Samples(device), device, timeNs, sink);
        told.read(row);
        return told.events(context, record);
    }

    private static @Nullable Long ms(String text) {
        if (!text.matches("[1-9]\\d{11,15}")) {
            return null;
        }
        long ms = Long.parseLong(text);
        return ms > MAX_MS ? null : Long.valueOf(ms * NS_PER_MS);
    }
}
