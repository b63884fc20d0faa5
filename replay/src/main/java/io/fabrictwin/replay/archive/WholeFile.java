package io.fabrictwin.replay.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Files that are there whole or not at all, also after a crash: written under another name, then renamed. */
public final class WholeFile {
    private static final String PART = ".part";

    private WholeFile() {}

    /** Where to write what is to become the file. */
    public static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + PART);
    }

    /** Makes the written part the file, and safe from a loss of power. */
    public static void complete(Path file) throws IOException {
        Path part = part(file);
        force(part, StandardOpenOption.WRITE);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(Objects.requireNonNull(file.toAbsolutePath().getParent()), StandardOpenOption.READ);
    }

    public static void write(Path file, byte[] bytes) throws IOException {
        Files.write(part(file), bytes);
        complete(file);
    }

    /** Removes what a run that was ended left half written. */
    static void removeParts(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> parts =
                    files.filter(file -> file.toString().endsWith(PART)).toList();
            for (Path part : parts) {
                Files.delete(part);
            }
        }
    }

    private static void force(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }
}
