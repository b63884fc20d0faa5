package io.fabrictwin.ingest.parse;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** A file or folder on disk. Compression is seen by content and leaves no trace in the identity. */
public final class FileInput implements Input {
    /** Enough to tell any two inputs of one fabric apart, short enough to read aloud. */
    private static final int IDENTITY_HEX_DIGITS = 16;

    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final Path path;
    private final String name;
    private final List<FileInput> files;
    private final boolean isFolder;
    private final EventContext context;

    private FileInput(Path path, String name, boolean isFolder, List<FileInput> files, EventContext context) {
        this.path = path;
        this.name = name;
        this.isFolder = isFolder;
        this.files = files;
        this.context = context;
    }

    /**
     * What recognition sees of a file or folder.
     *
     * @throws IOException if it is not there or cannot be read; the message is for people
     */
    public static Head head(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file or folder");
        }
        if (!Files.isDirectory(path)) {
            try (InputStream in = open(path)) {
                return Head.of(in);
            }
        }
        return Head.ofFolder(
                regularFiles(path).stream().map(FileInput::plainName).toList());
    }

    /**
     * Reads the input once for its identity.
     *
     * @param at anchor time asked for, ns since 1970; null: when the file (of a folder: its newest part) was last written
     * @throws IOException if it is not there, is not what the format reads (file or folder), or cannot be read; the
     *     message is for people
     */
    public static FileInput of(Format format, Path path, FabricId fabric, @Nullable Long at, long observedTimeNs)
            throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file or folder");
        }
        boolean isFolder = Files.isDirectory(path);
        if (isFolder != format.isFolder()) {
            throw new IOException(path + " is a " + (isFolder ? "folder" : "file") + ", but " + format.name()
                    + " is read from a " + (isFolder ? "file" : "folder"));
        }
        List<Path> all = isFolder ? regularFiles(path) : List.of(path);
        List<Path> parts = isFolder
                ? all.stream().filter(file -> format.hasPart(plainName(file))).toList()
                : all;
        if (parts.isEmpty()) {
            throw new IOException(path + " holds no file of the format " + format.name());
        }
        MessageDigest digest = sha256();
        long lastWrittenNs = 0;
        for (Path part : parts) {
            if (isFolder) {
                digest.update((plainName(part) + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(contentHash(part));
            } else {
                digest = hashed(part);
            }
            lastWrittenNs = Math.max(
                    lastWrittenNs, nanoseconds(Files.getLastModifiedTime(part).toInstant()));
        }
        String identity = HexFormat.of().formatHex(digest.digest()).substring(0, IDENTITY_HEX_DIGITS);
        SourceId source = new SourceId(format.name(), at == null ? identity : identity + "@" + at);
        EventContext context = new EventContext(fabric, source, at == null ? lastWrittenNs : at, observedTimeNs);
        List<FileInput> files = new ArrayList<>();
        if (isFolder) {
            for (Path file : all) {
                files.add(new FileInput(file, plainName(file), false, List.of(), context));
            }
        }
        return new FileInput(path, path.toString(), isFolder, List.copyOf(files), context);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isFolder() {
        return isFolder;
    }

    @Override
    public List<Input> files() {
        return List.copyOf(files);
    }

    @Override
    public InputStream open() throws IOException {
        return open(path);
    }

    @Override
    public EventContext context() {
        return context;
    }

    private static List<Path> regularFiles(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isRegularFile)
                    .sorted(Comparator.comparing(FileInput::plainName).thenComparing(Path::toString))
                    .toList();
        }
    }

    private static String plainName(Path file) {
        return InputName.uncompressed(String.valueOf(file.getFileName()));
    }

    private static InputStream open(Path file) throws IOException {
        return Compression.plain(Files.newInputStream(file));
    }

    private static byte[] contentHash(Path file) throws IOException {
        return hashed(file).digest();
    }

    private static MessageDigest hashed(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = open(file)) {
            int count;
            while ((count = in.read(chunk)) >= 0) {
                digest.update(chunk, 0, count);
            }
        } catch (EOFException | ZipException e) {
            // Damaged compression: what came out of it is the content; the parser reports the damage with its place.
            return digest;
        }
        return digest;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static long nanoseconds(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
    }
}
