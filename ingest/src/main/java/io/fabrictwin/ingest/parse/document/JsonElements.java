package io.fabrictwin.ingest.parse.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Walks through a JSON document that is one long array, or an object with one, element by element, whatever its size. */
public final class JsonElements {
    /** More fields than an element has; an object with more is none. */
    private static final int MAX_FIELDS = 1_000;

    private JsonElements() {}

    /** Takes the parts of a document, in its order. */
    public interface Handler {
        /** One of the fields beside the elements that were asked for. */
        default void field(String name, JsonNode value) {}

        void element(JsonNode element);
    }

    /**
     * Why a document ends early.
     *
     * @param code class of the problem
     * @param reason in words
     */
    public record Problem(RejectCode code, String reason) {}

    /**
     * Reads all values of an input.
     *
     * @param array name of the field whose elements are wanted, where a value is an object; objects without it are
     *     elements themselves
     * @param fields names of the fields beside it that are wanted
     * @return why not all was read; null: all was
     */
    public static @Nullable Problem read(Input input, String array, Set<String> fields, Handler handler)
            throws IOException {
        try (InputStream in = input.open();
                JsonParser parser = JsonDocument.MAPPER.createParser(in)) {
            int values = 0;
            for (JsonToken first = parser.nextToken(); first != null; first = parser.nextToken()) {
                values++;
                if (first == JsonToken.START_ARRAY) {
                    readElements(parser, handler);
                } else if (first == JsonToken.START_OBJECT) {
                    readFields(parser, array, fields, handler);
                } else {
                    return new Problem(RejectCode.MALFORMED, "it is neither an object nor an array");
                }
            }
            if (values == 0) {
                return new Problem(RejectCode.MALFORMED, "the document is empty");
            }
            return null;
        } catch (JsonEOFException e) {
            return new Problem(RejectCode.TRUNCATED, "the document ends in the middle");
        } catch (JsonProcessingException e) {
            return new Problem(RejectCode.MALFORMED, "the JSON is broken: " + e.getOriginalMessage());
        } catch (CharConversionException e) {
            // Bytes that begin like UTF-16 or UTF-32 are read as such, and may turn out not to be.
            return new Problem(RejectCode.NOT_TEXT, Documents.firstLine(e.getMessage()));
        } catch (EOFException | ZipException e) {
            return new Problem(RejectCode.TRUNCATED, "the compressed data is cut off or damaged: " + e.getMessage());
        }
    }

    private static void readFields(JsonParser parser, String array, Set<String> fields, Handler handler)
            throws IOException {
        ObjectNode other = JsonDocument.MAPPER.createObjectNode();
        boolean hasArray = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals(array) && value == JsonToken.START_ARRAY) {
                hasArray = true;
                readElements(parser, handler);
            } else if (fields.contains(name)) {
                handler.field(name, JsonDocument.MAPPER.readTree(parser));
            } else if (hasArray || other.size() >= MAX_FIELDS) {
                parser.skipChildren();
            } else {
                other.set(name, JsonDocument.MAPPER.readTree(parser));
            }
        }
        if (!hasArray) {
            handler.element(other);
        }
    }

    private static void readElements(JsonParser parser, Handler handler) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            handler.element(JsonDocument.MAPPER.readTree(parser));
        }
    }
}
