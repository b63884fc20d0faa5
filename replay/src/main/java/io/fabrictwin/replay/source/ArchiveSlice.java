package io.fabrictwin.replay.source;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.DataFileReader;
import org.jspecify.annotations.Nullable;

/**
 * Part of a file of an archive: what a reader takes at once.
 *
 * @param path of the file
 * @param from first offset that is wanted
 * @param to the offset after the last that is wanted
 * @param records that the whole file holds
 * @param bytes that the whole file is long
 * @param sha256 of the whole file
 */
public record ArchiveSlice(String path, long from, long to, long records, long bytes, String sha256)
        implements Serializable {

    static ArchiveSlice of(Path folder, ArchivedFile file, long from, long to) {
        return new ArchiveSlice(
                folder.resolve(file.path()).toString(), from, to, file.records(), file.bytes(), file.sha256());
    }

    /**
     * Reads its records in order.
     *
     * @throws ArchiveDamagedException when the file is not as it was written; no record has been given then
     */
    void read(Consumer<LogRecord> receiver) {
        check();
        long read = 0;
        try (DataFileReader<LogRecord> file = new DataFileReader<>(Path.of(path).toFile(), new RecordFormat())) {
            while (file.hasNext()) {
                LogRecord next = file.next();
                read++;
                if (next.offset() >= to) {
                    return;
                }
                if (next.offset() >= from) {
                    receiver.accept(next);
                }
            }
        } catch (IOException | AvroRuntimeException | IllegalArgumentException e) {
            throw damaged("it cannot be read", e);
        }
        if (read != records) {
            throw damaged("it holds " + read + " records instead of " + records, null);
        }
    }

    /** Refuses a file that is not as it was written. */
    void check() {
        checkLength();
        try {
            if (!Checksums.sha256(Path.of(path)).equals(sha256)) {
                throw damaged("its checksum is not that of the manifest", null);
            }
        } catch (IOException e) {
            throw damaged("it cannot be read", e);
        }
    }

    /** Refuses a file that is missing or has another length than it was written with. */
    void checkLength() {
        try {
            long length = Files.size(Path.of(path));
            if (length != bytes) {
                throw damaged("it is " + length + " bytes long instead of " + bytes, null);
            }
        } catch (IOException e) {
            throw damaged("it is missing", e);
        }
    }

    private ArchiveDamagedException damaged(String how, @Nullable Throwable cause) {
        return new ArchiveDamagedException(
                "the archive's file " + path + " is damaged: " + how + "; restore it, or archive into another folder",
                cause);
    }
}
