package io.fabrictwin.cli.export;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses pages of Parquet with the library that Kafka brings; Parquet's own codecs need Hadoop. */
final class Zstandard implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName name) {
        return new BytesInputCompressor() {
            @Override
            public BytesInput compress(BytesInput bytes) throws IOException {
                return BytesInput.from(Zstd.compress(bytes.toInputStream().readAllBytes()));
            }

            @Override
            public CompressionCodecName getCodecName() {
                return CompressionCodecName.ZSTD;
            }

            @Override
            public void release() {}
        };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
        throw new UnsupportedOperationException("tables are written, not read");
    }

    @Override
    public void release() {}
}
