package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityState;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Entries of one series that lie close together, by number: they are one value of the store. For one thread. */
final class Chunk {
    private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

    private long[] numbers = new long[4];
    /** As bytes what has not changed since it was read, decoded what has. */
    private Object[] entries = new Object[4];

    private int size;

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
                chunk.insert(chunk.size, number, state);
            }
        }
        return chunk;
    }

    EntityState get(long number) {
        int place = place(number);
        return holds(place, number) ? state(entries[place]) : EntityState.EMPTY;
    }

    private static EntityState state(Object entry) {
        return entry instanceof EntityState state ? state : EntityState.fromBytes((byte[]) entry);
    }

    private static byte[] bytes(Object entry) {
        return entry instanceof EntityState state ? state.toBytes() : (byte[]) entry;
    }

    void put(long number, EntityState state) {
        int place = place(number);
        if (holds(place, number)) {
            entries[place] = state;
        } else {
            insert(place, number, state);
        }
    }

    void remove(long number) {
        int place = place(number);
        if (holds(place, number)) {
            size--;
            System.arraycopy(numbers, place + 1, numbers, place, size - place);
            System.arraycopy(entries, place + 1, entries, place, size - place);
        }
    }

    /** Place of the first number that is not less; most often behind all others. */
    private int place(long number) {
        if (size == 0 || numbers[size - 1] < number) {
            return size;
        }
        int place = Arrays.binarySearch(numbers, 0, size, number);
        return place < 0 ? -place - 1 : place;
    }

    private boolean holds(int place, long number) {
        return place < size && numbers[place] == number;
    }

    private void insert(int place, long number, Object entry) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
        }
        System.arraycopy(numbers, place, numbers, place + 1, size - place);
        System.arraycopy(entries, place, entries, place + 1, size - place);
        numbers[place] = number;
        entries[place] = entry;
        size++;
    }

    /** Takes its entries in order of their numbers, as states are written. */
    void forEachBytes(BiConsumer<Long, byte[]> taker) {
        for (int place = 0; place < size; place++) {
            taker.accept(numbers[place], bytes(entries[place]));
        }
    }

    /** Null where nothing is left of it. */
    byte @Nullable [] toBytes() {
        if (size == 0) {
            return null;
        }
        byte[][] states = new byte[size][];
        int length = size * ENTRY_BYTES;
        for (int place = 0; place < size; place++) {
            states[place] = bytes(entries[place]);
            length += states[place].length;
        }
        ByteBuffer out = ByteBuffer.allocate(length);
        for (int place = 0; place < size; place++) {
            out.putLong(numbers[place]).putInt(states[place].length).put(states[place]);
        }
        return out.array();
    }
}
