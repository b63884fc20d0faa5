package io.fabrictwin.ingest.parse.infiniband;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code Name:......value} and {@code name......value}, as the query tools print attributes: dots fill the space between. */
final class DottedFields {
    private static final Pattern FIELD = Pattern.compile("\\s*(\\w[\\w ]{0,60}+)(?::\\.++|\\.{2,}+)(.*)");
    private static final int MAX_FIELDS = 300;

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Name and value of a line; null: it has not this form. */
    static @Nullable Matcher match(String line) {
        Matcher matcher = FIELD.matcher(line);
        return matcher.matches() ? matcher : null;
    }

    void add(Matcher matcher) {
        if (values.size() < MAX_FIELDS) {
            values.put(matcher.group(1), matcher.group(2).strip());
        }
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
