package io.fabrictwin.ingest.parse.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A Python pickle that holds plain values: dictionaries, lists, texts, numbers. Everything by which a pickle makes objects,
 * and so runs code, is refused.
 *
 * @param value what it holds, tuples as arrays and keys as texts; of a pickle that is cut off, what is whole two levels
 *     below the top; null: nothing could be read
 * @param refusal why no more could be read; null: all was
 */
public record PickleDocument(
        @Nullable JsonNode value, @Nullable Refusal refusal) {

    /** How much of an input tells whether it is a pickle. */
    public static final int MARK_BYTES = 3;

    /** Whether bytes begin like a pickle of protocol 2 to 5. */
    public static boolean isPickle(byte[] bytes) {
        return bytes.length >= MARK_BYTES && bytes[0] == (byte) 0x80 && bytes[1] >= 2 && bytes[1] <= 5;
    }

    /** Reads an input of up to 64 MiB. */
    public static PickleDocument read(Input input) throws IOException {
        byte[] bytes;
        try {
            bytes = Documents.read(input);
        } catch (UnreadableException e) {
            return new PickleDocument(null, e.refusal());
        }
        PickleReader reader = new PickleReader(bytes);
        try {
            return new PickleDocument(reader.read(), null);
        } catch (PickleReader.RefusedException e) {
            return new PickleDocument(
                    e.code() == RejectCode.TRUNCATED ? reader.partial() : null,
                    new Refusal(
                            "byte " + e.offset(), e.code(), String.valueOf(e.getMessage()), Documents.shown(bytes)));
        }
    }
}
