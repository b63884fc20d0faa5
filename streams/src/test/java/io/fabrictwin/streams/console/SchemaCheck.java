package io.fabrictwin.streams.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds JSON against a schema of an OpenAPI document, as far as the document uses schemas. */
final class SchemaCheck {
    private final JsonNode document;

    SchemaCheck(JsonNode document) {
        this.document = document;
    }

    void requireMatch(String at, JsonNode schema, JsonNode value) {
        JsonNode reference = schema.get("$ref");
        if (reference != null) {
            requireMatch(at, document.at(reference.asText().substring(1)), value);
            return;
        }
        String type = schema.path("type").asText();
        assertThat(isOf(type, value))
                .as("%s is %s, told is %s", at, value.getNodeType(), type)
                .isTrue();
        if (schema.has("enum")) {
            assertThat(schema.get("enum")).as(at).contains(value);
        }
        if (type.equals("array")) {
            value.forEach(item -> requireMatch(at + "[]", schema.get("items"), item));
        }
        if (type.equals("object")) {
            requireFields(at, schema, value);
        }
    }

    private void requireFields(String at, JsonNode schema, JsonNode value) {
        List<String> fields = new ArrayList<>();
        value.fieldNames().forEachRemaining(fields::add);
        JsonNode properties = schema.path("properties");
        schema.path("required").forEach(name -> assertThat(fields).as(at).contains(name.asText()));
        JsonNode more = schema.path("additionalProperties");
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode known = properties.path(field.getKey());
            if (known.isMissingNode()) {
                assertThat(more.isObject())
                        .as("%s has %s, which is not told", at, field.getKey())
                        .isTrue();
                known = more;
            }
            requireMatch(at + "." + field.getKey(), known, field.getValue());
        }
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            default -> throw new AssertionError("a type that nobody checks: " + type);
        };
    }
}
