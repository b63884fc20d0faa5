package io.fabrictwin.ingest.parse.workload;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the nodes of Chakra traces out of their three forms. */
final class ChakraNodes {
    private static final int COMPUTE = 4;
    private static final int SEND = 5;
    private static final int RECEIVE = 6;
    private static final int COLLECTIVE = 7;
    private static final Map<String, Integer> TYPES = Map.of(
            "METADATA_NODE",
            1,
            "MEM_LOAD_NODE",
            2,
            "MEM_STORE_NODE",
            3,
            "COMP_NODE",
            COMPUTE,
            "COMM_SEND_NODE",
            SEND,
            "COMM_RECV_NODE",
            RECEIVE,
            "COMM_COLL_NODE",
            COLLECTIVE);

    /** By their number in the schema; the last moves no data. */
    private static final List<CollectiveOperation> OPERATIONS = List.of(
            CollectiveOperation.ALL_REDUCE,
            CollectiveOperation.REDUCE,
            CollectiveOperation.ALL_GATHER,
            CollectiveOperation.GATHER,
            CollectiveOperation.SCATTER,
            CollectiveOperation.BROADCAST,
            CollectiveOperation.ALL_TO_ALL,
            CollectiveOperation.REDUCE_SCATTER,
            CollectiveOperation.REDUCE_SCATTER);

    private static final Pattern KERNEL =
            Pattern.compile("nccl\\w*?(AllReduce|AllGather|ReduceScatter|Broadcast|Reduce)(?![a-z])");

    private ChakraNodes() {}

    /** From a message of the stream. */
    static PlanNode of(byte[] message) throws ProtobufFields.MalformedException {
        String name = null;
        int type = 0;
        Long durationUs = null;
        Map<String, Object> attributes = new HashMap<>();
        ProtobufFields field = new ProtobufFields(message);
        while (field.next()) {
            switch (field.number()) {
                case 2 -> name = field.text();
                case 3 -> type = (int) field.value();
                case 7 -> durationUs = field.value();
                case 10 -> addAttribute(field.content(), attributes);
                default -> {
                    // Dependencies, tensors and the time of the recording are no part of the plan.
                }
            }
        }
        return node(name, type, durationUs, attributes);
    }

    private static void addAttribute(byte[] message, Map<String, Object> attributes)
            throws ProtobufFields.MalformedException {
        String name = "";
        Object value = null;
        ProtobufFields field = new ProtobufFields(message);
        while (field.next()) {
            if (field.number() == 1) {
                name = field.text();
            } else if (field.number() > 2) {
                boolean isZigzag = field.number() == 15 || field.number() == 17;
                long number = field.value();
                value = field.isContent()
                        ? field.text()
                        : Long.valueOf(isZigzag ? (number >>> 1) ^ -(number & 1) : number);
            }
        }
        if (value != null) {
            attributes.put(name, value);
        }
    }

    /** From an element of a converted trace: names as the schema has them, or as its JSON form writes them. */
    static PlanNode of(JsonNode element) {
        Map<String, Object> attributes = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : element.properties()) {
            add(field.getKey(), field.getValue(), attributes);
        }
        for (JsonNode attribute : element.path("attr")) {
            for (Map.Entry<String, JsonNode> field : attribute.properties()) {
                if (!field.getKey().equals("name")) {
                    add(attribute.path("name").asText(""), field.getValue(), attributes);
                }
            }
        }
        Object type = attributes.getOrDefault("type", attributes.get("nodetype"));
        Object name = attributes.get("name");
        Long durationUs = whole(attributes.get("runtime"));
        if (durationUs == null) {
            durationUs = whole(attributes.getOrDefault("durationmicros", attributes.get("duration_micros")));
        }
        Long number = whole(type);
        return node(
                name == null ? null : name.toString(),
                number == null ? TYPES.getOrDefault(String.valueOf(type), 0) : number.intValue(),
                durationUs,
                attributes);
    }

    private static void add(String name, JsonNode value, Map<String, Object> attributes) {
        String key = name.toLowerCase(Locale.ROOT);
        if (value.isBoolean()) {
            attributes.put(key, value.booleanValue() ? 1L : 0L);
        } else if (value.isIntegralNumber()) {
            attributes.put(key, value.longValue());
        } else if (value.isNumber()) {
            attributes.put(key, Math.round(value.doubleValue()));
        } else if (value.isTextual()) {
            attributes.put(key, value.asText());
        }
    }

    private static PlanNode node(
            @Nullable String name, int type, @Nullable Long durationUs, Map<String, Object> attributes) {
        Long isHost = whole(attributes.get("is_cpu_op"));
        boolean isAccelerator = isHost == null || isHost == 0;
        boolean isCompute = type == COMPUTE && isAccelerator;
        Long bytes = whole(attributes.get("comm_size"));
        Object group = attributes.getOrDefault("pg_name", attributes.get("comm_group"));
        CollectiveOperation operation = switch (type) {
            case SEND -> CollectiveOperation.SEND;
            case RECEIVE -> CollectiveOperation.RECEIVE;
            case COLLECTIVE -> operation(name, isAccelerator || bytes != null, attributes);
            default -> null;
        };
        boolean isTimed = isCompute && durationUs != null && durationUs > 0 && durationUs < Long.MAX_VALUE / 1000;
        return new PlanNode(
                name,
                isCompute,
                durationUs != null && isTimed ? Long.valueOf(durationUs * 1000) : null,
                operation,
                bytes != null && bytes >= 0 ? bytes : null,
                group == null ? null : group.toString());
    }

    /** The host's call of a collective is not the collective. */
    private static @Nullable CollectiveOperation operation(
            @Nullable String name, boolean isCollective, Map<String, Object> attributes) {
        Long number = whole(attributes.get("comm_type"));
        if (number != null) {
            return number >= 0 && number < OPERATIONS.size() ? OPERATIONS.get(number.intValue()) : null;
        }
        Object word = attributes.get("comm_type");
        if (word != null) {
            return CollectiveName.operation(word.toString());
        }
        if (name == null || !isCollective) {
            return null;
        }
        Matcher kernel = KERNEL.matcher(name);
        return CollectiveName.operation(kernel.find() ? kernel.group(1) : name);
    }

    private static @Nullable Long whole(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        // 64-bit numbers are texts in protobuf's JSON form.
        return value instanceof String text && text.matches("\\d{1,18}") ? Long.valueOf(text) : null;
    }
}
