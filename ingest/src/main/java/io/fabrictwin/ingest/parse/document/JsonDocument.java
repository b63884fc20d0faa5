package io.fabrictwin.ingest.parse.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON values of an input: one, or several one after the other.
 *
 * @param values those that are whole
 * @param refusal why no more could be read; null: all was
 */
public record JsonDocument(List<JsonNode> values, @Nullable Refusal refusal) {
    /** For streaming readers: bounds on depth and length, and NaN as some exporters write it. */
    public static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Documents.MAX_DEPTH)
                    .maxStringLength(16 << 20)
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build());

    public JsonDocument {
        values = List.copyOf(values);
    }

    /** Reads an input of up to 64 MiB. */
    public static JsonDocument read(Input input) throws IOException {
        try {
            return read(Documents.read(input));
        } catch (UnreadableException e) {
            return new JsonDocument(List.of(), e.refusal());
        }
    }

    /**
     * Reads an input of up to 64 MiB. Of a value that is cut off or broken in the middle, what came before is kept: its
     * objects and arrays then end where the input does.
     */
    public static JsonDocument readPartly(Input input) throws IOException {
        byte[] bytes;
        try {
            bytes = Documents.read(input);
        } catch (UnreadableException e) {
            return new JsonDocument(List.of(), e.refusal());
        }
        return readPartly(bytes);
    }

    /** Reads bytes in memory, also those of a value that is cut off. */
    public static JsonDocument readPartly(byte[] bytes) throws IOException {
        List<JsonNode> values = new ArrayList<>();
        int from = hasByteOrderMark(bytes) ? 3 : 0;
        GrowingValue growing = new GrowingValue();
        try (JsonParser parser = MAPPER.createParser(bytes, from, bytes.length - from)) {
            while (parser.nextToken() != null) {
                if (growing.take(parser)) {
                    values.add(growing.finish());
                }
            }
            return new JsonDocument(values, null);
        } catch (JsonProcessingException e) {
            if (growing.hasBegun()) {
                values.add(growing.finish());
            }
            return new JsonDocument(values, refusal(e, bytes));
        } catch (CharConversionException e) {
            return new JsonDocument(values, notText(e, bytes));
        }
    }

    /** Reads bytes in memory. */
    public static JsonDocument read(byte[] bytes) throws IOException {
        List<JsonNode> values = new ArrayList<>();
        int from = hasByteOrderMark(bytes) ? 3 : 0;
        try (JsonParser parser = MAPPER.createParser(bytes, from, bytes.length - from)) {
            while (parser.nextToken() != null) {
                values.add(MAPPER.readTree(parser));
            }
            return new JsonDocument(values, null);
        } catch (JsonProcessingException e) {
            return new JsonDocument(values, refusal(e, bytes));
        } catch (CharConversionException e) {
            return new JsonDocument(values, notText(e, bytes));
        }
    }

    /** Bytes that begin like UTF-16 or UTF-32 are read as such, and may turn out not to be. */
    private static Refusal notText(CharConversionException e, byte[] bytes) {
        return new Refusal(
                "document", RejectCode.NOT_TEXT, Documents.firstLine(e.getMessage()), Documents.shown(bytes));
    }

    private static Refusal refusal(JsonProcessingException e, byte[] bytes) {
        JsonLocation location = e.getLocation();
        String place =
                location == null ? "document" : "line " + location.getLineNr() + " column " + location.getColumnNr();
        int at = location == null || location.getByteOffset() < 0
                ? 0
                : (int) Math.min(bytes.length, location.getByteOffset());
        return new Refusal(
                place,
                e instanceof JsonEOFException ? RejectCode.TRUNCATED : RejectCode.MALFORMED,
                Documents.firstLine(e.getOriginalMessage()),
                Documents.shown(Arrays.copyOfRange(bytes, Math.max(0, at - 100), bytes.length)));
    }

    private static boolean hasByteOrderMark(byte[] bytes) {
        return bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    }
}
