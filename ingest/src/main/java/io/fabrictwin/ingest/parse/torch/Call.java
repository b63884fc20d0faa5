package io.fabrictwin.ingest.parse.torch;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.workload.CollectiveName;
import io.fabrictwin.ingest.parse.workload.ElementType;
import io.fabrictwin.model.event.CollectiveOperation;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a collective that a rank called.
 *
 * @param operation what it does; null: not told, or no collective that moves data
 * @param group name of its process group; null: not told
 * @param sequence its number in the group; null: not told
 * @param bytes size of the larger buffer; null: not told
 */
record Call(
        @Nullable CollectiveOperation operation,
        @Nullable String group,
        @Nullable Long sequence,
        @Nullable Long bytes) {
    static final Call UNKNOWN = new Call(null, null, null, null);

    /** From the arguments that versions from 2.1 on write; null: there are none. */
    static @Nullable Call ofArguments(JsonNode args) {
        JsonNode name = args.path("Collective name");
        if (!name.isTextual()) {
            return null;
        }
        JsonNode group = args.path("Process Group Name");
        JsonNode sequence = args.path("Seq");
        return new Call(
                CollectiveName.operation(name.asText()),
                group.isValueNode() && !group.asText().isEmpty() ? group.asText() : null,
                sequence.isIntegralNumber() && sequence.longValue() >= 0 ? Long.valueOf(sequence.longValue()) : null,
                bytes(args));
    }

    /** From the range around it, which older versions write: its inputs only. */
    static Call ofRange(JsonNode range) {
        CollectiveOperation operation =
                CollectiveName.operation(range.path("name").asText(""));
        // What a gather brings together is larger than what a rank puts in, by the size of a group that nothing names.
        boolean isInputAll = operation != CollectiveOperation.ALL_GATHER && operation != CollectiveOperation.GATHER;
        JsonNode args = range.path("args");
        return new Call(
                operation,
                null,
                null,
                isInputAll ? inputBytes(args.path("Input Dims"), args.path("Input type")) : null);
    }

    private static @Nullable Long bytes(JsonNode args) {
        JsonNode in = args.path("In msg nelems");
        JsonNode out = args.path("Out msg nelems");
        Integer elementBytes = ElementType.bytes(args.path("dtype").asText(""));
        if (elementBytes == null || !(in.isIntegralNumber() || out.isIntegralNumber())) {
            return null;
        }
        long elements = Math.max(in.asLong(0), out.asLong(0));
        return elements < 0 || elements > Long.MAX_VALUE / 16 ? null : Long.valueOf(elements * elementBytes);
    }

    private static @Nullable Long inputBytes(JsonNode dimensions, JsonNode types) {
        double bytes = 0;
        boolean isTold = false;
        for (int i = 0; i < dimensions.size(); i++) {
            Integer elementBytes = ElementType.bytes(types.path(i).asText(""));
            JsonNode shape = dimensions.get(i);
            if (elementBytes == null || !shape.isArray() || shape.isEmpty()) {
                continue;
            }
            double tensorBytes = elementBytes;
            for (JsonNode dimension : shape) {
                tensorBytes *= dimension.asLong(-1);
            }
            isTold = true;
            bytes += tensorBytes;
        }
        return isTold && bytes >= 0 && bytes < Long.MAX_VALUE / 2.0 ? Long.valueOf((long) bytes) : null;
    }
}
