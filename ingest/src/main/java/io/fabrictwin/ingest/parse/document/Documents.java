package io.fabrictwin.ingest.parse.document;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** What all documents share: bounds, and how their beginning is read. */
final class Documents {
    /** The greatest document that is read as a whole; the greatest known of its kind has 3 MB. */
    static final int MAX_BYTES = 64 << 20;

    static final int MAX_DEPTH = 500;
    private static final int SHOWN_BYTES = 1 << 10;

    private Documents() {}

    /**
     * The content of an input.
     *
     * @throws UnreadableException if it is damaged, too long or empty
     */
    static byte[] read(Input input) throws IOException, UnreadableException {
        byte[] bytes;
        try (InputStream in = input.open()) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (EOFException | ZipException e) {
            throw new UnreadableException(new Refusal(
                    "document",
                    RejectCode.TRUNCATED,
                    "the compressed data is cut off or damaged: " + e.getMessage(),
                    new byte[0]));
        }
        if (bytes.length > MAX_BYTES) {
            throw new UnreadableException(new Refusal(
                    "document",
                    RejectCode.TOO_LONG,
                    "the document has more than " + MAX_BYTES + " bytes",
                    shown(bytes)));
        }
        if (new String(bytes, StandardCharsets.UTF_8).isBlank()) {
            throw new UnreadableException(
                    new Refusal("document", RejectCode.MALFORMED, "the document is empty", shown(bytes)));
        }
        return bytes;
    }

    static byte[] shown(byte[] bytes) {
        return bytes.length <= SHOWN_BYTES ? bytes : Arrays.copyOf(bytes, SHOWN_BYTES);
    }

    /** The first line of a library's message, which goes on about its own inside. */
    static String firstLine(@Nullable String message) {
        return message == null
                ? "it cannot be read"
                : message.lines().findFirst().orElse("it cannot be read");
    }
}
