package io.fabrictwin.ingest.parse.ufm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** UFM's telemetry messages (JSON): samples of ports. A record is a sample; its own time is believed before the message's. */
public final class UfmTelemetryFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "\"node_guid\"\\s*:\\s*\"[^\"]{1,20}\"[^}]{0,400}\"(?:port_num|Port_Number|port_number)\"\\s*:");
    private static final Set<String> PLACE =
            Set.of("timestamp", "source_id", "node_guid", "port_guid", "port_num", "Port_Number", "port_number", "tag");

    @Override
    public String name() {
        return "ufm-telemetry";
    }

    @Override
    public String emittedBy() {
        return "UFM telemetry, as its fluentd plugin sends it (JSON)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(PortCountersObserved.class, GaugesObserved.class, NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() && head.hasAll("\"values\"", "\"port_guid\"") && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JsonDocument document = JsonDocument.read(input);
        long record = 0;
        for (JsonNode value : document.values()) {
            for (JsonNode message : value.isArray() ? value : List.of(value)) {
                Long messageTimeNs = LogTime.before(message.path("timestamp").asText(""));
                for (JsonNode sample : message.path("values")) {
                    read(record, sample, messageTimeNs, input, sink);
                    record++;
                }
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        } else if (record == 0) {
            sink.rejected(0, "document", RejectCode.MISSING_FIELD, "there is no sample in it", new byte[0]);
        }
    }

    private static void read(long record, JsonNode sample, @Nullable Long messageTimeNs, Input input, Sink sink) {
        String guid = Guid.nameIfValid(text(sample, "node_guid"));
        String number = text(
                sample,
                sample.has("port_num") ? "port_num" : sample.has("Port_Number") ? "Port_Number" : "port_number");
        String place = "sample " + record;
        if (guid == null || number == null || !number.matches("\\d{1,5}")) {
            sink.rejected(
                    record,
                    place,
                    RejectCode.MISSING_FIELD,
                    "the sample names no port: node_guid or port_num is missing",
                    PlanTable.raw(sample.toString()));
            return;
        }
        String time = text(sample, "timestamp");
        Long ownTimeNs = time == null ? null : EpochTime.ns(time);
        TelemetryValues values = new TelemetryValues();
        for (Map.Entry<String, JsonNode> field : sample.properties()) {
            if (!PLACE.contains(field.getKey())
                    && !values.put(field.getKey(), field.getValue().asText())) {
                sink.unread(field.getKey());
            }
        }
        Facts facts = new Facts(input.context(), record, ownTimeNs == null ? messageTimeNs : ownTimeNs);
        values.tell(facts, PortId.of(guid, number), Guid.nameIfValid(text(sample, "port_guid")), sink);
        sink.accepted(record, place, facts.events());
    }

    private static @Nullable String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isValueNode() && !value.isNull() ? value.asText() : null;
    }
}
