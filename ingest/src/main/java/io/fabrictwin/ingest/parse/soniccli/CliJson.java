package io.fabrictwin.ingest.parse.soniccli;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.PortTable;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of one input: a list of rows, or a map from port to fields or to queues. An entry is a record. */
final class CliJson {
    private final Input input;
    private final Sink sink;
    private final DeviceId device;
    private long record;

    CliJson(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
    }

    void read() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        for (JsonNode value : document.values()) {
            if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    row(value.get(i), "entry " + i);
                }
            } else {
                value.properties().forEach(entry -> port(entry.getKey(), entry.getValue()));
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        }
    }

    private void row(JsonNode row, String place) {
        List<String> headings = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        row.properties().forEach(field -> {
            headings.add(field.getKey());
            cells.add(field.getValue().asText());
        });
        Facts facts = new Facts(input.context(), record, null);
        if (read(headings, cells, facts)) {
            sink.accepted(record++, place, facts.events());
        } else {
            reject(place, row);
        }
    }

    private void port(String port, JsonNode fields) {
        Facts facts = new Facts(input.context(), record, null);
        boolean isTaken = fields.isObject() && fieldsOf(port, null, fields, facts);
        for (Map.Entry<String, JsonNode> queue : fields.properties()) {
            if (queue.getValue().isObject()) {
                isTaken |= fieldsOf(port, queue.getKey(), queue.getValue(), facts);
            }
        }
        String place = "entry '" + port + "'";
        if (isTaken) {
            sink.accepted(record++, place, facts.events());
        } else if (fields.isValueNode()) {
            sink.ignored(record++, place);
        } else {
            reject(place, fields);
        }
    }

    private boolean fieldsOf(String port, @Nullable String queue, JsonNode fields, Facts facts) {
        List<String> headings = new ArrayList<>(List.of("Port"));
        List<String> cells = new ArrayList<>(List.of(port));
        if (queue != null) {
            headings.add(queue.startsWith("VOQ") ? "Voq" : "TxQ");
            cells.add(queue);
        }
        fields.properties().forEach(field -> {
            if (field.getValue().isValueNode() && !field.getKey().equals("time")) {
                headings.add(field.getKey());
                cells.add(field.getValue().asText());
            }
        });
        return read(headings, cells, facts);
    }

    private boolean read(List<String> headings, List<String> cells, Facts facts) {
        PortTable table = PortTable.of(headings, "", sink::unread);
        return table != null && table.read(cells, device, facts);
    }

    private void reject(String place, JsonNode value) {
        sink.rejected(
                record++,
                place,
                RejectCode.MALFORMED,
                "the entry is neither a port with its fields nor a row with a port",
                value.toString().getBytes(StandardCharsets.UTF_8));
    }
}
