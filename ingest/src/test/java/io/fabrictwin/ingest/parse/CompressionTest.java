package io.fabrictwin.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private static final byte[] CONTENT = "facts of a fabric\n".repeat(1_000).getBytes(UTF_8);

    @Test
    void plainGzipAndZstdReadTheSame() throws IOException {
        assertThat(plain(CONTENT)).isEqualTo(CONTENT);
        assertThat(plain(gzip(CONTENT, 1))).isEqualTo(CONTENT);
        assertThat(plain(Zstd.compress(CONTENT))).isEqualTo(CONTENT);
        assertThat(plain(new byte[] {0x1f})).isEqualTo(new byte[] {0x1f});
    }

    @Test
    void damageShowsAsDamageOfBothKinds() throws IOException {
        for (byte[] compressed : new byte[][] {gzip(CONTENT, 1), Zstd.compress(CONTENT)}) {
            Arrays.fill(compressed, 12, Math.min(compressed.length, 30), (byte) 0xee);
            assertThatThrownBy(() -> plain(compressed)).isInstanceOf(ZipException.class);
        }
    }

    @Test
    void whatGrowsWithoutMeasureIsRefused() throws IOException {
        byte[] bomb = gzip(new byte[1 << 20], 300);
        assertThatThrownBy(() -> count(bomb)).hasMessageContaining("1000 times as large");
    }

    private static byte[] plain(byte[] bytes) throws IOException {
        try (InputStream in = Compression.plain(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private static long count(byte[] bytes) throws IOException {
        try (InputStream in = Compression.plain(new ByteArrayInputStream(bytes))) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static byte[] gzip(byte[] part, int times) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < times; i++) {
                out.write(part);
            }
        }
        return bytes.toByteArray();
    }
}
