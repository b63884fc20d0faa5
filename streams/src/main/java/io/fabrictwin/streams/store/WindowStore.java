package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one task: what of them is in its store, and what has changed since the last commit. Entries of a series
 * that lie close together are one {@link Chunk}, under the key of the first entry that it could hold: most are told between two
 * commits, and are then written at once.
 */
public final class WindowStore {
    private final KeyValueStore<byte[], byte[]> store;
    private final Map<EntityKey, Series> allSeries = new HashMap<>();
    private final Map<EntityKey, Chunk> unwritten = new HashMap<>();
    private long commits;

    /** One series. The chunk that it changed last is most often the one that it changes next. */
    private static final class Series {
        private final EntityKey key;
        private final KeptNumbers kept;
        private @Nullable Chunk last;
        private long lastFirst;
        private long lastCommit;

        Series(EntityKey key, Window window) {
            this.key = key;
            this.kept = new KeptNumbers(window.levels());
        }
    }

    WindowStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    /** Takes all entries that the store holds, and remembers which they are. */
    void restore(BiConsumer<EntityKey, EntityState> taker) {
        try (var all = store.all()) {
            all.forEachRemaining(stored -> forEach(EntityKey.fromBytes(stored.key), stored.value, (entry, state) -> {
                Window window = Window.of(entry.kind()).orElseThrow();
                series(window, entry).kept.add(window.numberOf(entry));
                taker.accept(entry, EntityState.fromBytes(state));
            }));
        }
    }

    /**
     * Reads a store of windows from beside.
     *
     * @param unwritten what it does not have yet, by its key; null: nothing is left there
     * @param taker of entries and their states as they are written
     */
    public static void forEach(
            ReadOnlyKeyValueStore<byte[], byte[]> store,
            Map<EntityKey, byte @Nullable []> unwritten,
            BiConsumer<EntityKey, byte[]> taker) {
        try (var all = store.all()) {
            all.forEachRemaining(stored -> {
                EntityKey key = EntityKey.fromBytes(stored.key);
                if (!unwritten.containsKey(key)) {
                    forEach(key, stored.value, taker);
                }
            });
        }
        unwritten.forEach((key, chunk) -> forEach(key, chunk, taker));
    }

    /**
     * Reads one value of a store of windows.
     *
     * @param key that it stands under
     * @param chunk null: nothing does
     * @param taker of entries and their states as they are written
     */
    public static void forEach(EntityKey key, byte @Nullable [] chunk, BiConsumer<EntityKey, byte[]> taker) {
        Window.of(key.kind()).ifPresent(window -> {
            EntityKey series = window.seriesOf(key);
            Chunk.of(chunk).forEachBytes((number, state) -> taker.accept(window.entryOf(series, number), state));
        });
    }

    private Series series(Window window, EntityKey entry) {
        return allSeries.computeIfAbsent(window.seriesOf(entry), key -> new Series(key, window));
    }

    /**
     * Adds what an event says of an entry; answers whether there is still a place for it.
     *
     * @param changed takes what changed: the entry, and those that are no longer kept
     */
    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    boolean write(Window window, EntityKey entry, List<Write> writes, Map<EntityKey, @Nullable EntityState> changed) {
        Series series = series(window, entry);
        long number = window.numberOf(entry);
        List<Long> leaving = series.kept.add(number);
        if (leaving.contains(number)) {
            return false;
        }
        Chunk chunk = chunk(window, series, number);
        EntityState before = chunk.get(number);
        EntityState after = before.with(writes);
        if (after != before) {
            chunk.put(number, after);
            changed.put(entry, after);
        }
        for (long gone : leaving) {
            chunk(window, series, gone).remove(gone);
            changed.put(window.entryOf(series.key, gone), null);
        }
        return true;
    }

    private Chunk chunk(Window window, Series series, long number) {
        long first = window.firstOfChunk(number);
        Chunk last = series.last;
        if (last != null && series.lastFirst == first && series.lastCommit == commits) {
            return last;
        }
        Chunk chunk =
                unwritten.computeIfAbsent(window.entryOf(series.key, first), key -> Chunk.of(store.get(key.toBytes())));
        series.last = chunk;
        series.lastFirst = first;
        series.lastCommit = commits;
        return chunk;
    }

    /** Writes what has changed. */
    void flush() {
        unwritten.forEach((key, chunk) -> store.put(key.toBytes(), chunk.toBytes()));
        unwritten.clear();
        commits++;
    }

    /** What has changed and is not written yet, by the store's key; null: nothing is left of it. */
    Map<EntityKey, byte @Nullable []> unwritten() {
        Map<EntityKey, byte @Nullable []> copy = new HashMap<>();
        unwritten.forEach((key, chunk) -> copy.put(key, chunk.toBytes()));
        return copy;
    }
}
