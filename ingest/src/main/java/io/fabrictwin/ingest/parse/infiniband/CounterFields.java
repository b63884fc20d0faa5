package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.reading.Digits;
import io.fabrictwin.ingest.parse.reading.KnownNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a block of counters, with what they count: the same names come with the next block. A field of which the
 * name was met before is read from the bytes of its line.
 */
final class CounterFields {
    /** The value is no count. */
    static final long NO_COUNT = -1;
    /** The value is a count of 64 bits that a long does not hold. */
    static final long TOO_LARGE = -2;

    /** Of a number of 64 bits. */
    private static final int MAX_DIGITS = 20;

    private final Names names;
    private Name[] found = new Name[32];
    private long[] values = new long[32];
    private int size;

    /** @param counter null: the name is none of the counters that are known */
    record Name(String text, @Nullable ManagementCounter counter) {}

    /** The names that one input has, by themselves and by all that stands before a value. */
    static final class Names {
        /** Far more than any tool has. */
        private static final int MOST_NAMES = 1 << 16;

        private final Map<String, Name> byText = new HashMap<>();
        private final KnownNames<Name> known = new KnownNames<>();

        private Name of(String text) {
            Name name = byText.get(text);
            if (name == null) {
                name = new Name(text, ManagementCounter.ofTool(text));
                if (byText.size() < MOST_NAMES) {
                    byText.put(text, name);
                }
            }
            return name;
        }
    }

    CounterFields(Names names) {
        this.names = names;
    }

    int size() {
        return size;
    }

    Name name(int index) {
        return found[index];
    }

    /** The value, or one of the marks for what is none. */
    long value(int index) {
        return values[index];
    }

    /** Adds the field of a line whose name was met before; false: the line must be read as a text. */
    boolean addKnown(Line line) {
        byte[] bytes = line.bytes();
        int begin = beginOfValue(line);
        Name name = begin == line.from() ? null : names.known.find(bytes, line.from(), begin);
        if (name == null) {
            return false;
        }
        int count = line.to() - begin;
        if (count > Digits.MOST) {
            return false;
        }
        boolean isNumber = count > 0 && Digits.begin(bytes, begin, line.to()) == begin;
        put(name, isNumber ? Digits.value(bytes, begin, line.to()) : NO_COUNT);
        return true;
    }

    /** Adds the field of a line; false: it has none. */
    boolean add(Line line, String text) {
        DottedFields.Field field = DottedFields.field(text);
        if (field == null) {
            return false;
        }
        Name name = names.of(field.name());
        int begin = beginOfValue(line);
        boolean isPlain = line.to() - line.from() == text.length()
                && line.to() - begin == field.value().length();
        if (isPlain && begin > line.from()) {
            names.known.add(line.bytes(), line.from(), begin, name);
        }
        put(name, count(field.value()));
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // of each name there is one
    private void put(Name name, long value) {
        int index = 0;
        while (index < size && found[index] != name) {
            index++;
        }
        if (index == DottedFields.MAX_FIELDS) {
            return;
        }
        if (index == size) {
            if (size == found.length) {
                found = Arrays.copyOf(found, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            found[size++] = name;
        }
        values[index] = value;
    }

    /** Where letters and digits at the end begin behind a dot; the beginning of the line: there is no dot before them. */
    private static int beginOfValue(Line line) {
        byte[] bytes = line.bytes();
        int at = line.to();
        while (at > line.from() && isLetterOrDigit(bytes[at - 1])) {
            at--;
        }
        return at > line.from() && bytes[at - 1] == '.' ? at : line.from();
    }

    private static boolean isLetterOrDigit(byte letter) {
        int lowerCase = letter | 0x20;
        return (letter >= '0' && letter <= '9') || (lowerCase >= 'a' && lowerCase <= 'z');
    }

    private static long count(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS) {
            return NO_COUNT;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return NO_COUNT;
            }
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return TOO_LARGE;
        }
    }
}
