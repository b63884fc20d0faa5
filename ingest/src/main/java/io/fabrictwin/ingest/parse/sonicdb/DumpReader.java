package io.fabrictwin.ingest.parse.sonicdb;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a dump in JSON, whatever tool wrote it. */
final class DumpReader {
    private static final BigDecimal NS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

    private final Input input;
    private final Sink sink;
    private final Database database;
    private final List<Entry> entries = new ArrayList<>();

    /** An entry; without fields if it is no entry. */
    private record Entry(
            String key,
            @Nullable Map<String, String> fields,
            @Nullable Long timeNs) {}

    DumpReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.database = new Database(new DeviceId(InputName.plain(input)), sink);
    }

    void read() throws IOException {
        JsonDocument document = JsonDocument.read(input);
        document.values().forEach(this::gather);
        for (Entry entry : entries) {
            if (entry.fields() != null) {
                database.learn(entry.key(), entry.fields());
            }
        }
        long record = 0;
        for (Entry entry : entries) {
            tell(entry, record++);
        }
        if (document.refusal() != null) {
            document.refusal().reject(record, sink);
        }
    }

    /** A list of databases, a database with its name, its entries, or the fields of one entry. */
    private void gather(JsonNode value) {
        if (value.isArray()) {
            value.forEach(this::gather);
        } else if (value.isObject() && value.path("data").isObject() && value.has("id")) {
            gather(value.get("data"));
        } else if (value.isObject() && !value.isEmpty() && isOfValues(value)) {
            boolean isMap =
                    value.properties().iterator().next().getValue().asText().startsWith("oid:");
            entries.add(new Entry(isMap ? "COUNTERS_QUEUE_NAME_MAP" : "document", fields(value), null));
        } else if (value.isObject()) {
            value.properties().forEach(entry -> entry(entry.getKey(), entry.getValue()));
        } else {
            entries.add(new Entry("document", null, null));
        }
    }

    private static boolean isOfValues(JsonNode value) {
        for (JsonNode part : value) {
            if (part.isContainerNode()) {
                return false;
            }
        }
        return true;
    }

    private void entry(String key, JsonNode value) {
        if (!value.isObject()) {
            entries.add(new Entry(key, null, null));
        } else if (value.path("value").isObject() && value.has("type")) {
            entries.add(new Entry(key, fields(value.get("value")), dumped(value)));
        } else {
            entries.add(new Entry(key, fields(value), null));
        }
    }

    private static Map<String, String> fields(JsonNode value) {
        Map<String, String> fields = new TreeMap<>();
        value.properties().forEach(field -> {
            if (field.getValue().isValueNode() && !field.getValue().isNull()) {
                fields.put(field.getKey(), field.getValue().asText());
            }
        });
        return fields;
    }

    /** What never expires is written as expiring when it was dumped. */
    private static @Nullable Long dumped(JsonNode value) {
        JsonNode at = value.path("expireat");
        if (!at.isNumber() || value.path("ttl").asDouble(0) >= 0 || at.asDouble() < 1e9 || at.asDouble() > 9e9) {
            return null;
        }
        return at.decimalValue().multiply(NS_PER_SECOND).longValue();
    }

    private void tell(Entry entry, long record) {
        Map<String, String> fields = entry.fields();
        String place = "entry '" + entry.key() + "'";
        if (fields == null) {
            sink.ignored(record, place);
            return;
        }
        Facts facts = new Facts(input.context(), record, entry.timeNs());
        String refusal = database.tell(entry.key(), fields, facts);
        if (refusal == null) {
            sink.accepted(record, place, facts.events());
        } else {
            sink.rejected(
                    record,
                    place,
                    RejectCode.UNKNOWN_REFERENCE,
                    refusal,
                    (entry.key() + " " + fields).getBytes(StandardCharsets.UTF_8));
        }
    }
}
