package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.document.JsonElements;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The messages of a Chakra file, each behind its length. */
final class ChakraStream {
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    private ChakraStream() {}

    /** Takes the messages, in the order of the file; the first is about the file. */
    interface Handler {
        void message(byte[] message);
    }

    /**
     * Reads all messages.
     *
     * @return why not all was read; null: all was
     */
    static JsonElements.@Nullable Problem read(Input input, Handler handler) throws IOException {
        try (InputStream in = input.open()) {
            while (true) {
                long length = length(in);
                if (length < 0) {
                    return null;
                }
                if (length > MAX_MESSAGE_BYTES) {
                    return new JsonElements.Problem(RejectCode.TOO_LONG, "a message has " + length + " bytes");
                }
                byte[] message = in.readNBytes((int) length);
                if (message.length < length) {
                    return new JsonElements.Problem(RejectCode.TRUNCATED, "the file ends within a message");
                }
                handler.message(message);
            }
        } catch (EOFException | ZipException e) {
            return new JsonElements.Problem(
                    RejectCode.TRUNCATED, "the compressed data is cut off or damaged: " + e.getMessage());
        }
    }

    /** The length of the next message; -1: there is none. */
    private static long length(InputStream in) throws IOException {
        long length = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = in.read();
            if (next < 0) {
                return shift == 0 ? -1 : Long.MAX_VALUE;
            }
            length |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return length;
            }
        }
        return Long.MAX_VALUE;
    }
}
