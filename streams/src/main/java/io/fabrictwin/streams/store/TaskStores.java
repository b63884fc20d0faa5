package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Write;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

/** The stores of one running task. Its own thread writes; whoever reads or writes holds the lock of {@link LocalStores}. */
public final class TaskStores {
    private final KeyValueStore<byte[], byte[]> entities;
    private final KeyValueStore<byte[], byte[]> windows;
    private final KeyValueStore<String, Long> positions;
    private final WindowIndex windowIndex = new WindowIndex();

    /** Takes over the stores of a task that has been restored and is about to run. */
    public TaskStores(ProcessorContext<?, ?> context) {
        entities = context.getStateStore(TwinStores.ENTITIES);
        windows = context.getStateStore(TwinStores.WINDOWS);
        positions = context.getStateStore(TwinStores.POSITIONS);
        forEach(windows, (key, state) -> {
            EntityKey entry = EntityKey.fromBytes(key);
            Window.of(entry.kind()).ifPresent(window -> windowIndex.add(window, entry));
        });
    }

    /** Adds one event's writes: to the state, to the windows, or, for history that is not kept, nowhere. */
    void write(Map<EntityKey, List<Write>> writesByEntity) {
        writesByEntity.forEach((key, writes) -> {
            if (key.kind().tier() == EntityKind.Tier.STATE) {
                merge(entities, key, writes);
            } else {
                Window.of(key.kind()).ifPresent(window -> {
                    merge(windows, key, writes);
                    windowIndex.add(window, key).ifPresent(oldest -> windows.delete(oldest.toBytes()));
                });
            }
        });
    }

    void advance(String topicPartition, long nextOffset) {
        positions.put(topicPartition, nextOffset);
    }

    private static void merge(KeyValueStore<byte[], byte[]> store, EntityKey key, List<Write> writes) {
        byte[] keyBytes = key.toBytes();
        byte[] present = store.get(keyBytes);
        EntityState state = present == null ? EntityState.EMPTY : EntityState.fromBytes(present);
        store.put(keyBytes, state.with(writes).toBytes());
    }

    void forEachEntity(BiConsumer<byte[], byte[]> action) {
        forEach(entities, action);
    }

    void forEachWindowEntry(BiConsumer<byte[], byte[]> action) {
        forEach(windows, action);
    }

    void forEachPosition(BiConsumer<String, Long> action) {
        forEach(positions, action);
    }

    private static <K, V> void forEach(KeyValueStore<K, V> store, BiConsumer<K, V> action) {
        try (var all = store.all()) {
            all.forEachRemaining(entry -> action.accept(entry.key, entry.value));
        }
    }
}
