package io.fabrictwin.cli.synth;

import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.model.event.FabricEvent;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Events as lines of the {@code events} format, compressed where the name ends in {@code .gz}. */
final class EventFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Writer writer;

    private EventFile(Writer writer) {
        this.writer = writer;
    }

    /** @throws IOException if it cannot be written; a file that was there is replaced */
    static EventFile create(Path path) throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER_BYTES);
        boolean isCompressed = path.toString().endsWith(".gz");
        OutputStream plain = isCompressed ? new GZIPOutputStream(out, BUFFER_BYTES) : out;
        return new EventFile(new BufferedWriter(new OutputStreamWriter(plain, StandardCharsets.UTF_8), BUFFER_BYTES));
    }

    /** Over a writer that stays open. */
    static EventFile over(Writer writer) {
        return new EventFile(new BufferedWriter(writer, BUFFER_BYTES) {
            @Override
            public void close() throws IOException {
                flush();
            }
        });
    }

    void write(FabricEvent event) {
        try {
            writer.write(EventJson.write(event));
            writer.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
