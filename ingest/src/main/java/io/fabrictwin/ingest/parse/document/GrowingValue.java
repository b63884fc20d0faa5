package io.fabrictwin.ingest.parse.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A JSON value that is built token by token, so that what is there can be taken when the rest does not come. */
final class GrowingValue {
    private final Deque<JsonNode> open = new ArrayDeque<>();
    private @Nullable JsonNode root;
    private String field = "";

    /** Takes the parser's current token; tells whether the value is whole. */
    boolean take(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        switch (token) {
            case FIELD_NAME -> field = parser.currentName();
            case START_OBJECT -> begin(JsonNodeFactory.instance.objectNode());
            case START_ARRAY -> begin(JsonNodeFactory.instance.arrayNode());
            case END_OBJECT, END_ARRAY -> open.pop();
            default -> add(JsonDocument.MAPPER.readTree(parser));
        }
        return open.isEmpty() && token != JsonToken.FIELD_NAME;
    }

    boolean hasBegun() {
        return root != null;
    }

    /** The value as far as it is known; begins a new one. */
    JsonNode finish() {
        JsonNode value = root == null ? JsonNodeFactory.instance.missingNode() : root;
        root = null;
        open.clear();
        return value;
    }

    private void begin(JsonNode container) {
        add(container);
        open.push(container);
    }

    private void add(JsonNode value) {
        JsonNode parent = open.peek();
        if (parent instanceof ObjectNode object) {
            object.set(field, value);
        } else if (parent instanceof ArrayNode array) {
            array.add(value);
        } else {
            root = value;
        }
    }
}
