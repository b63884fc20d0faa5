package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityState;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Entries of one series that lie close together, by number: they are one value of the store. For one thread. */
final class Chunk {
    private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

    /** As bytes what has not changed since it was read, decoded what has. */
    private final NavigableMap<Long, Object> entries = new TreeMap<>();

    /**
     * Reads what {@link #toBytes()} wrote.
     *
     * @param bytes null: nothing is in the store
     */
    static Chunk of(byte @Nullable [] bytes) {
        Chunk chunk = new Chunk();
        if (bytes != null) {
            for (ByteBuffer in = ByteBuffer.wrap(bytes); in.hasRemaining(); ) {
                long number = in.getLong();
                byte[] state = new byte[in.getInt()];
                in.get(state);
                chunk.entries.put(number, state);
            }
        }
        return chunk;
    }

    EntityState get(long number) {
        Object entry = entries.get(number);
        return entry == null ? EntityState.EMPTY : state(entry);
    }

    private static EntityState state(Object entry) {
        return entry instanceof EntityState state ? state : EntityState.fromBytes((byte[]) entry);
    }

    private static byte[] bytes(Object entry) {
        return entry instanceof EntityState state ? state.toBytes() : (byte[]) entry;
    }

    void put(long number, EntityState state) {
        entries.put(number, state);
    }

    void remove(long number) {
        entries.remove(number);
    }

    /** Takes its entries in order of their numbers, as states are written. */
    void forEachBytes(BiConsumer<Long, byte[]> taker) {
        entries.forEach((number, entry) -> taker.accept(number, bytes(entry)));
    }

    /** Null where nothing is left of it. */
    byte @Nullable [] toBytes() {
        int size = 0;
        for (Map.Entry<Long, Object> entry : entries.entrySet()) {
            byte[] state = bytes(entry.getValue());
            entry.setValue(state);
            size += ENTRY_BYTES + state.length;
        }
        if (size == 0) {
            return null;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        entries.forEach((number, entry) -> {
            byte[] state = bytes(entry);
            out.putLong(number).putInt(state.length).put(state);
        });
        return out.array();
    }
}
