package io.fabrictwin.ingest.parse;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads gzip and zstd as what they hold. Compression is seen by content. */
final class Compression {
    private static final int MAGIC_BYTES = 4;
    /** A file that grows this much is made to fill memory or disk; the logs that compress best stay below 300. */
    private static final long MAX_GROWTH = 1_000;
    /** Below this much content no growth does harm. */
    private static final long HARMLESS_BYTES = 256L << 20;

    private Compression() {}

    /** The content of a stream. Damage, also of the header, shows as a {@link ZipException} when it is read. */
    static InputStream plain(InputStream raw) throws IOException {
        PushbackInputStream in = new PushbackInputStream(new BufferedInputStream(raw), MAGIC_BYTES);
        byte[] magic = in.readNBytes(MAGIC_BYTES);
        in.unread(magic);
        if (magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
            return new PlainStream(in, compressed -> new GZIPInputStream(compressed, 1 << 16));
        }
        boolean isZstd = magic.length == MAGIC_BYTES
                && magic[0] == 0x28
                && magic[1] == (byte) 0xb5
                && magic[2] == 0x2f
                && magic[3] == (byte) 0xfd;
        return isZstd ? new PlainStream(in, ZstdInputStream::new) : in;
    }

    private interface Opener {
        InputStream open(InputStream compressed) throws IOException;
    }

    private static final class Counting extends FilterInputStream {
        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }

    /** Reads the header on first use, so that a damaged header shows where damaged data would. */
    private static final class PlainStream extends InputStream {
        private final Counting compressed;
        private final Opener opener;
        private @Nullable InputStream plain;
        private long count;

        PlainStream(InputStream compressed, Opener opener) {
            this.compressed = new Counting(compressed);
            this.opener = opener;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read;
            try {
                InputStream opened = plain;
                if (opened == null) {
                    opened = opener.open(compressed);
                    plain = opened;
                }
                read = opened.read(target, offset, length);
            } catch (ZstdIOException e) {
                ZipException damage = new ZipException(e.getMessage());
                damage.initCause(e);
                throw damage;
            }
            count += Math.max(0, read);
            if (count > HARMLESS_BYTES && count / MAX_GROWTH > compressed.count) {
                throw new IOException("its content is more than " + MAX_GROWTH
                        + " times as large as the compressed file; unpack it yourself if that is meant");
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            InputStream opened = plain;
            (opened == null ? compressed : opened).close();
        }
    }
}
