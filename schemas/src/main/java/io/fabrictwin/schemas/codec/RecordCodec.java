package io.fabrictwin.schemas.codec;

import io.fabrictwin.schemas.mapping.RecordMapping;
import io.fabrictwin.schemas.mapping.WireOutput;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.ResolvingDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Avro's single-object encoding of a family of records: marker C3 01, fingerprint of the writer's schema (8 bytes, least
 * first), body. Thread-safe: what is used again is kept per thread.
 *
 * @param <T> what the records have in common
 */
final class RecordCodec<T> {
    /** Most bytes of one encoded value. A full sweep of 100 000 ports fits; what is larger is not ours. */
    static final int MAX_ENCODED_BYTES = 4 * 1024 * 1024;

    static final SchemaStore SCHEMAS = new SchemaStore();

    private static final int HEADER_BYTES = 10;
    private static final byte MARKER_0 = (byte) 0xC3;
    private static final byte MARKER_1 = 0x01;
    private static final VarHandle FINGERPRINT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** A record of the family: how it is written today. */
    private static final class Kind<T> {
        final Schema schema;
        final byte[] header = new byte[HEADER_BYTES];
        final RecordMapping<? extends T> mapping;

        Kind(Class<? extends T> type) {
            schema = SCHEMAS.current(type);
            header[0] = MARKER_0;
            header[1] = MARKER_1;
            FINGERPRINT.set(header, 2, SchemaStore.fingerprint(schema));
            mapping = new RecordMapping<>(type, schema);
        }

        @SuppressWarnings("unchecked") // the kind was found by the value's own class
        void write(T value, WireOutput out) {
            ((RecordMapping<T>) mapping).write(value, out);
        }
    }

    /** Reads what one schema wrote into today's record. */
    private record Reader<T>(RecordMapping<? extends T> mapping, ResolvingDecoder resolving) {}

    /** What one thread reuses to read. */
    private static final class Lane<T> {
        final Map<Long, Reader<T>> readers = new HashMap<>();

        @Nullable
        BinaryDecoder decoder;
    }

    private final String family;
    private final Map<Class<?>, Kind<T>> byClass = new HashMap<>();
    private final Map<String, Kind<T>> bySchemaName = new HashMap<>();
    private final ThreadLocal<Lane<T>> lanes = ThreadLocal.withInitial(Lane::new);
    private final ThreadLocal<WireOutput> outputs = ThreadLocal.withInitial(WireOutput::new);

    RecordCodec(String family, Collection<Class<? extends T>> types) {
        this.family = family;
        for (Class<? extends T> type : types) {
            Kind<T> kind = new Kind<>(type);
            byClass.put(type, kind);
            bySchemaName.put(kind.schema.getFullName(), kind);
        }
    }

    byte[] encode(T value) {
        Kind<T> kind = byClass.get(value.getClass());
        if (kind == null) {
            throw new IllegalArgumentException(value.getClass() + " has no schema");
        }
        WireOutput output = outputs.get();
        output.reset();
        output.writeRaw(kind.header);
        kind.write(value, output);
        if (output.size() > MAX_ENCODED_BYTES) {
            outputs.remove();
            throw new IllegalArgumentException(kind.schema.getName() + " takes " + output.size()
                    + " bytes, more than the limit of " + MAX_ENCODED_BYTES);
        }
        return output.toByteArray();
    }

    static String schemaFingerprint(byte[] encoded) {
        return String.format(Locale.ROOT, "%016x", (long) FINGERPRINT.get(encoded, 2));
    }

    T decode(byte[] bytes) {
        if (bytes.length > MAX_ENCODED_BYTES) {
            throw new UndecodableException(
                    bytes.length + " bytes are more than the limit of " + MAX_ENCODED_BYTES + " for " + family);
        }
        if (bytes.length < HEADER_BYTES) {
            throw new UndecodableException(
                    "truncated: " + bytes.length + " bytes are shorter than the header of " + HEADER_BYTES + " bytes");
        }
        if (bytes[0] != MARKER_0 || bytes[1] != MARKER_1) {
            throw new UndecodableException("not " + family + ": the bytes do not start with the marker C3 01");
        }
        Lane<T> lane = lanes.get();
        long fingerprint = (long) FINGERPRINT.get(bytes, 2);
        Reader<T> reader = lane.readers.get(fingerprint);
        if (reader == null) {
            reader = reader(fingerprint);
            lane.readers.put(fingerprint, reader);
        }
        BinaryDecoder decoder =
                DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, lane.decoder);
        lane.decoder = decoder;
        return read(reader, decoder, fingerprint);
    }

    private T read(Reader<T> reader, BinaryDecoder decoder, long fingerprint) {
        try {
            ResolvingDecoder in = reader.resolving;
            in.configure(decoder);
            T value = reader.mapping.read(in);
            in.drain();
            if (!decoder.isEnd()) {
                throw new UndecodableException("bytes are left after the end of " + nameOf(fingerprint));
            }
            return value;
        } catch (UndecodableException e) {
            throw e;
        } catch (EOFException e) {
            throw new UndecodableException("truncated: the bytes end within " + nameOf(fingerprint), e);
        } catch (IllegalArgumentException e) {
            throw new UndecodableException(nameOf(fingerprint) + " holds a value that is refused", e);
        } catch (IOException | RuntimeException e) {
            throw new UndecodableException("malformed: the bytes are not " + nameOf(fingerprint), e);
        }
    }

    private Reader<T> reader(long fingerprint) {
        Schema writer = SCHEMAS.writtenWith(fingerprint);
        if (writer == null) {
            throw new UndecodableException(String.format(
                    Locale.ROOT,
                    "written with a schema that this version does not know (fingerprint %016x)",
                    fingerprint));
        }
        Kind<T> kind = bySchemaName.get(writer.getFullName());
        if (kind == null) {
            throw new UndecodableException("not " + family + " but " + writer.getName());
        }
        try {
            return new Reader<>(kind.mapping, DecoderFactory.get().resolvingDecoder(writer, kind.schema, null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String nameOf(long fingerprint) {
        Schema writer = SCHEMAS.writtenWith(fingerprint);
        return writer == null ? "?" : writer.getName();
    }
}
