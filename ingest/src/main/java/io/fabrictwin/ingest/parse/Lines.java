package io.fabrictwin.ingest.parse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    private static final int CHUNK_BYTES = 1 << 16;

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

        private static final VarHandle WORDS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final long ONES = 0x0101_0101_0101_0101L;
        private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
        private static final long LINE_FEEDS = '\n' * ONES;

        private final InputStream in;
        private final Consumer<Line> handler;
        /** Lines refer to it, so it is never written over: when it is full, another follows. */
        private byte[] chunk = new byte[CHUNK_BYTES];

        private int filled;
        private int scanned;
        private int start;
        /** Of the line that begins at {@code start}: bytes that were not kept, and whether a scanned one is not of 1 to 127. */
        private long dropped;

        private boolean isPlain = true;
        private long number;

        Cutter(InputStream in, Consumer<Line> handler) {
            this.in = in;
            this.handler = handler;
        }

        void run() throws IOException {
            while (true) {
                if (filled == chunk.length) {
                    changeChunk();
                }
                int count;
                try {
                    count = in.read(chunk, filled, chunk.length - filled);
                } catch (EOFException | ZipException e) {
                    emit(
                            filled,
                            new Line.Defect(
                                    RejectCode.TRUNCATED,
                                    "the compressed data is cut off or damaged: " + e.getMessage()),
                            false);
                    return;
                }
                if (count < 0) {
                    if (filled > start) {
                        emit(filled, null, false);
                    }
                    return;
                }
                filled += count;
                cut();
            }
        }

        /** Takes the begun line along; of one that is too long only its beginning. */
        private void changeChunk() {
            int kept = filled - start;
            if (kept > MAX_LINE_BYTES) {
                dropped += kept - KEPT_OF_TOO_LONG_BYTES;
                kept = KEPT_OF_TOO_LONG_BYTES;
            }
            byte[] next = new byte[Math.max(CHUNK_BYTES, 2 * kept)];
            System.arraycopy(chunk, start, next, 0, kept);
            chunk = next;
            start = 0;
            filled = kept;
            scanned = kept;
        }

        private void cut() {
            byte[] bytes = chunk;
            int at = scanned;
            long odd = 0;
            while (at <= filled - Long.BYTES) {
                long word = (long) WORDS.get(bytes, at);
                long lineFeed = zeros(word ^ LINE_FEEDS);
                long oddHere = (word & HIGH_BITS) | zeros(word);
                if (lineFeed == 0) {
                    odd |= oddHere;
                    at += Long.BYTES;
                } else {
                    int before = Long.numberOfTrailingZeros(lineFeed) / Byte.SIZE;
                    isPlain &= (odd | (oddHere & ((1L << (before * Byte.SIZE)) - 1))) == 0;
                    endLine(at + before);
                    at = scanned;
                    odd = 0;
                }
            }
            isPlain &= odd == 0;
            while (at < filled) {
                if (bytes[at] == '\n') {
                    endLine(at);
                } else {
                    isPlain &= bytes[at] > 0;
                }
                at++;
            }
            scanned = at;
        }

        /** The high bit of each byte that is zero, up to the first one exactly; 0: none is. */
        private static long zeros(long word) {
            return (word - ONES) & ~word & HIGH_BITS;
        }

        private void endLine(int end) {
            emit(end, null, true);
            start = end + 1;
            scanned = start;
            dropped = 0;
            isPlain = true;
        }

        private void emit(int end, Line.@Nullable Defect defect, boolean isTerminated) {
            number++;
            long length = end - start + dropped;
            boolean isTooLong = length > MAX_LINE_BYTES;
            int from = number == 1 && startsWithByteOrderMark(end) ? start + BYTE_ORDER_MARK.length : start;
            int to = isTooLong ? start + KEPT_OF_TOO_LONG_BYTES : end;
            if (!isTooLong && isTerminated && to > from && chunk[to - 1] == '\r') {
                to--;
            }
            Line.Defect found = defect;
            if (found == null && isTooLong) {
                found = new Line.Defect(
                        RejectCode.TOO_LONG, "the line has " + length + " bytes, more than " + MAX_LINE_BYTES);
            }
            if (isPlain) {
                handler.accept(new Line(number, chunk, from, to, null, found, isTerminated));
                return;
            }
            if (found == null) {
                found = nul(from, to);
            }
            String text = null;
            if (found == null) {
                try {
                    text = StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(chunk, from, to - from))
                            .toString();
                } catch (CharacterCodingException e) {
                    found = new Line.Defect(RejectCode.NOT_TEXT, "invalid UTF-8");
                }
            }
            if (text == null) {
                text = new String(chunk, from, to - from, StandardCharsets.UTF_8);
            }
            handler.accept(new Line(number, chunk, from, to, text, found, isTerminated));
        }

        private Line.@Nullable Defect nul(int from, int to) {
            for (int i = from; i < to; i++) {
                if (chunk[i] == 0) {
                    return new Line.Defect(RejectCode.NOT_TEXT, "NUL byte at position " + (i - from));
                }
            }
            return null;
        }

        private boolean startsWithByteOrderMark(int end) {
            int to = start + BYTE_ORDER_MARK.length;
            return end >= to && Arrays.equals(chunk, start, to, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        }
    }
}
