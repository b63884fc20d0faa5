package io.fabrictwin.streams.peer;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * How an instance tells another what it holds: an Avro file of entities as the stores have them, positions in its header. Its
 * last entry says that it is whole, since a stream may break between two blocks.
 */
final class PartFile {
    private static final String TOKEN = "fabric-twin.token";
    private static final String IS_WHOLE = "fabric-twin.whole";
    private static final String PARTITIONS = "fabric-twin.partitions";
    private static final String POSITION = "fabric-twin.next.";
    private static final int STATE = -1;
    private static final int END = -2;
    /** History is taken in by portions, so that it is not all in memory twice. */
    private static final int PORTION = 20_000;

    private static final String PARTITION = "partition";
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final Schema ENTRY = SchemaBuilder.record("Entry")
            .namespace("io.fabrictwin.part")
            .fields()
            .requiredInt(PARTITION)
            .requiredBytes(KEY)
            .optionalBytes(VALUE)
            .endRecord();

    private PartFile() {}

    /** Writes a change; where it is whole, with the history that is in the stores. */
    static void write(PartChange change, PartJournal.StoredHistory stored, OutputStream out) throws IOException {
        try (DataFileWriter<GenericRecord> file = new DataFileWriter<>(new GenericDatumWriter<>(ENTRY))) {
            file.setCodec(CodecFactory.deflateCodec(1));
            file.setMeta(TOKEN, change.token());
            file.setMeta(IS_WHOLE, Boolean.toString(change.isWhole()));
            file.setMeta(
                    PARTITIONS,
                    change.partitions().stream().map(String::valueOf).collect(Collectors.joining(" ")));
            change.positions()
                    .nextOffsets()
                    .forEach((partition, next) ->
                            file.setMeta(POSITION + partition.topic() + " " + partition.number(), next));
            file.create(ENTRY, out);
            for (Map.Entry<EntityKey, EntityState> state : change.states().entrySet()) {
                append(file, STATE, state.getKey().toBytes(), state.getValue().toBytes());
            }
            for (int partition : change.partitions()) {
                if (change.isWhole()) {
                    stored.forEach(partition, (key, value) -> {
                        try {
                            append(file, partition, key, value);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
                }
                for (Map.Entry<EntityKey, @Nullable EntityState> entry :
                        change.history().getOrDefault(partition, Map.of()).entrySet()) {
                    EntityState state = entry.getValue();
                    append(file, partition, entry.getKey().toBytes(), state == null ? null : state.toBytes());
                }
            }
            append(file, END, new byte[0], null);
        }
    }

    private static void append(DataFileWriter<GenericRecord> file, int partition, byte[] key, byte @Nullable [] value)
            throws IOException {
        GenericRecord entry = new GenericData.Record(ENTRY);
        entry.put(PARTITION, partition);
        entry.put(KEY, ByteBuffer.wrap(key));
        entry.put(VALUE, value == null ? null : ByteBuffer.wrap(value));
        file.append(entry);
    }

    /**
     * Reads what another instance wrote.
     *
     * @param before the part that it continues, where it is not whole
     * @throws IOException where it ends early or is of another version
     */
    static Part read(InputStream in, @Nullable Part before) throws IOException {
        try (DataFileStream<GenericRecord> file = new DataFileStream<>(in, new GenericDatumReader<>(null, ENTRY))) {
            boolean isWhole = Boolean.parseBoolean(file.getMetaString(IS_WHOLE));
            if (!isWhole && before == null) {
                throw new IOException("a change of what was never told");
            }
            SortedSet<Integer> partitions = partitions(file.getMetaString(PARTITIONS));
            SortedMap<Integer, Map<FabricId, History>> histories = new TreeMap<>();
            for (int partition : partitions) {
                histories.put(
                        partition,
                        isWhole || before == null
                                ? Map.of()
                                : before.histories().getOrDefault(partition, Map.of()));
            }
            Map<EntityKey, EntityState> states = new HashMap<>();
            readEntries(file, states, histories);
            return new Part(file.getMetaString(TOKEN), partitions, positions(file), states, histories);
        } catch (AvroRuntimeException | IllegalArgumentException e) {
            throw new IOException("what came is not of this version: " + e.getMessage(), e);
        }
    }

    private static void readEntries(
            DataFileStream<GenericRecord> file,
            Map<EntityKey, EntityState> states,
            SortedMap<Integer, Map<FabricId, History>> histories)
            throws IOException {
        Map<EntityKey, @Nullable EntityState> portion = new HashMap<>();
        int portionOf = STATE;
        GenericRecord entry = null;
        while (file.hasNext()) {
            entry = file.next(entry);
            int partition = (Integer) entry.get(PARTITION);
            if (partition != portionOf || portion.size() == PORTION) {
                add(histories, portionOf, portion);
                portion.clear();
                portionOf = partition;
            }
            if (partition == END) {
                return;
            }
            EntityKey key = EntityKey.fromBytes(bytes((ByteBuffer) entry.get(KEY)));
            ByteBuffer value = (ByteBuffer) entry.get(VALUE);
            EntityState state = value == null ? null : EntityState.fromBytes(bytes(value));
            if (partition == STATE && state != null) {
                states.put(key, state);
            } else {
                portion.put(key, state);
            }
        }
        throw new IOException("what came ends early");
    }

    private static void add(
            SortedMap<Integer, Map<FabricId, History>> histories,
            int partition,
            Map<EntityKey, @Nullable EntityState> portion) {
        if (!portion.isEmpty()) {
            histories.put(partition, History.with(histories.getOrDefault(partition, Map.of()), portion));
        }
    }

    private static SortedSet<Integer> partitions(String text) {
        return Arrays.stream(text.split(" "))
                .filter(number -> !number.isEmpty())
                .map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Positions positions(DataFileStream<?> file) {
        SortedMap<Positions.Partition, Long> next = new TreeMap<>();
        for (String meta : file.getMetaKeys()) {
            if (meta.startsWith(POSITION)) {
                int space = meta.lastIndexOf(' ');
                next.put(
                        new Positions.Partition(
                                meta.substring(POSITION.length(), space), Integer.parseInt(meta.substring(space + 1))),
                        file.getMetaLong(meta));
            }
        }
        return new Positions(next);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
