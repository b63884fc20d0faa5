package io.fabrictwin.ingest;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Files under src/test/resources. */
public final class Fixtures {
    private Fixtures() {}

    public static Path path(String name) {
        URL url = Objects.requireNonNull(Fixtures.class.getResource("/" + name), name);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies the files of a folder so that a test may change them. */
    public static Path copy(String folder, Path target) throws IOException {
        Files.createDirectories(target);
        for (Path file : list(path(folder))) {
            Files.copy(file, target.resolve(String.valueOf(file.getFileName())));
        }
        return target;
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
