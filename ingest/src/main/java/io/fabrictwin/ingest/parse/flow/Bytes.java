package io.fabrictwin.ingest.parse.flow;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads numbers in network order. Running over the end throws {@link IndexOutOfBoundsException}, which readers turn into a rejection. */
final class Bytes {
    private final byte[] bytes;
    private final int end;
    private int at;

    Bytes(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private Bytes(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    int at() {
        return at;
    }

    int left() {
        return end - at;
    }

    int u8() {
        require(1);
        return bytes[at++] & 0xff;
    }

    int u16() {
        return u8() << 8 | u8();
    }

    long u32() {
        return (long) u16() << 16 | u16();
    }

    /** Values beyond 63 bits come out negative. */
    long u64() {
        return u32() << 32 | u32();
    }

    /** A number of 1 to 8 bytes; values beyond 63 bits come out negative. */
    long number(int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | u8();
        }
        return value;
    }

    void skip(long count) {
        require(count);
        at += (int) count;
    }

    /** The next bytes as a reader of their own; this one goes on behind them. */
    Bytes part(long length) {
        require(length);
        Bytes part = new Bytes(bytes, at, at + (int) length);
        at += (int) length;
        return part;
    }

    /** An address of 4 or 16 bytes, in its shortest form. */
    String address(int length) {
        try {
            return InetAddress.getByAddress(raw(length)).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IndexOutOfBoundsException("an address of " + length + " bytes");
        }
    }

    /** Six bytes as pairs of digits. */
    String mac() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            int value = u8();
            text.append(i == 0 ? "" : ":")
                    .append(Character.forDigit(value >> 4, 16))
                    .append(Character.forDigit(value & 0xf, 16));
        }
        return text.toString();
    }

    String text(long length) {
        require(length);
        return new String(raw((int) length), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "");
    }

    byte[] shown(int most) {
        return Arrays.copyOfRange(bytes, Math.min(at, end), Math.min(end, at + most));
    }

    private byte[] raw(int length) {
        require(length);
        byte[] raw = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return raw;
    }

    private void require(long count) {
        if (count < 0 || count > left()) {
            throw new IndexOutOfBoundsException(count + " bytes are needed where " + left() + " are left");
        }
    }
}
