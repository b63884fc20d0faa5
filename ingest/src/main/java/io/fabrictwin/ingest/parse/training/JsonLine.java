package io.fabrictwin.ingest.parse.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import org.jspecify.annotations.Nullable;

/** The JSON object at the end of a line. */
final class JsonLine {
    private JsonLine() {}

    /** The object that begins at the first brace from a position on; null: it is broken, and the line is refused. */
    static @Nullable JsonNode read(String text, int from, Findings findings) {
        int brace = text.indexOf('{', from);
        try {
            JsonNode node = brace < 0 ? null : JsonDocument.MAPPER.readTree(text.substring(brace));
            if (node != null && node.isObject()) {
                return node;
            }
            findings.refuse(RejectCode.MALFORMED, "a JSON object is missing");
        } catch (JsonProcessingException e) {
            findings.refuse(RejectCode.MALFORMED, "its JSON is broken: " + e.getOriginalMessage());
        }
        return null;
    }

    /** A number from 0 on; null: there is none. */
    static @Nullable Double number(JsonNode value) {
        return value.isNumber() && value.doubleValue() >= 0 && value.doubleValue() < Long.MAX_VALUE
                ? Double.valueOf(value.doubleValue())
                : null;
    }

    /** A whole number from 0 on, also written as a fraction; null: there is none. */
    static @Nullable Long whole(JsonNode value) {
        Double number = number(value);
        return number == null ? null : Long.valueOf(Math.round(number));
    }
}
