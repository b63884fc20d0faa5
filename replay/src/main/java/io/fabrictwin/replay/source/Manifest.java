package io.fabrictwin.replay.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.model.frame.Positions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an archive holds. A file that it does not name is no part of the archive.
 *
 * @param format always {@link #FORMAT}
 * @param topicIds the ids of the log's topics: what tells it from any other
 * @param hasAppendTimes whether records have the time at which the log took them in, not that of their senders
 * @param files by topic, partition and offset
 * @param digests of each fabric's frame at the end, by name; null: not known
 * @param checksum SHA-256 of all else in the manifest; null: not yet computed
 */
@JsonPropertyOrder({"format", "topicIds", "hasAppendTimes", "files", "digests", "checksum"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Manifest(
        String format,
        SortedMap<String, String> topicIds,
        boolean hasAppendTimes,
        List<ArchivedFile> files,
        @Nullable SortedMap<String, String> digests,
        @Nullable String checksum) {
    public static final String FILE = "manifest.json";
    public static final String FORMAT = "fabric-twin-archive-1";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final ObjectMapper ONE_LINE = new JsonMapper();
    private static final Comparator<ArchivedFile> ORDER =
            Comparator.comparing(ArchivedFile::place).thenComparingLong(ArchivedFile::from);

    public Manifest {
        files = files.stream().sorted(ORDER).toList();
    }

    /** Of an archive that holds nothing yet. */
    public static Manifest empty(SortedMap<String, String> topicIds, boolean hasAppendTimes) {
        return new Manifest(FORMAT, topicIds, hasAppendTimes, List.of(), null, null);
    }

    /** With more files; the digests are not known any more. */
    public Manifest with(List<ArchivedFile> more) {
        List<ArchivedFile> all = new ArrayList<>(files);
        all.addAll(more);
        return new Manifest(format, topicIds, hasAppendTimes, all, null, null);
    }

    public Manifest withDigests(SortedMap<String, String> digestByFabric) {
        return new Manifest(format, topicIds, hasAppendTimes, files, digestByFabric, null);
    }

    /**
     * Reads an archive's manifest; empty where the folder has none.
     *
     * @throws ArchiveDamagedException when it is not as it was written
     */
    public static Optional<Manifest> read(Path folder) {
        Path file = folder.resolve(FILE);
        Manifest manifest;
        try {
            manifest = JSON.readValue(Files.readAllBytes(file), Manifest.class);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw damaged(file, "it cannot be read", e);
        } catch (IOException e) {
            throw new ArchiveDamagedException("cannot read " + file + ": " + e.getMessage(), e);
        }
        if (!FORMAT.equals(manifest.format)) {
            throw damaged(file, "its format is '" + manifest.format + "', this build reads " + FORMAT, null);
        }
        if (!manifest.computedChecksum().equals(manifest.checksum)) {
            throw damaged(file, "its checksum does not fit what it says", null);
        }
        return Optional.of(manifest);
    }

    private static ArchiveDamagedException damaged(Path file, String how, @Nullable Throwable cause) {
        return new ArchiveDamagedException(
                "the archive's manifest " + file + " is damaged: " + how
                        + "; restore it, or archive into another folder",
                cause);
    }

    /** Its text, with the checksum. */
    public byte[] toBytes() {
        try {
            return JSON.writeValueAsBytes(
                    new Manifest(format, topicIds, hasAppendTimes, files, digests, computedChecksum()));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String computedChecksum() {
        try {
            return Checksums.sha256(
                    ONE_LINE.writeValueAsBytes(new Manifest(format, topicIds, hasAppendTimes, files, digests, null)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first offsets that files cover. */
    public Positions begin() {
        SortedMap<Positions.Partition, Long> begin = new TreeMap<>();
        files.forEach(file -> begin.merge(file.place(), file.from(), Math::min));
        return new Positions(begin);
    }

    /** The offsets after the last that files cover. */
    public Positions end() {
        SortedMap<Positions.Partition, Long> end = new TreeMap<>();
        files.forEach(file -> end.merge(file.place(), file.to(), Math::max));
        return new Positions(end);
    }

    /**
     * Looks whether all files are there, which is quick; a file's checksum is looked at when it is read.
     *
     * @throws ArchiveDamagedException when one is not, or has another length
     */
    public void checkLengths(Path folder) {
        files.forEach(
                file -> ArchiveSlice.of(folder, file, file.from(), file.to()).checkLength());
    }

    /**
     * Looks at every byte of every file.
     *
     * @throws ArchiveDamagedException when one is not as it was written
     */
    public void check(Path folder) {
        files.forEach(
                file -> ArchiveSlice.of(folder, file, file.from(), file.to()).check());
    }

    /** What no file covers between begin and end of a partition. */
    public List<LogGap> gaps() {
        List<LogGap> gaps = new ArrayList<>();
        for (int i = 1; i < files.size(); i++) {
            ArchivedFile before = files.get(i - 1);
            ArchivedFile file = files.get(i);
            if (before.place().equals(file.place()) && before.to() < file.from()) {
                gaps.add(new LogGap(file.place(), before.to(), file.from()));
            }
        }
        return gaps;
    }
}
