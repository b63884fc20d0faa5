package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.reading.Scan;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code Name:......value} and {@code name......value}, as the query tools print attributes: dots fill the space between. */
final class DottedFields {
    private static final int MAX_NAME = 61;
    /** More than any answer has. */
    static final int MAX_FIELDS = 300;

    private final Map<String, String> values = new LinkedHashMap<>();

    /** What one line tells. */
    record Field(String name, String value) {}

    /** The field of a line; null: it has not this form. */
    static @Nullable Field field(String line) {
        Scan scan = new Scan(line, 0);
        scan.skipWhitespace();
        int nameFrom = scan.at();
        if (!scan.skipWord()) {
            return null;
        }
        while (scan.skipWord() || scan.skip(' ')) {
            // A name may have several words.
        }
        String name = scan.since(nameFrom);
        int leastDots = scan.skip(':') ? 1 : 2;
        int dotsFrom = scan.at();
        while (scan.skip('.')) {
            // They fill the space.
        }
        boolean isField = name.length() <= MAX_NAME && scan.at() - dotsFrom >= leastDots && !scan.hasLineEnd();
        return isField ? new Field(name, scan.rest().strip()) : null;
    }

    /** Adds the field of a line; false: it has not this form. */
    boolean add(String line) {
        Field field = field(line);
        if (field != null && values.size() < MAX_FIELDS) {
            values.put(field.name(), field.value());
        }
        return field != null;
    }

    @Nullable
    String get(String name) {
        return values.get(name);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    Map<String, String> values() {
        return values;
    }
}
