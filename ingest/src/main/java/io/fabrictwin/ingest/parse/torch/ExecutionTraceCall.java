package io.fabrictwin.ingest.parse.torch;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.workload.CollectiveName;
import io.fabrictwin.ingest.parse.workload.ElementType;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the collective that a node of an execution trace calls. Newer versions name its parts; in older ones its name stands
 * among the inputs, at a position that changed, and its size is that of the tensors.
 */
final class ExecutionTraceCall {
    private static final Pattern TENSOR = Pattern.compile("Tensor\\(([^)]{1,40})\\)");
    private static final int MAX_DEPTH = 8;

    private ExecutionTraceCall() {}

    static Call of(JsonNode node) {
        Map<String, JsonNode> attributes = new HashMap<>();
        for (JsonNode attribute : node.path("attrs")) {
            attributes.put(attribute.path("name").asText(""), attribute.path("value"));
        }
        JsonNode named = attributes.get("collective_name");
        CollectiveOperation operation =
                named == null ? operation(values(node, "inputs")) : CollectiveName.operation(named.asText(""));
        Long bytes = bytesOfAttributes(attributes);
        if (bytes == null) {
            bytes = larger(
                    bytes(shapes(node, "input"), types(node, "input")),
                    bytes(shapes(node, "output"), types(node, "output")));
        }
        JsonNode group = attributes.get("pg_name");
        return new Call(operation, group == null || group.asText("").isEmpty() ? null : group.asText(), null, bytes);
    }

    /** Versions from 1.0.2 on put values, shapes and types of the inputs into one object. */
    private static JsonNode values(JsonNode node, String side) {
        return node.path(side).isObject() ? node.path(side).path("values") : node.path(side);
    }

    private static JsonNode shapes(JsonNode node, String side) {
        JsonNode whole = node.path(side + "s");
        return whole.isObject() ? whole.path("shapes") : node.path(side + "_shapes");
    }

    private static JsonNode types(JsonNode node, String side) {
        JsonNode whole = node.path(side + "s");
        return whole.isObject() ? whole.path("types") : node.path(side + "_types");
    }

    private static @Nullable CollectiveOperation operation(JsonNode inputs) {
        for (JsonNode input : inputs) {
            CollectiveOperation operation = input.isTextual() ? CollectiveName.operation(input.asText()) : null;
            if (operation != null) {
                return operation;
            }
        }
        return null;
    }

    private static @Nullable Long bytesOfAttributes(Map<String, JsonNode> attributes) {
        JsonNode type = attributes.get("dtype");
        JsonNode in = attributes.get("in_msg_nelems");
        JsonNode out = attributes.get("out_msg_nelems");
        Integer elementBytes = type == null ? null : ElementType.bytes(type.asText(""));
        if (elementBytes == null || in == null || out == null) {
            return null;
        }
        long elements = Math.max(in.asLong(-1), out.asLong(-1));
        return elements < 0 || elements > Long.MAX_VALUE / 16 ? null : Long.valueOf(elements * elementBytes);
    }

    /** All tensors of one side; null: there is none. */
    private static @Nullable Long bytes(JsonNode shapes, JsonNode types) {
        double bytes = 0;
        boolean isTold = false;
        for (int i = 0; i < shapes.size(); i++) {
            Matcher tensor = TENSOR.matcher(types.path(i).asText(""));
            Integer elementBytes = tensor.find() ? ElementType.bytes(tensor.group(1)) : null;
            if (elementBytes != null) {
                isTold = true;
                bytes += elementBytes * elements(shapes.get(i), 0);
            }
        }
        return isTold && bytes >= 0 && bytes < Long.MAX_VALUE / 2.0 ? Long.valueOf((long) bytes) : null;
    }

    /** A shape, or a list of shapes. */
    private static double elements(JsonNode shape, int depth) {
        boolean isList = !shape.isEmpty() && shape.get(0).isArray();
        double elements = isList ? 0 : 1;
        for (JsonNode part : shape) {
            if (isList) {
                elements += depth >= MAX_DEPTH ? 0 : elements(part, depth + 1);
            } else {
                elements *= part.asLong(0);
            }
        }
        return elements;
    }

    private static @Nullable Long larger(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.max(one, other);
    }
}
