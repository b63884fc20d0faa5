package io.fabrictwin.model.id;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Short texts that come again and again, such as names of devices and attributes, as one object each: a fabric's state names
 * them millions of times. It saves memory and time alone: which texts are kept changes no outcome.
 */
public final class SharedText {
    /** More than there are names in the largest fabric: 32,768 GPUs and all that is between them. */
    private static final int PLACE_BITS = 18;

    private static final int PLACES = 1 << PLACE_BITS;
    private static final int LONGEST_BYTES = 64;
    private static final char REPLACEMENT = '\uFFFD';

    @SuppressWarnings("ArrayRecordComponent") // nobody compares such records
    private record Kept(byte[] utf8, String text) {}

    /** Written and read without a lock: what is kept never changes, and a lost write only costs the next one. */
    private static final @Nullable Kept[] KEPT = new @Nullable Kept[PLACES];

    private SharedText() {}

    /** The text of bytes in UTF-8; what is no UTF-8 is replaced, as {@link String} does. */
    public static String of(byte[] bytes, int from, int length) {
        if (length > LONGEST_BYTES) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int place = place(bytes, from, length);
        Kept kept = KEPT[place];
        if (kept != null && Arrays.equals(kept.utf8, 0, kept.utf8.length, bytes, from, from + length)) {
            return kept.text;
        }
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        // Bytes that are no UTF-8 are not kept: a reader that refuses them shall see every one.
        if (text.indexOf(REPLACEMENT) < 0) {
            KEPT[place] = new Kept(Arrays.copyOfRange(bytes, from, from + length), text);
        }
        return text;
    }

    private static int place(byte[] bytes, int from, int length) {
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        hash *= 0x9E3779B1;
        return hash >>> (Integer.SIZE - PLACE_BITS);
    }
}
