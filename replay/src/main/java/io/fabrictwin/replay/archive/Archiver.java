package io.fabrictwin.replay.archive;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.source.ArchiveDamagedException;
import io.fabrictwin.replay.source.ArchivedFile;
import io.fabrictwin.replay.source.HistoryRefusedException;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.replay.source.Manifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Copies what a log has taken in since the manifest's end into an archive, up to the end of the cut.
 *
 * <p>Files are cut by hour of log-append time, not of event time: within a partition append time rises with the offset, so
 * each file holds all between two offsets, which can be checked, is never opened again, and a late event needs no file of
 * the past.
 */
public final class Archiver {
    /** Files that may wait to be named by the manifest, and records in them: what a run that is ended writes again. */
    private static final int MOST_UNNAMED_FILES = 256;

    private static final long MOST_UNNAMED_RECORDS = 4_000_000;
    private static final int PROGRESS_RECORDS = 50_000;

    private final Path folder;
    private final LongConsumer progress;
    private final SortedMap<Positions.Partition, ArchiveWriter> open = new TreeMap<>();
    private final List<ArchivedFile> unnamed = new ArrayList<>();
    private Manifest manifest;
    private long records;
    private long files;

    private Archiver(Path folder, Manifest manifest, LongConsumer progress) {
        this.folder = folder;
        this.manifest = manifest;
        this.progress = progress;
    }

    /**
     * What a run did.
     *
     * @param manifest as it stands now
     * @param records that it added
     * @param files that it added
     */
    public record Archived(Manifest manifest, long records, long files) {}

    /**
     * Runs until the archive has reached the cut's end.
     *
     * @param skipsLost go on, with a gap, where the log has deleted what the archive does not have yet
     * @param digests gives the digest of each fabric at the end of the archive, by name
     * @param progress told the number of records now and then
     * @throws HistoryRefusedException when the archive is of another log, or would get a gap, or another process fills it
     * @throws ArchiveDamagedException when what the archive has is not as it was written
     * @throws ArchiveException when the folder cannot be written
     */
    public static Archived run(
            LogCut log,
            Path folder,
            boolean skipsLost,
            Function<Manifest, SortedMap<String, String>> digests,
            LongConsumer progress) {
        try {
            Files.createDirectories(folder);
            ArchiveLock lock = ArchiveLock.of(folder);
            try (lock) {
                WholeFile.removeParts(folder);
                Manifest manifest =
                        Manifest.read(folder).orElseGet(() -> Manifest.empty(log.topicIds(), log.hasAppendTimes()));
                requireContinues(log, manifest, folder, skipsLost);
                manifest.checkLengths(folder);
                Archiver archiver = new Archiver(folder, manifest, progress);
                archiver.copy(log);
                archiver.complete(digests);
                return new Archived(archiver.manifest, archiver.records, archiver.files);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new ArchiveException("cannot write the archive " + folder + ": " + e.getMessage(), e);
        }
    }

    private static void requireContinues(LogCut log, Manifest manifest, Path folder, boolean skipsLost) {
        if (!manifest.topicIds().equals(log.topicIds())) {
            throw new HistoryRefusedException(
                    "the archive " + folder + " is of another log; archive this one into another folder");
        }
        if (!log.end().covers(manifest.end())) {
            throw new HistoryRefusedException(
                    "the archive " + folder + " reaches beyond the log's end: the log has lost "
                            + "what it once held; archive it into another folder");
        }
        if (!manifest.files().isEmpty() && !skipsLost) {
            manifest.end().nextOffsets().forEach((partition, next) -> {
                long begin = log.begin().nextOffsets().getOrDefault(partition, 0L);
                if (begin > next) {
                    throw new HistoryRefusedException(partition + " begins at offset " + begin
                            + " in the log, the archive ends at " + next
                            + ": what lay between is lost; go on with that gap with --skip-lost");
                }
            });
        }
    }

    private void copy(LogCut log) throws IOException {
        SortedMap<Positions.Partition, Long> from =
                new TreeMap<>(log.begin().mergedWith(manifest.end()).nextOffsets());
        try {
            log.read(manifest.end(), next -> {
                try {
                    add(next, from);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            for (Map.Entry<Positions.Partition, ArchiveWriter> entry : open.entrySet()) {
                keep(entry.getValue().complete(log.end().nextOffsets().getOrDefault(entry.getKey(), 0L)));
            }
            open.clear();
            nameFiles();
        } finally {
            for (ArchiveWriter writer : open.values()) {
                writer.close();
            }
        }
    }

    /** With the digests the manifest says what the archive should fold to. */
    private void complete(Function<Manifest, SortedMap<String, String>> digests) throws IOException {
        if (manifest.digests() == null) {
            manifest = manifest.withDigests(digests.apply(manifest));
            WholeFile.write(folder.resolve(Manifest.FILE), manifest.toBytes());
        }
    }

    private void add(LogRecord next, SortedMap<Positions.Partition, Long> from) throws IOException {
        Positions.Partition partition = new Positions.Partition(next.topic(), next.partition());
        ArchiveWriter writer = open.get(partition);
        if (writer != null && writer.isFullFor(next)) {
            keep(writer.complete(next.offset()));
            from.put(partition, next.offset());
            writer = null;
        }
        if (writer == null) {
            writer = ArchiveWriter.begin(folder, partition, from.getOrDefault(partition, 0L), next);
            open.put(partition, writer);
        }
        writer.add(next);
        if (++records % PROGRESS_RECORDS == 0) {
            progress.accept(records);
        }
    }

    private void keep(ArchivedFile file) throws IOException {
        unnamed.add(file);
        files++;
        if (unnamed.size() >= MOST_UNNAMED_FILES
                || unnamed.stream().mapToLong(ArchivedFile::records).sum() >= MOST_UNNAMED_RECORDS) {
            nameFiles();
        }
    }

    private void nameFiles() throws IOException {
        if (!unnamed.isEmpty() || !Files.exists(folder.resolve(Manifest.FILE))) {
            manifest = manifest.with(unnamed);
            unnamed.clear();
            WholeFile.write(folder.resolve(Manifest.FILE), manifest.toBytes());
        }
    }
}
