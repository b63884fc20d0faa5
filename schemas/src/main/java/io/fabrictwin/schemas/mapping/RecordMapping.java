package io.fabrictwin.schemas.mapping;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.ResolvingDecoder;

/**
 * Writes and reads one type of domain record. Thread-safe.
 *
 * @param <T> the record
 */
public final class RecordMapping<T> {
    private final Class<T> type;
    private final RecordType wireType;

    /** Throws IllegalStateException where record and schema do not fit, with the component that does not. */
    public RecordMapping(Class<T> type, Schema schema) {
        this.type = type;
        this.wireType = RecordType.of(type, schema);
    }

    /** Throws IllegalArgumentException if the value holds text that is not Unicode. */
    public void write(T value, WireOutput out) {
        wireType.write(value, out);
    }

    /** Throws IllegalArgumentException if the domain refuses what was read. */
    public T read(ResolvingDecoder in) throws IOException {
        return type.cast(wireType.read(in));
    }
}
