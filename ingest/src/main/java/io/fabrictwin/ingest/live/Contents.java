package io.fabrictwin.ingest.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Inputs in memory, bounded, with the identity that a file of the same content has. */
final class Contents {
    private static final int IDENTITY_HEX_DIGITS = 16;

    private Contents() {}

    /** More came than there is room for. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLargeException(int mostBytes) {
            super("more than " + mostBytes + " bytes");
        }
    }

    /**
     * All that is left of the stream.
     *
     * @throws TooLargeException if it is more than that
     */
    static byte[] read(InputStream in, int mostBytes) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] chunk = new byte[1 << 14];
        int count;
        while ((count = in.read(chunk)) >= 0) {
            if (content.size() + count > mostBytes) {
                throw new TooLargeException(mostBytes);
            }
            content.write(chunk, 0, count);
        }
        return content.toByteArray();
    }

    static String identity(byte[] content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content))
                    .substring(0, IDENTITY_HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
