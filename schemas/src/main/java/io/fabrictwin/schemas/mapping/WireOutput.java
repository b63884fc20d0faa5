package io.fabrictwin.schemas.mapping;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.avro.io.BinaryData;
import org.jspecify.annotations.Nullable;

/**
 * Where values are written to, as Avro's binary encoding has them, in memory that is used again. What short texts that
 * come again and again, such as names of counters and devices, are on the wire is kept. For one thread.
 */
public final class WireOutput {
    /** A power of two: a value's hash tells its place. */
    private static final int MOST_KEPT = 4096;

    private static final int LONGEST_KEPT = 128;
    private static final int MOST_BYTES_OF_NUMBER = 10;
    private static final int LEAST_BYTES = 512;

    private byte[] bytes = new byte[LEAST_BYTES];
    private int size;
    /** Texts, and ids that are text on the wire. */
    private final @Nullable Object[] kept = new @Nullable Object[MOST_KEPT];

    private final byte[][] bytesOfKept = new byte[MOST_KEPT][];

    /** Forgets what was written. */
    public void reset() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes bytes as they are, without their count. */
    public void writeRaw(byte[] raw) {
        reserve(raw.length);
        System.arraycopy(raw, 0, bytes, size, raw.length);
        size += raw.length;
    }

    void writeLong(long number) {
        reserve(MOST_BYTES_OF_NUMBER);
        size += BinaryData.encodeLong(number, bytes, size);
    }

    void writeInt(int number) {
        reserve(MOST_BYTES_OF_NUMBER);
        size += BinaryData.encodeInt(number, bytes, size);
    }

    void writeDouble(double number) {
        reserve(Double.BYTES);
        size += BinaryData.encodeDouble(number, bytes, size);
    }

    void writeBoolean(boolean isSet) {
        reserve(1);
        size += BinaryData.encodeBoolean(isSet, bytes, size);
    }

    void writeBytes(byte[] value) {
        writeInt(value.length);
        writeRaw(value);
    }

    /** Begins a list or a map of so many items. */
    void writeStart(int count) {
        if (count > 0) {
            writeInt(count);
        }
    }

    /** Ends a list or a map. */
    void writeEnd() {
        writeInt(0);
    }

    /** Throws IllegalArgumentException if the text is not Unicode. */
    void writeText(String text) {
        writeText(text, Function.identity());
    }

    /** Writes an id that is text on the wire. Throws IllegalArgumentException if the text is not Unicode. */
    <T> void writeText(T id, Function<T, String> toText) {
        int place = id.hashCode() & (MOST_KEPT - 1);
        if (!id.equals(kept[place])) {
            String text = toText.apply(id);
            requireUnicode(text);
            int start = size;
            writeBytes(text.getBytes(StandardCharsets.UTF_8));
            if (text.length() <= LONGEST_KEPT) {
                kept[place] = id;
                bytesOfKept[place] = Arrays.copyOfRange(bytes, start, size);
            }
            return;
        }
        writeRaw(bytesOfKept[place]);
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
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
