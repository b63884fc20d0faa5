package io.fabrictwin.schemas.mapping;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * Where values are written to: Avro's encoder, and the bytes of short texts that come again and again, such as names of
 * counters and devices. For one thread.
 */
public final class WireOutput {
    /** A power of two: a text's hash tells its place. */
    private static final int MOST_KEPT = 1024;

    private static final int LONGEST_KEPT = 64;

    private final Encoder encoder;
    private final @Nullable String[] kept = new @Nullable String[MOST_KEPT];
    private final byte[][] bytesOfKept = new byte[MOST_KEPT][];

    public WireOutput(Encoder encoder) {
        this.encoder = encoder;
    }

    Encoder encoder() {
        return encoder;
    }

    /** Throws IllegalArgumentException if the text is not Unicode. */
    void writeText(String text) throws IOException {
        int place = text.hashCode() & (MOST_KEPT - 1);
        if (!text.equals(kept[place])) {
            requireUnicode(text);
            if (text.length() > LONGEST_KEPT) {
                encoder.writeString(text);
                return;
            }
            kept[place] = text;
            bytesOfKept[place] = text.getBytes(StandardCharsets.UTF_8);
        }
        encoder.writeBytes(bytesOfKept[place]); // a text is written as the bytes of its UTF-8
    }

    private static void requireUnicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    throw new IllegalArgumentException("text '" + text + "' has half a character at position " + i);
                }
                i++;
            }
        }
    }
}
