package io.fabrictwin.replay.archive;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.source.ArchivedFile;
import io.fabrictwin.replay.source.Checksums;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.replay.source.RecordFormat;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.jspecify.annotations.Nullable;

/** Writes one file of an archive: records of one partition within one hour of log-append time, in order. */
final class ArchiveWriter implements AutoCloseable {
    /** Most records of a file: long hours are split, so that several readers share them. */
    static final long MOST_RECORDS = 1_000_000;

    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final byte[] NO_BYTES = {};
    private static final int SYNC_BYTES = 16;
    private static final int ZSTANDARD_LEVEL = 3;
    /** Of a block: large ones compress well, and a reader holds one at a time. */
    private static final int SYNC_INTERVAL_BYTES = 256 * 1024;

    private final EventCodec codec = new EventCodec();
    private final Path folder;
    private final Positions.Partition partition;
    private final long fromOffset;
    private final long hour;
    private final String path;
    private final DataFileWriter<LogRecord> file;
    private final SortedSet<String> schemas = new TreeSet<>();
    private long records;
    private long undecodable;
    private long firstAppendMs = Long.MAX_VALUE;
    private long lastAppendMs = Long.MIN_VALUE;
    private @Nullable Long firstEventNs;
    private @Nullable Long lastEventNs;

    private ArchiveWriter(
            Path folder,
            Positions.Partition partition,
            long fromOffset,
            long hour,
            String path,
            DataFileWriter<LogRecord> file) {
        this.folder = folder;
        this.partition = partition;
        this.fromOffset = fromOffset;
        this.hour = hour;
        this.path = path;
        this.file = file;
    }

    /** Begins a file that covers a partition from an offset on; {@code first} is the first record that will be in it. */
    static ArchiveWriter begin(Path folder, Positions.Partition partition, long fromOffset, LogRecord first)
            throws IOException {
        long hour = hour(first.appendTimeMs());
        String name = HOUR.format(Instant.ofEpochSecond(TimeUnit.HOURS.toSeconds(hour)))
                + String.format(Locale.ROOT, "-%019d.avro", fromOffset);
        String path = partition.topic() + "/" + partition.number() + "/" + name;
        Path target = folder.resolve(path);
        Files.createDirectories(target.getParent());
        DataFileWriter<LogRecord> file = new DataFileWriter<LogRecord>(new RecordFormat())
                .setCodec(CodecFactory.zstandardCodec(ZSTANDARD_LEVEL, true))
                .setSyncInterval(SYNC_INTERVAL_BYTES)
                .create(
                        RecordFormat.SCHEMA,
                        new BufferedOutputStream(Files.newOutputStream(WholeFile.part(target))),
                        sync(path));
        return new ArchiveWriter(folder, partition, fromOffset, hour, path, file);
    }

    /** Avro would draw it: the same log has to give the same bytes. */
    private static byte[] sync(String path) {
        byte[] checksum =
                Checksums.sha256(path.getBytes(StandardCharsets.UTF_8)).getBytes(StandardCharsets.US_ASCII);
        return Arrays.copyOf(checksum, SYNC_BYTES);
    }

    /** Hours since 1970. A clock that is set back does not open an hour again. */
    private static long hour(long timeMs) {
        return TimeUnit.MILLISECONDS.toHours(timeMs);
    }

    /** Whether a record belongs to a later file. */
    boolean isFullFor(LogRecord next) {
        return records >= MOST_RECORDS || hour(next.appendTimeMs()) > hour;
    }

    void add(LogRecord next) throws IOException {
        file.append(next);
        records++;
        firstAppendMs = Math.min(firstAppendMs, next.appendTimeMs());
        lastAppendMs = Math.max(lastAppendMs, next.appendTimeMs());
        byte[] value = next.value() == null ? NO_BYTES : next.value();
        try {
            long eventNs = codec.decode(value).meta().eventTimeNs();
            firstEventNs = firstEventNs == null ? eventNs : Math.min(firstEventNs, eventNs);
            lastEventNs = lastEventNs == null ? eventNs : Math.max(lastEventNs, eventNs);
            schemas.add(EventCodec.schemaFingerprint(value));
        } catch (UndecodableException e) {
            undecodable++;
        }
    }

    /** Ends the file; it covers the partition up to the given offset. */
    ArchivedFile complete(long toOffset) throws IOException {
        file.close();
        Path target = folder.resolve(path);
        Path part = WholeFile.part(target);
        ArchivedFile archived = new ArchivedFile(
                path,
                partition.topic(),
                partition.number(),
                fromOffset,
                toOffset,
                records,
                undecodable,
                firstAppendMs,
                lastAppendMs,
                firstEventNs,
                lastEventNs,
                Files.size(part),
                Checksums.sha256(part),
                schemas);
        WholeFile.complete(target);
        return archived;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
