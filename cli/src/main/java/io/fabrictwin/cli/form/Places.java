package io.fabrictwin.cli.form;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The lines at which the fields of a form stand, by path: {@code changes[2].link}. */
final class Places {
    static final Places NONE = new Places();

    private final Map<String, Integer> lines = new HashMap<>();

    /** Reads the form to its end; it must be well formed. */
    static Places of(JsonParser parser) throws IOException {
        Places places = new Places();
        JsonToken token = parser.nextToken();
        if (token != null) {
            places.addValue(parser, token, "");
        }
        return places;
    }

    private void addValue(JsonParser parser, JsonToken first, String path) throws IOException {
        if (!path.isEmpty()) {
            lines.putIfAbsent(path, parser.currentTokenLocation().getLineNr());
        }
        if (first == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = path.isEmpty() ? parser.currentName() : path + "." + parser.currentName();
                lines.put(field, parser.currentTokenLocation().getLineNr());
                addValue(parser, parser.nextToken(), field);
            }
        } else if (first == JsonToken.START_ARRAY) {
            int index = 0;
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                addValue(parser, token, path + "[" + index++ + "]");
            }
        }
    }

    /** {@code "line 7: "}, or nothing where it is not known. */
    String before(String path) {
        Integer line = lines.get(path);
        return line == null ? "" : "line " + line + ": ";
    }
}
