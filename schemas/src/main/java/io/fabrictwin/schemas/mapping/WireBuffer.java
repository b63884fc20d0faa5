package io.fabrictwin.schemas.mapping;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values as Avro's binary encoding has them, in memory that is used again: numbers in zigzag of 7 bits a byte, text and
 * bytes behind their length, lists and maps as one block behind its count. For one thread.
 */
public final class WireBuffer {
    private static final VarHandle DOUBLES =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MOST_BYTES_OF_NUMBER = 10;
    private static final int BITS_PER_BYTE = 7;
    private static final int MORE = 0x80;
    private static final int LEAST_BYTES = 512;

    /** A power of two; few names come again and again. */
    private static final int MOST_NAMES = 256;
    /** A longer name is no counter's. */
    private static final int MAX_NAME = 64;

    private byte[] bytes = new byte[LEAST_BYTES];
    private int size;
    /** Names that were written before, and how, each in the place that its hash gives it. */
    private final @Nullable String[] names = new @Nullable String[MOST_NAMES];

    private final byte[][] namesBytes = new byte[MOST_NAMES][];
    /** The source that was written last, and how: events come source by source. */
    private @Nullable Object lastSource;

    private byte[] lastSourceBytes = new byte[0];

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

    /** Bytes as they are, without a length. */
    public void writeRaw(byte[] raw) {
        reserve(raw.length);
        System.arraycopy(raw, 0, bytes, size, raw.length);
        size += raw.length;
    }

    void writeLong(long number) {
        reserve(MOST_BYTES_OF_NUMBER);
        putNumber(number);
    }

    void writeDouble(double number) {
        reserve(Double.BYTES);
        DOUBLES.set(bytes, size, number);
        size += Double.BYTES;
    }

    void writeBoolean(boolean isSet) {
        reserve(1);
        bytes[size++] = (byte) (isSet ? 1 : 0);
    }

    void writeBytes(byte[] value) {
        writeLong(value.length);
        writeRaw(value);
    }

    /** Begins a list or map; its end is {@link #writeEnd()}. */
    void writeCount(int count) {
        if (count > 0) {
            writeLong(count);
        }
    }

    void writeEnd() {
        writeLong(0);
    }

    /** Throws IllegalArgumentException if the text is not Unicode. */
    void writeText(String text) {
        int length = text.length();
        reserve(MOST_BYTES_OF_NUMBER + length);
        int begin = size;
        putNumber(length);
        byte[] target = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            if (letter >= MORE) {
                size = begin;
                requireUnicode(text);
                writeBytes(text.getBytes(StandardCharsets.UTF_8));
                return;
            }
            target[at++] = (byte) letter;
        }
        size = at;
    }

    /** Writes the name of a counter or the like as text. */
    void writeName(String name) {
        int place = name.hashCode() & (MOST_NAMES - 1);
        if (name.equals(names[place])) {
            writeRaw(namesBytes[place]);
            return;
        }
        int begin = size;
        writeText(name);
        if (name.length() <= MAX_NAME) {
            names[place] = name;
            namesBytes[place] = Arrays.copyOfRange(bytes, begin, size);
        }
    }

    /** Writes the text of a source. */
    @SuppressWarnings("ReferenceEquality") // the events of one source share it
    void writeSource(Object source) {
        if (source != lastSource) {
            int begin = size;
            writeText(source.toString());
            lastSource = source;
            lastSourceBytes = Arrays.copyOfRange(bytes, begin, size);
        } else {
            writeRaw(lastSourceBytes);
        }
    }

    private void putNumber(long number) {
        long left = number << 1 ^ number >> (Long.SIZE - 1);
        int at = size;
        while ((left & -MORE) != 0) {
            bytes[at++] = (byte) (left | MORE);
            left >>>= BITS_PER_BYTE;
        }
        bytes[at++] = (byte) left;
        size = at;
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
