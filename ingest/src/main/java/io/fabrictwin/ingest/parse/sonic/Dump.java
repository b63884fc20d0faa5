package io.fabrictwin.ingest.parse.sonic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * All entries of a dump, whatever its dialect, up to where its JSON breaks.
 *
 * @param entries in the order of the file
 * @param defect why the file could not be read to its end; null: it could
 */
record Dump(List<Entry> entries, @Nullable Defect defect) {

    /**
     * What is wrong with the JSON, and where.
     *
     * @param shown what stands there
     */
    record Defect(RejectCode code, String place, String reason, String shown) {}

    static Dump read(Input input) throws IOException {
        return new Reader().read(input);
    }

    private static final class Reader {
        private static final JsonFactory JSON = new JsonFactory();
        /** A namespace, a table, an entry, and the {@code value} of a redis dump: nothing meaningful lies deeper. */
        private static final int MAX_DEPTH = 4;
        /** How much of what follows a break is shown. */
        private static final int SHOWN_BYTES = 512;

        /** Some tools put the database's name beside its entries. */
        private static final String WRAPPER = "data";

        private static final String REDIS_VALUE = "value";
        /** Redis cannot hold an entry without fields, so SONiC writes this one. */
        private static final String PLACEHOLDER = "NULL";

        private final List<Entry> entries = new ArrayList<>();
        private final List<String> path = new ArrayList<>();

        Dump read(Input input) throws IOException {
            long offset = 0;
            String where = "line 1, column 1";
            Defect defect = null;
            try (InputStream in = input.open();
                    JsonParser json = JSON.createParser(in)) {
                try {
                    readDocuments(json);
                } catch (JsonProcessingException | CharConversionException | EOFException | ZipException e) {
                    offset = Math.max(0, json.currentLocation().getByteOffset());
                    where = "line " + json.currentLocation().getLineNr() + ", column "
                            + json.currentLocation().getColumnNr();
                    defect = defect(e, where, "");
                }
            } catch (EOFException | ZipException e) {
                defect = defect(e, where, "");
            }
            if (defect == null) {
                return new Dump(entries, null);
            }
            return new Dump(entries, new Defect(defect.code(), defect.place(), defect.reason(), shown(input, offset)));
        }

        private Defect defect(IOException cause, String where, String shown) {
            String at = path.isEmpty() ? where : where + " in " + String.join("|", path);
            boolean isCut =
                    cause instanceof JsonEOFException || cause instanceof EOFException || cause instanceof ZipException;
            String message = cause instanceof JsonProcessingException json
                    ? json.getOriginalMessage()
                    : String.valueOf(cause.getMessage());
            return new Defect(
                    isCut ? RejectCode.TRUNCATED : RejectCode.MALFORMED,
                    at,
                    "the JSON breaks here, and nothing after it can be read: " + message,
                    shown);
        }

        private static String shown(Input input, long offset) throws IOException {
            try (InputStream in = input.open()) {
                in.skipNBytes(Math.max(0, offset - SHOWN_BYTES / 2));
                return new String(in.readNBytes(SHOWN_BYTES), StandardCharsets.UTF_8);
            } catch (EOFException | ZipException e) {
                return "";
            }
        }

        private void readDocuments(JsonParser json) throws IOException {
            JsonToken token;
            while ((token = json.nextToken()) != null) {
                if (token == JsonToken.START_OBJECT) {
                    readObject(json);
                } else {
                    json.skipChildren();
                    entries.add(new Entry("", "document", "", new TreeMap<>(), false));
                }
            }
        }

        /** Reads the object whose brace was just read; what it is follows from its path and from what it holds. */
        private void readObject(JsonParser json) throws IOException {
            SortedMap<String, String> fields = new TreeMap<>();
            boolean hasChildren = false;
            // Deeper down a bar is part of a key such as port|queue.
            boolean isFlat = path.size() == 1 && path.get(0).contains("|");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken token = json.nextToken();
                if (token == JsonToken.START_OBJECT && isFlat) {
                    if (name.equals(REDIS_VALUE)) {
                        fields.clear();
                        readFields(json, fields);
                        hasChildren = true;
                    } else {
                        json.skipChildren();
                    }
                } else if (token == JsonToken.START_OBJECT && path.isEmpty() && name.equals(WRAPPER)) {
                    hasChildren = true;
                    readObject(json);
                } else if (token == JsonToken.START_OBJECT && path.size() < MAX_DEPTH) {
                    hasChildren = true;
                    path.add(name);
                    readObject(json);
                    path.remove(path.size() - 1);
                } else if (!(isFlat && hasChildren)) {
                    readField(json, name, fields);
                } else {
                    json.skipChildren();
                }
            }
            end(fields, hasChildren, isFlat);
        }

        private static void readFields(JsonParser json, SortedMap<String, String> fields) throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                readField(json, name, fields);
            }
        }

        private static void readField(JsonParser json, String name, SortedMap<String, String> fields)
                throws IOException {
            String plain = name.endsWith("@") ? name.substring(0, name.length() - 1) : name;
            JsonToken token = json.currentToken();
            if (token == JsonToken.START_ARRAY) {
                List<String> items = new ArrayList<>();
                JsonToken item;
                while ((item = json.nextToken()) != null && item != JsonToken.END_ARRAY) {
                    if (item.isScalarValue()) {
                        items.add(json.getText());
                    } else {
                        json.skipChildren();
                    }
                }
                fields.put(plain, String.join(",", items));
            } else if (token == JsonToken.START_OBJECT) {
                json.skipChildren();
            } else if (token != JsonToken.VALUE_NULL && !plain.equals(PLACEHOLDER)) {
                fields.put(plain, json.getText());
            }
        }

        private void end(SortedMap<String, String> fields, boolean hasChildren, boolean isFlat) {
            int depth = path.size();
            if (isFlat) {
                String name = path.get(0);
                int bar = name.indexOf('|');
                add("", name.substring(0, bar), name.substring(bar + 1), fields);
            } else if (depth >= 2) {
                if (!hasChildren || !fields.isEmpty()) {
                    String scope = String.join("|", path.subList(0, depth - 2));
                    add(scope, path.get(depth - 2), path.get(depth - 1), fields);
                }
            } else if (depth == 1 && !fields.isEmpty()) {
                endTableOfValues(path.get(0), fields);
            } else if (depth == 0) {
                fields.forEach((name, value) -> entries.add(new Entry("", name, "", new TreeMap<>(), false)));
            }
        }

        /** Plain values where the entries of a table belong. */
        private void endTableOfValues(String table, SortedMap<String, String> fields) {
            if (Table.isModelled(table)) {
                fields.forEach((key, value) -> {
                    SortedMap<String, String> shown = new TreeMap<>();
                    shown.put(key, value);
                    entries.add(new Entry("", table, key, shown, false));
                });
            } else {
                entries.add(new Entry("", table, "", new TreeMap<>(), false));
            }
        }

        private void add(String scope, String table, String key, SortedMap<String, String> fields) {
            boolean isWanted = Table.isModelled(table);
            entries.add(new Entry(scope, table, key, isWanted ? fields : new TreeMap<>(), true));
        }
    }
}
