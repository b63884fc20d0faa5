package io.fabrictwin.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events as JSON objects: {@code type}, what all have in common, and the components of the record under their own names.
 * Names of things are strings, ports and links are objects, absent means "not told".
 */
public final class EventJson {
    private static final String TYPE = "type";
    private static final String FABRIC = "fabric";
    private static final String EVENT_TIME = "eventTime";
    private static final String OBSERVED_TIME = "observedTime";
    private static final String CLOCK = "clock";
    private static final String SOURCE = "source";
    private static final String RECORD = "record";
    private static final String INDEX = "index";
    private static final Set<String> COMMON =
            Set.of(TYPE, FABRIC, EVENT_TIME, OBSERVED_TIME, CLOCK, SOURCE, RECORD, INDEX);

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter NANOSECONDS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Map<String, RecordShape> SHAPES = shapes();

    private EventJson() {}

    /** All types that can be read and written. */
    public static Set<Class<? extends FabricEvent>> types() {
        return Set.copyOf(SHAPES.values().stream()
                .<Class<? extends FabricEvent>>map(shape -> shape.type().asSubclass(FabricEvent.class))
                .toList());
    }

    /** One line, without line end, that {@link #read} turns back into an equal event. */
    public static String write(FabricEvent event) {
        EventMeta meta = event.meta();
        ObjectNode object = JSON.createObjectNode();
        object.put(TYPE, event.getClass().getSimpleName());
        object.put(FABRIC, meta.fabric().value());
        object.put(EVENT_TIME, time(meta.eventTimeNs()));
        object.put(CLOCK, meta.clock().name());
        object.put(OBSERVED_TIME, time(meta.observedTimeNs()));
        object.put(SOURCE, meta.source().toString());
        object.put(RECORD, meta.record());
        object.put(INDEX, meta.index());
        shape(event.getClass().getSimpleName()).write(event, object);
        return object.toString();
    }

    /**
     * Reads one event.
     *
     * @param context gives what the text does not: fabric, time (marked as assumed), source
     * @param record position of the text in its source, unless the text names a source and record of its own
     * @throws EventJsonException if the text is no event in every detail
     */
    public static FabricEvent read(String text, EventContext context, long record) throws EventJsonException {
        JsonNode object;
        try {
            object = JSON.readTree(text);
        } catch (MismatchedInputException e) {
            throw new EventJsonException(RejectCode.MALFORMED, "more than one JSON value");
        } catch (JsonProcessingException e) {
            throw new EventJsonException(RejectCode.MALFORMED, "no JSON: " + e.getOriginalMessage());
        }
        if (!object.isObject()) {
            throw new EventJsonException(RejectCode.MALFORMED, "not a JSON object");
        }
        String type = JsonValues.text(TYPE, required(object, TYPE));
        RecordShape shape = SHAPES.get(type);
        if (shape == null) {
            throw new EventJsonException(RejectCode.BAD_VALUE, "type '" + type + "' is no event type");
        }
        EventMeta meta = meta(object, context, record);
        Object event = shape.read("", object, COMMON, Map.of("meta", meta));
        return (FabricEvent) event;
    }

    private static EventMeta meta(JsonNode object, EventContext context, long record) throws EventJsonException {
        JsonNode eventTime = object.get(EVENT_TIME);
        JsonNode observedTime = object.get(OBSERVED_TIME);
        JsonNode clock = object.get(CLOCK);
        JsonNode fabric = object.get(FABRIC);
        JsonNode source = object.get(SOURCE);
        JsonNode ownRecord = object.get(RECORD);
        JsonNode index = object.get(INDEX);
        if (source == null && (ownRecord != null || index != null)) {
            throw new EventJsonException(
                    RejectCode.MISSING_FIELD,
                    "field '" + SOURCE + "' is missing: record and index are positions in it");
        }
        if (source != null && ownRecord == null) {
            throw new EventJsonException(
                    RejectCode.MISSING_FIELD, "field '" + RECORD + "' is missing: a source needs its position");
        }
        if (clock != null && eventTime == null) {
            throw new EventJsonException(
                    RejectCode.MISSING_FIELD, "field '" + EVENT_TIME + "' is missing: a clock needs its time");
        }
        Clock assumed = eventTime == null ? Clock.ASSUMED : Clock.SOURCE;
        try {
            return new EventMeta(
                    fabric == null ? context.fabric() : new FabricId(JsonValues.text(FABRIC, fabric)),
                    source == null ? context.source() : SourceId.parse(JsonValues.text(SOURCE, source)),
                    ownRecord == null ? record : JsonValues.whole(RECORD, ownRecord),
                    index == null ? 0 : JsonValues.count(INDEX, index),
                    eventTime == null ? context.anchorTimeNs() : time(EVENT_TIME, eventTime),
                    observedTime == null ? context.observedTimeNs() : time(OBSERVED_TIME, observedTime),
                    clock == null ? assumed : JsonValues.constant(CLOCK, clock, Clock.class));
        } catch (IllegalArgumentException e) {
            throw new EventJsonException(RejectCode.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode required(JsonNode object, String field) throws EventJsonException {
        JsonNode value = object.get(field);
        if (value == null) {
            throw new EventJsonException(RejectCode.MISSING_FIELD, "field '" + field + "' is missing");
        }
        return value;
    }

    /** ISO-8601, or a number of ns since 1970. */
    private static long time(String field, JsonNode value) throws EventJsonException {
        if (!value.isTextual()) {
            return JsonValues.whole(field, value);
        }
        try {
            Instant instant = OffsetDateTime.parse(value.textValue()).toInstant();
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw new EventJsonException(
                    RejectCode.BAD_VALUE,
                    "field '" + field + "' is '" + value.textValue()
                            + "', not a time such as 2026-01-01T00:00:00.000000000Z or a number of ns since 1970");
        }
    }

    private static String time(long timeNs) {
        return NANOSECONDS.format(Instant.ofEpochSecond(timeNs / NS_PER_SECOND, timeNs % NS_PER_SECOND));
    }

    private static RecordShape shape(String type) {
        RecordShape shape = SHAPES.get(type);
        if (shape == null) {
            throw new IllegalStateException("event type without shape: " + type);
        }
        return shape;
    }

    private static Map<String, RecordShape> shapes() {
        Map<String, RecordShape> shapes = new LinkedHashMap<>();
        Class<?> @Nullable [] types = FabricEvent.class.getPermittedSubclasses();
        if (types == null) {
            throw new IllegalStateException("FabricEvent is not sealed");
        }
        for (Class<?> type : types) {
            shapes.put(type.getSimpleName(), RecordShape.of(type));
        }
        return Collections.unmodifiableMap(shapes);
    }
}
