package io.fabrictwin.ingest.events;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.RejectCode;
import java.util.Arrays;

/** Single values, read strictly: a number is no text, and 1.5 is no whole number. */
final class JsonValues {
    private JsonValues() {}

    static String text(String field, JsonNode value) throws EventJsonException {
        if (!value.isTextual()) {
            throw wrong(field, value, "text");
        }
        return value.textValue();
    }

    static long whole(String field, JsonNode value) throws EventJsonException {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(field, value, "a whole number of at most 64 bits");
        }
        return value.longValue();
    }

    static int count(String field, JsonNode value) throws EventJsonException {
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw wrong(field, value, "a whole number of at most 32 bits");
        }
        return value.intValue();
    }

    static double decimal(String field, JsonNode value) throws EventJsonException {
        if (!value.isNumber()) {
            throw wrong(field, value, "a number");
        }
        return value.doubleValue();
    }

    static boolean flag(String field, JsonNode value) throws EventJsonException {
        if (!value.isBoolean()) {
            throw wrong(field, value, "true or false");
        }
        return value.booleanValue();
    }

    static <E extends Enum<E>> E constant(String field, JsonNode value, Class<E> type) throws EventJsonException {
        for (E constant : type.getEnumConstants()) {
            if (value.isTextual() && constant.name().equals(value.textValue())) {
                return constant;
            }
        }
        throw wrong(field, value, "one of " + Arrays.toString(type.getEnumConstants()));
    }

    static EventJsonException wrong(String field, JsonNode value, String expected) {
        String shown = value.toString();
        return new EventJsonException(
                RejectCode.BAD_VALUE,
                "field '" + field + "' is " + (shown.length() > 80 ? shown.substring(0, 80) + "..." : shown) + ", not "
                        + expected);
    }
}
