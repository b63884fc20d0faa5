package io.fabrictwin.cli.ingest;

import io.fabrictwin.ingest.app.FileReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What another program writes into this one, as a file: inputs are read more than once. Gone when closed. */
final class StandardInput implements AutoCloseable {
    /** As people name it among files. */
    static final String NAME = "-";

    private @Nullable Path folder;

    /** Reads it to its end. */
    Path asFile() throws IOException {
        Path made = Files.createTempDirectory("fabric-twin-");
        folder = made;
        Path file = made.resolve("stdin");
        Files.copy(System.in, file);
        return file;
    }

    /** Reports as a person knows the inputs: the file that stands for standard input is none of theirs. */
    List<FileReport> named(List<FileReport> reports) {
        Path made = folder;
        return made == null
                ? reports
                : reports.stream()
                        .map(report ->
                                Path.of(report.file()).startsWith(made) ? report.renamed("standard input") : report)
                        .toList();
    }

    @Override
    public void close() {
        Path made = folder;
        if (made != null) {
            try {
                Files.deleteIfExists(made.resolve("stdin"));
                Files.delete(made);
            } catch (IOException e) {
                // The system clears its folder of temporary files itself.
                return;
            }
        }
    }
}
