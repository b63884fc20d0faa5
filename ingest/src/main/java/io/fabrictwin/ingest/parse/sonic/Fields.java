package io.fabrictwin.ingest.parse.sonic;

import io.fabrictwin.ingest.parse.RejectCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads values out of an entry. What is not there, or is written as not there, is null. */
final class Fields {
    private static final Set<String> NOT_TOLD = Set.of("", "n/a", "none", "null");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,19}");
    private static final Pattern LENGTH = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*m");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");
    /** Beyond any queue or priority group of any switch chip. */
    private static final int MAX_QUEUE = 63;

    private final Map<String, String> values;

    Fields(Map<String, String> values) {
        this.values = values;
    }

    @Nullable
    String text(String field) {
        String value = values.get(field);
        return value == null || NOT_TOLD.contains(value.strip().toLowerCase(Locale.ROOT)) ? null : value.strip();
    }

    @Nullable
    Long whole(String field) throws RefusedException {
        String value = text(field);
        if (value == null) {
            return null;
        }
        if (!WHOLE.matcher(value).matches()) {
            throw new RefusedException(
                    RejectCode.BAD_VALUE, "field " + field + " '" + value + "' is not a whole number");
        }
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw outOfRange(field, value);
        }
    }

    @Nullable
    Long notNegative(String field) throws RefusedException {
        return scaled(field, 1);
    }

    /** A whole number times a factor, such as ms to ns. */
    @Nullable
    Long scaled(String field, long factor) throws RefusedException {
        Long value = whole(field);
        if (value == null) {
            return null;
        }
        if (value < 0 || value > Long.MAX_VALUE / factor) {
            throw outOfRange(field, value.toString());
        }
        return value * factor;
    }

    /** A whole number between bounds. */
    @Nullable
    Integer between(String field, int min, int max) throws RefusedException {
        Long value = whole(field);
        if (value == null) {
            return null;
        }
        if (value < min || value > max) {
            throw outOfRange(field, value.toString());
        }
        return value.intValue();
    }

    /** A cable's length such as {@code 300m}, in mm. */
    @Nullable
    Long lengthMillimetres(String field) throws RefusedException {
        String value = text(field);
        if (value == null) {
            return null;
        }
        Matcher matcher = LENGTH.matcher(value);
        if (!matcher.matches()) {
            throw new RefusedException(
                    RejectCode.BAD_VALUE, "length of " + field + " '" + value + "' is not metres such as 5m");
        }
        return new BigDecimal(matcher.group(1)).movePointRight(3).longValue();
    }

    /** The name in a reference: plain, or {@code [TABLE|name]} as schemas before 3.0.2 wrote it. */
    @Nullable
    String reference(String field) {
        String value = text(field);
        if (value == null) {
            return null;
        }
        if (value.startsWith("[") && value.endsWith("]")) {
            String inner = value.substring(1, value.length() - 1);
            String name = inner.substring(inner.indexOf('|') + 1);
            return NOT_TOLD.contains(name.toLowerCase(Locale.ROOT)) ? null : name;
        }
        return value;
    }

    /** A list of numbers and ranges such as {@code 3,4} or {@code 0-2}; null: the field is not there. */
    @Nullable
    List<Integer> numbers(String field, int max) throws RefusedException {
        String value = values.get(field);
        return value == null ? null : numbersOf("field " + field, value, max);
    }

    /** Queues or priority groups as a key names them: {@code 3}, {@code 3-4}. */
    static List<Integer> queues(String text) throws RefusedException {
        List<Integer> queues = numbersOf("queue", text, MAX_QUEUE);
        if (queues.isEmpty()) {
            throw new RefusedException(RejectCode.BAD_VALUE, "the key names no queue");
        }
        return queues;
    }

    private static List<Integer> numbersOf(String what, String text, int max) throws RefusedException {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (NOT_TOLD.contains(part.strip().toLowerCase(Locale.ROOT))) {
                continue;
            }
            Matcher matcher = RANGE.matcher(part.strip());
            if (!matcher.matches()) {
                throw new RefusedException(
                        RejectCode.BAD_VALUE, what + " '" + text + "' is not a number, a list or a range");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first > last || last > max) {
                throw outOfRange(what, text);
            }
            for (int number = first; number <= last; number++) {
                if (!numbers.contains(number)) {
                    numbers.add(number);
                }
            }
        }
        return numbers;
    }

    private static RefusedException outOfRange(String field, String value) {
        return new RefusedException(RejectCode.OUT_OF_RANGE, "field " + field + " '" + value + "' is out of range");
    }
}
