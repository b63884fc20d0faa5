package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.ingest.parse.SharedSamples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All inputs that tests can reach: the fixtures, and real files where they lie beside the repository. */
final class Samples {
    private Samples() {}

    /** Files of real devices and jobs; none where there are none. */
    static List<Path> real() {
        Path folder = SharedSamples.folder();
        return Files.isDirectory(folder)
                ? files(folder).stream().filter(Samples::isInput).toList()
                : List.of();
    }

    static List<Path> fixtures() {
        return files(Fixtures.path("."));
    }

    /** Files that describe the samples, or hold results that they are compared with, are no inputs. */
    private static boolean isInput(Path file) {
        String name = String.valueOf(file.getFileName());
        return !name.startsWith("SOURCES")
                && !name.endsWith("results.csv")
                && !file.toString().contains("grafana");
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
