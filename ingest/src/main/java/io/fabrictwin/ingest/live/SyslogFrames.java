package io.fabrictwin.ingest.live;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a TCP stream of syslog into messages: by octet counting where a message begins with its length
 * ({@code 15 <13>...}), else at line ends, each message for itself (RFC 6587). Line ends within a counted message become
 * {@code #012}, as relays write them. For one connection.
 */
final class SyslogFrames {
    /** Longest message that is kept whole; of a longer one the rest is left out. */
    static final int MAX_MESSAGE_BYTES = 1 << 16;

    private static final int MAX_LENGTH_DIGITS = 9;
    private static final byte[] LINE_END = {'#', '0', '1', '2'};

    private final Consumer<byte[]> messages;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private State state = State.BEGIN;
    private int left;
    private int digits;

    private enum State {
        BEGIN,
        LENGTH,
        COUNTED,
        LINE
    }

    SyslogFrames(Consumer<byte[]> messages) {
        this.messages = messages;
    }

    void take(byte[] bytes, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            take(bytes[i]);
        }
    }

    /** The stream is at its end: what is left is a message too, unless its length says that it is cut off. */
    void end() {
        if (state == State.LINE || state == State.LENGTH || state == State.COUNTED) {
            emit();
        }
    }

    /** One datagram, which is one message. */
    static byte[] datagram(byte[] bytes, int length) {
        byte[][] only = new byte[1][];
        SyslogFrames frames = new SyslogFrames(message -> only[0] = message);
        int end = length;
        while (end > 0 && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r' || bytes[end - 1] == 0)) {
            end--;
        }
        frames.state = State.COUNTED;
        frames.left = Integer.MAX_VALUE;
        frames.take(bytes, 0, end);
        frames.emit();
        return only[0] == null ? new byte[0] : only[0];
    }

    private void take(byte octet) {
        switch (state) {
            case BEGIN -> {
                if (octet >= '1' && octet <= '9') {
                    state = State.LENGTH;
                    left = octet - '0';
                    digits = 1;
                    keep(octet);
                } else if (octet != '\n' && octet != '\r' && octet != 0) {
                    state = State.LINE;
                    keep(octet);
                }
            }
            case LENGTH -> {
                if (octet == ' ') {
                    message.reset();
                    state = State.COUNTED;
                } else if (octet >= '0' && octet <= '9' && digits < MAX_LENGTH_DIGITS) {
                    left = 10 * left + octet - '0';
                    digits++;
                    keep(octet);
                } else {
                    // No length after all: a line that begins with digits.
                    state = State.LINE;
                    take(octet);
                }
            }
            case COUNTED -> {
                left--;
                if (octet == '\n') {
                    for (byte escaped : LINE_END) {
                        keep(escaped);
                    }
                } else {
                    keep(octet);
                }
                if (left == 0) {
                    emit();
                }
            }
            case LINE -> {
                if (octet == '\n' || octet == 0) {
                    emit();
                } else if (octet != '\r') {
                    keep(octet);
                }
            }
        }
    }

    private void keep(byte octet) {
        if (message.size() < MAX_MESSAGE_BYTES) {
            message.write(octet);
        }
    }

    private void emit() {
        byte[] whole = message.toByteArray();
        message.reset();
        state = State.BEGIN;
        int length = whole.length;
        // A counted message may end with the line end that its sender wrote.
        while (endsWithLineEnd(whole, length)) {
            length -= LINE_END.length;
        }
        if (length > 0) {
            messages.accept(Arrays.copyOf(whole, length));
        }
    }

    private static boolean endsWithLineEnd(byte[] message, int length) {
        return length >= LINE_END.length
                && Arrays.equals(message, length - LINE_END.length, length, LINE_END, 0, LINE_END.length);
    }
}
