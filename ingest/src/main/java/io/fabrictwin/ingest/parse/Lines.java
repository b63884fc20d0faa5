package io.fabrictwin.ingest.parse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts an input into lines whatever it holds: a byte order mark at its start and a carriage return at a line's end are
 * dropped, and a line with invalid UTF-8, NUL bytes, too many bytes or a broken compression arrives with its defect.
 */
public final class Lines {
    /** Longest line that is kept; of a longer one the rest is skipped. */
    public static final int MAX_LINE_BYTES = 1 << 20;
    /** How much of a longer line is kept, to show it. */
    private static final int KEPT_OF_TOO_LONG_BYTES = 1 << 10;

    private Lines() {}

    /** Hands all lines to the handler, also those with a defect. An empty input has no line. */
    public static void read(Input input, Consumer<Line> handler) throws IOException {
        try (InputStream in = input.open()) {
            new Cutter(in, handler).run();
        }
    }

    /** Rejects the lines with a defect as records numbered by line, and hands the others to the handler. */
    public static void readText(Input input, Sink sink, Consumer<Line> handler) throws IOException {
        read(input, line -> {
            Line.Defect defect = line.defect();
            if (defect == null) {
                handler.accept(line);
            } else {
                sink.rejected(line.record(), line.place(), defect.code(), defect.reason(), line.raw());
            }
        });
    }

    private static final class Cutter {
        private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

        private final InputStream in;
        private final Consumer<Line> handler;
        private final byte[] chunk = new byte[1 << 16];
        private byte[] line = new byte[1 << 10];
        private int length;
        private long totalLength;
        private long number;

        Cutter(InputStream in, Consumer<Line> handler) {
            this.in = in;
            this.handler = handler;
        }

        void run() throws IOException {
            while (true) {
                int count;
                try {
                    count = in.read(chunk);
                } catch (EOFException | ZipException e) {
                    emit(
                            new Line.Defect(
                                    RejectCode.TRUNCATED,
                                    "the compressed data is cut off or damaged: " + e.getMessage()),
                            false);
                    return;
                }
                if (count < 0) {
                    if (totalLength > 0) {
                        emit(null, false);
                    }
                    return;
                }
                take(count);
            }
        }

        private void take(int count) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (chunk[i] == '\n') {
                    append(start, i);
                    emit(null, true);
                    start = i + 1;
                }
            }
            append(start, count);
        }

        private void append(int from, int to) {
            totalLength += to - from;
            int added = Math.min(to - from, MAX_LINE_BYTES - length);
            if (added > line.length - length) {
                line = Arrays.copyOf(line, Math.max(length + added, 2 * line.length));
            }
            System.arraycopy(chunk, from, line, length, added);
            length += added;
        }

        private void emit(Line.@Nullable Defect defect, boolean isTerminated) {
            number++;
            int from = number == 1 && startsWithByteOrderMark() ? BYTE_ORDER_MARK.length : 0;
            boolean isTooLong = totalLength > MAX_LINE_BYTES;
            int to = isTooLong ? KEPT_OF_TOO_LONG_BYTES : length;
            if (!isTooLong && isTerminated && to > from && line[to - 1] == '\r') {
                to--;
            }
            byte[] raw = Arrays.copyOfRange(line, from, to);
            Line.Defect found = defect;
            if (found == null && isTooLong) {
                found = new Line.Defect(
                        RejectCode.TOO_LONG, "the line has " + totalLength + " bytes, more than " + MAX_LINE_BYTES);
            }
            String text = null;
            for (int i = 0; i < raw.length && found == null; i++) {
                if (raw[i] == 0) {
                    found = new Line.Defect(RejectCode.NOT_TEXT, "NUL byte at position " + i);
                }
            }
            if (found == null) {
                try {
                    CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw));
                    text = decoded.toString();
                } catch (CharacterCodingException e) {
                    found = new Line.Defect(RejectCode.NOT_TEXT, "invalid UTF-8");
                }
            }
            if (text == null) {
                text = new String(raw, StandardCharsets.UTF_8);
            }
            length = 0;
            totalLength = 0;
            handler.accept(new Line(number, raw, text, found, isTerminated));
        }

        private boolean startsWithByteOrderMark() {
            return length >= BYTE_ORDER_MARK.length
                    && Arrays.equals(line, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        }
    }
}
