package io.fabrictwin.cli.form;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.BadDataException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** One JSON object read strictly: every field has to be asked for, and every complaint names the field by its path. */
public final class Fields {
    private final String path;
    private final JsonNode object;
    private final Places places;
    private final Set<String> asked = new TreeSet<>();

    /** The object at {@code path}, which is empty at the top; for messages. */
    public Fields(String path, JsonNode object) {
        this(path, object, Places.NONE);
    }

    Fields(String path, JsonNode object, Places places) {
        this.path = path;
        this.object = object;
        this.places = places;
        if (!object.isObject()) {
            throw bad(
                    path,
                    (path.isEmpty() ? "the form" : path) + " must be an object"
                            + (object.isMissingNode() ? "; it is empty" : ""));
        }
    }

    private BadDataException bad(String at, String message) {
        return new BadDataException(places.before(at) + message);
    }

    /** What is wrong with a field, told with its place. */
    public BadDataException bad(String name, String message, Throwable cause) {
        return new BadDataException(places.before(path(name)) + path(name) + ": " + message, cause);
    }

    /** The full path of a field. */
    public String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Whether the form has a field; it is then known. */
    public boolean has(String name) {
        asked.add(name);
        return object.has(name);
    }

    private JsonNode required(String name) {
        asked.add(name);
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            throw bad(path, path(name) + " is missing");
        }
        return value;
    }

    /** An object that has to be there. */
    public Fields object(String name) {
        return new Fields(path(name), required(name), places);
    }

    /** A list of objects that has to be there. */
    public List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        for (JsonNode each : array(name)) {
            objects.add(new Fields(path(name) + "[" + objects.size() + "]", each, places));
        }
        return objects;
    }

    /** A list of texts that has to be there and to hold one at least. */
    public List<String> texts(String name) {
        JsonNode list = array(name);
        if (list.isEmpty()) {
            throw bad(path(name), path(name) + " is an empty list");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode each : list) {
            texts.add(placed(name, () -> text(path(name) + "[" + texts.size() + "]", each)));
        }
        return texts;
    }

    /** The names of all fields of the form, in order; they are then known. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        asked.addAll(names);
        return names;
    }

    /** Whether a field is there and is a text; it is then known. */
    public boolean isText(String name) {
        return has(name) && object.get(name).isTextual();
    }

    /** A text, number or flag as it is written; a list of such as one text with commas. */
    public String scalar(String name) {
        return required(name).isArray() ? String.join(",", scalars(name)) : scalar(path(name), required(name));
    }

    /** A list of texts, numbers or flags as they are written, one at least; one alone is a list, too. */
    public List<String> scalars(String name) {
        JsonNode value = required(name);
        if (!value.isArray()) {
            return List.of(scalar(path(name), value));
        }
        List<String> scalars = new ArrayList<>();
        for (JsonNode each : value) {
            scalars.add(scalar(path(name), each));
        }
        if (scalars.isEmpty()) {
            throw bad(path(name), path(name) + " is an empty list");
        }
        return scalars;
    }

    private String scalar(String at, JsonNode value) {
        if (!value.isValueNode() || value.isNull()) {
            throw bad(at, at + " must be a text, a number or a list of those: " + value);
        }
        return value.asText();
    }

    /** A list that has to be there. */
    public JsonNode array(String name) {
        JsonNode value = required(name);
        if (!value.isArray()) {
            throw bad(path(name), path(name) + " must be a list");
        }
        return value;
    }

    /** A text that is not empty. */
    public String text(String name) {
        JsonNode value = required(name);
        return placed(name, () -> text(path(name), value));
    }

    private <T> T placed(String name, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (BadDataException bad) {
            throw new BadDataException(places.before(path(name)) + bad.getMessage(), bad);
        }
    }

    /** {@code value} as a text that is not empty. */
    public static String text(String path, JsonNode value) {
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw new BadDataException(path + " must be a text that is not empty: " + value);
        }
        return value.textValue();
    }

    /** True or false; {@code whenMissing} if the form does not say. */
    public boolean flag(String name, boolean whenMissing) {
        return has(name) ? flag(name) : whenMissing;
    }

    /** True or false. */
    public boolean flag(String name) {
        JsonNode value = required(name);
        if (!value.isBoolean()) {
            throw bad(path(name), path(name) + " must be true or false: " + value);
        }
        return value.booleanValue();
    }

    /** A whole number from 0. */
    public long whole(String name) {
        JsonNode value = required(name);
        return placed(name, () -> whole(path(name), value));
    }

    /** {@code value} as a whole number from 0. */
    public static long whole(String path, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new BadDataException(path + " must be a whole number: " + value);
        }
        if (value.longValue() < 0) {
            throw new BadDataException(path + " must not be negative: " + value);
        }
        return value.longValue();
    }

    /** A whole number from 0 of up to 31 bits; {@code whenMissing} if the form does not say. */
    public int small(String name, int whenMissing) {
        return has(name) ? small(name) : whenMissing;
    }

    /** A whole number from 0 of up to 31 bits. */
    public int small(String name) {
        long value = whole(name);
        if (value > Integer.MAX_VALUE) {
            throw bad(path(name), path(name) + " is too large: " + value);
        }
        return (int) value;
    }

    /** A number from 0; {@code whenMissing} if the form does not say. */
    public double number(String name, double whenMissing) {
        return has(name) ? number(name) : whenMissing;
    }

    /** A number from 0. */
    public double number(String name) {
        JsonNode value = required(name);
        if (!value.isNumber()) {
            throw bad(path(name), path(name) + " must be a number: " + value);
        }
        if (!(value.doubleValue() >= 0) || Double.isInfinite(value.doubleValue())) {
            throw bad(path(name), path(name) + " must not be negative: " + value);
        }
        return value.doubleValue();
    }

    /** One of the values of an enum, written in lower case; {@code whenMissing} if the form does not say. */
    public <E extends Enum<E>> E choice(String name, Class<E> type, E whenMissing) {
        return has(name) ? choice(name, type) : whenMissing;
    }

    /** One of the values of an enum, written in lower case. */
    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        String word = text(name);
        List<String> words = new ArrayList<>();
        for (E value : type.getEnumConstants()) {
            words.add(value.name().toLowerCase(Locale.ROOT));
            if (words.get(words.size() - 1).equals(word)) {
                return value;
            }
        }
        throw bad(path(name), path(name) + " must be one of " + String.join(", ", words) + ": " + word);
    }

    /** Builds what this object describes; a refusal of a value is told with the object's path. */
    public <T> T build(Supplier<T> builder) {
        T built;
        try {
            built = builder.get();
        } catch (IllegalArgumentException refused) {
            throw new BadDataException(
                    places.before(path) + (path.isEmpty() ? "" : path + ": ") + refused.getMessage(), refused);
        }
        rejectUnknown();
        return built;
    }

    /** Complains of the first field that nobody asked for. */
    public void rejectUnknown() {
        Iterator<String> names = object.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            if (!asked.contains(name)) {
                throw bad(
                        path(name),
                        path(name) + " is not a field of this form" + Nearest.hint(name, asked) + "; known here: "
                                + String.join(", ", asked));
            }
        }
    }
}
