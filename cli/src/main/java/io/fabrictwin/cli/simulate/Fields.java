package io.fabrictwin.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.BadDataException;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** One JSON object read strictly: every field has to be asked for, and every complaint names the field by its path. */
final class Fields {
    private final String path;
    private final JsonNode object;
    private final Set<String> asked = new TreeSet<>();

    Fields(String path, JsonNode object) {
        this.path = path;
        this.object = object;
        if (!object.isObject()) {
            throw new BadDataException((path.isEmpty() ? "the case" : path) + " must be an object");
        }
    }

    String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    boolean has(String name) {
        asked.add(name);
        return object.has(name);
    }

    private JsonNode required(String name) {
        asked.add(name);
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            throw new BadDataException(path(name) + " is missing");
        }
        return value;
    }

    Fields object(String name) {
        return new Fields(path(name), required(name));
    }

    JsonNode array(String name) {
        JsonNode value = required(name);
        if (!value.isArray()) {
            throw new BadDataException(path(name) + " must be a list");
        }
        return value;
    }

    String text(String name) {
        return text(path(name), required(name));
    }

    static String text(String path, JsonNode value) {
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw new BadDataException(path + " must be a text that is not empty: " + value);
        }
        return value.textValue();
    }

    boolean flag(String name) {
        JsonNode value = required(name);
        if (!value.isBoolean()) {
            throw new BadDataException(path(name) + " must be true or false: " + value);
        }
        return value.booleanValue();
    }

    /** A whole number from 0. */
    long whole(String name) {
        return whole(path(name), required(name));
    }

    static long whole(String path, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new BadDataException(path + " must be a whole number: " + value);
        }
        if (value.longValue() < 0) {
            throw new BadDataException(path + " must not be negative: " + value);
        }
        return value.longValue();
    }

    int small(String name) {
        long value = whole(name);
        if (value > Integer.MAX_VALUE) {
            throw new BadDataException(path(name) + " is too large: " + value);
        }
        return (int) value;
    }

    /** A number from 0. */
    double number(String name) {
        JsonNode value = required(name);
        if (!value.isNumber()) {
            throw new BadDataException(path(name) + " must be a number: " + value);
        }
        if (!(value.doubleValue() >= 0) || Double.isInfinite(value.doubleValue())) {
            throw new BadDataException(path(name) + " must not be negative: " + value);
        }
        return value.doubleValue();
    }

    /** Builds what this object describes; a refusal of a value is told with the object's path. */
    <T> T build(Supplier<T> builder) {
        T built;
        try {
            built = builder.get();
        } catch (IllegalArgumentException refused) {
            throw new BadDataException((path.isEmpty() ? "" : path + ": ") + refused.getMessage(), refused);
        }
        rejectUnknown();
        return built;
    }

    /** Complains of the first field that nobody asked for. */
    void rejectUnknown() {
        Iterator<String> names = object.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            if (!asked.contains(name)) {
                throw new BadDataException(
                        path(name) + " is not a field of this form; known here: " + String.join(", ", asked));
            }
        }
    }
}
