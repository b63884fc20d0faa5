package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.document.Refusal;
import io.fabrictwin.ingest.parse.document.YamlDocument;
import io.fabrictwin.model.event.FabricEvent;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Plans in JSON or YAML. A record is an entry of the document: a link or a device. */
abstract class DocumentFormat extends PlanFormat {
    DocumentFormat(String name, String emittedBy, Set<Class<? extends FabricEvent>> yields) {
        super(name, emittedBy, yields);
    }

    @Override
    final void read(Input input, Plan plan) throws IOException {
        List<JsonNode> values;
        Refusal refusal;
        if (isJson(input)) {
            JsonDocument document = JsonDocument.readPartly(input);
            values = document.values();
            refusal = document.refusal();
        } else {
            YamlDocument document = YamlDocument.read(input);
            values = document.values();
            refusal = document.refusal();
        }
        for (JsonNode value : values) {
            read(value, plan);
        }
        plan.refuse(refusal);
    }

    /** Hands all entries of a document to the plan. */
    abstract void read(JsonNode root, Plan plan);

    /** Text of a field; null: it is not there or is no text or number. */
    static @Nullable String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isValueNode() && !value.isNull() ? value.asText() : null;
    }

    private static boolean isJson(Input input) throws IOException {
        try (InputStream in = input.open()) {
            int c;
            do {
                c = in.read();
            } while (c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0xEF || c == 0xBB || c == 0xBF);
            return c == '{' || c == '[';
        } catch (EOFException | ZipException e) {
            // The document's own reader tells of the damage.
            return true;
        }
    }
}
