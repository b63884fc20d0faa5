package io.fabrictwin.ingest.parse.document;

import io.fabrictwin.ingest.parse.Input;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The text of an input that makes sense only as a whole.
 *
 * @param text without byte order mark, with U+FFFD for what is no UTF-8; empty: it could not be read
 * @param refusal why not; null: it was read
 */
public record TextDocument(String text, @Nullable Refusal refusal) {
    /** Reads an input of up to 64 MiB. */
    public static TextDocument read(Input input) throws IOException {
        try {
            String text = new String(Documents.read(input), StandardCharsets.UTF_8);
            return new TextDocument(text.startsWith("\uFEFF") ? text.substring(1) : text, null);
        } catch (UnreadableException e) {
            return new TextDocument("", e.refusal());
        }
    }
}
