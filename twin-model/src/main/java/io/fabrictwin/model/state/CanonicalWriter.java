package io.fabrictwin.model.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/** Writes values to bytes in the one form that digests, stores and ties are made of: big endian, length before text. */
final class CanonicalWriter {
    private byte[] bytes = new byte[1024];
    private int size;

    void number(long value) {
        reserve(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void count(int value) {
        reserve(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void tag(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void text(String value) {
        int length = value.length();
        int before = size;
        count(length);
        reserve(length);
        for (int at = 0; at < length; at++) {
            char letter = value.charAt(at);
            if (letter >= 0x80) {
                // Most names are ASCII, and need no array of their own.
                size = before;
                byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
                count(utf8.length);
                raw(utf8);
                return;
            }
            bytes[size++] = (byte) letter;
        }
    }

    void texts(Collection<String> values) {
        count(values.size());
        values.forEach(this::text);
    }

    private void raw(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
