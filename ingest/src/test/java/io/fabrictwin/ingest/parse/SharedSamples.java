package io.fabrictwin.ingest.parse;

import io.fabrictwin.ingest.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Real files that may lie beside the repository. Tests over them fall back on the fixtures, so that they never stand idle. */
public final class SharedSamples {
    private static final Path FOLDER = Path.of("..", "..", "shared", "data");

    private SharedSamples() {}

    /** Where they lie; there may be nothing. */
    public static Path folder() {
        return FOLDER;
    }

    /** The files of a folder of samples; where there are none, those of a folder of fixtures. */
    public static List<Path> files(String samples, String fixtures) {
        Path folder = FOLDER.resolve(samples);
        try (Stream<Path> files = Files.list(Files.isDirectory(folder) ? folder : Fixtures.path(fixtures))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
