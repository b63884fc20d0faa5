package io.fabrictwin.replay.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.replay.archive.WholeFile;
import io.fabrictwin.replay.operator.FoldedPart;
import io.fabrictwin.replay.source.Checksums;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/**
 * A snapshot on disk: an Avro file of folded parts, what {@link Snapshot} says in its header. Its name ends in the begin
 * of its checksum, so that a damaged one is known as such.
 */
final class SnapshotFile {
    static final String SUFFIX = ".snapshot.avro";

    private static final String HEADER = "fabric-twin.snapshot";
    private static final int CHECKSUM_DIGITS = 16;
    private static final int SYNC_BYTES = 16;
    private static final ObjectMapper JSON = new JsonMapper();
    private static final Schema PART = SchemaBuilder.record("FoldedPart")
            .namespace("io.fabrictwin.snapshot")
            .fields()
            .requiredString("kind")
            .requiredBytes("name")
            .requiredBytes("bytes")
            .requiredLong("count")
            .endRecord();

    private static final Comparator<FoldedPart> ORDER =
            Comparator.comparing(FoldedPart::kind).thenComparing(FoldedPart::name, Arrays::compareUnsigned);

    private SnapshotFile() {}

    /** Writes a snapshot into a folder; {@code header} need not name the file yet. */
    static Snapshot write(Path folder, Snapshot header, Collection<FoldedPart> parts) throws IOException {
        Files.createDirectories(folder);
        List<FoldedPart> sorted = parts.stream().sorted(ORDER).toList();
        // Two processes may write at once.
        Path unnamed = folder.resolve("snapshot-" + ProcessHandle.current().pid());
        byte[] head = JSON.writeValueAsBytes(header);
        try (OutputStream out = Files.newOutputStream(WholeFile.part(unnamed));
                DataFileWriter<GenericRecord> file = new DataFileWriter<>(new GenericDatumWriter<>(PART))) {
            file.setCodec(CodecFactory.zstandardCodec(1)).setMeta(HEADER, head);
            byte[] sync = Arrays.copyOf(Checksums.sha256(head).getBytes(StandardCharsets.US_ASCII), SYNC_BYTES);
            file.create(PART, out, sync);
            for (FoldedPart part : sorted) {
                file.append(asRecord(part));
            }
        }
        Path named = folder.resolve(
                Instant.EPOCH.plusNanos(header.eventTimeNs()).toString().replace(":", "") + "-"
                        + checksum(WholeFile.part(unnamed)) + SUFFIX);
        Files.move(WholeFile.part(unnamed), WholeFile.part(named));
        WholeFile.complete(named);
        return at(named, header);
    }

    private static Snapshot at(Path file, Snapshot header) {
        return new Snapshot(
                file.toString(),
                header.topicIds(),
                header.eventTimeNs(),
                header.next(),
                header.resume(),
                header.version(),
                header.parts());
    }

    private static String checksum(Path file) throws IOException {
        return Checksums.sha256(file).substring(0, CHECKSUM_DIGITS);
    }

    /** Reads what a snapshot says of itself. */
    static Snapshot header(Path file) throws IOException {
        try (DataFileReader<GenericRecord> reader = new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
            return at(file, JSON.readValue(reader.getMeta(HEADER), Snapshot.class));
        } catch (AvroRuntimeException | IllegalArgumentException e) {
            throw new IOException(e);
        }
    }

    /** Whether a file is as it was written. */
    static boolean isWhole(Path file) throws IOException {
        String name = file.getFileName().toString();
        return name.endsWith("-" + checksum(file) + SUFFIX);
    }

    static void read(Path file, Consumer<FoldedPart> receiver) throws IOException {
        try (DataFileReader<GenericRecord> reader =
                new DataFileReader<>(file.toFile(), new GenericDatumReader<>(PART))) {
            GenericRecord next = null;
            while (reader.hasNext()) {
                next = reader.next(next);
                receiver.accept(asPart(next));
            }
        } catch (AvroRuntimeException e) {
            throw new IOException(e);
        }
    }

    private static GenericRecord asRecord(FoldedPart part) {
        GenericRecord asRecord = new GenericData.Record(PART);
        asRecord.put("kind", part.kind().name());
        asRecord.put("name", ByteBuffer.wrap(part.name()));
        asRecord.put("bytes", ByteBuffer.wrap(part.bytes()));
        asRecord.put("count", part.count());
        return asRecord;
    }

    private static FoldedPart asPart(GenericRecord asRecord) {
        return new FoldedPart(
                FoldedPart.Kind.valueOf(asRecord.get("kind").toString()),
                bytes(asRecord.get("name")),
                bytes(asRecord.get("bytes")),
                (Long) asRecord.get("count"));
    }

    private static byte[] bytes(Object field) {
        ByteBuffer buffer = (ByteBuffer) field;
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
