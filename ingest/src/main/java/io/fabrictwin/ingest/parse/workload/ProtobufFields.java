package io.fabrictwin.ingest.parse.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The fields of a protobuf message, one after the other. */
final class ProtobufFields {
    private final ByteBuffer in;
    private int number;
    private long value;
    private byte[] content = new byte[0];
    private boolean isContent;

    ProtobufFields(byte[] message) {
        in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A message that is none. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /** Goes to the next field; false: there is none. */
    boolean next() throws MalformedException {
        if (!in.hasRemaining()) {
            return false;
        }
        long tag = varint();
        number = (int) (tag >>> 3);
        isContent = false;
        if (number <= 0) {
            throw new MalformedException("a field has the number " + number);
        }
        switch ((int) (tag & 7)) {
            case 0 -> value = varint();
            case 1 -> value = need(8).getLong();
            case 2 -> {
                long length = varint();
                if (length < 0 || length > in.remaining()) {
                    throw new MalformedException("field " + number + " is longer than its message");
                }
                content = new byte[(int) length];
                in.get(content);
                isContent = true;
            }
            case 5 -> value = need(4).getInt();
            default -> throw new MalformedException("field " + number + " has the wire type " + (tag & 7));
        }
        return true;
    }

    int number() {
        return number;
    }

    /** Whether it is a text or a message. */
    boolean isContent() {
        return isContent;
    }

    /** Its number, where it is one. */
    long value() {
        return isContent ? 0 : value;
    }

    byte[] content() {
        return isContent ? content : new byte[0];
    }

    String text() {
        return new String(content(), UTF_8);
    }

    private ByteBuffer need(int bytes) throws MalformedException {
        if (in.remaining() < bytes) {
            throw new MalformedException("field " + number + " is cut off");
        }
        return in;
    }

    private long varint() throws MalformedException {
        long read = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (!in.hasRemaining()) {
                throw new MalformedException("a number is cut off");
            }
            byte next = in.get();
            read |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return read;
            }
        }
        throw new MalformedException("a number is too long");
    }
}
