package io.fabrictwin.streams.store;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What one running task has folded: in its stores, which outlive it, and beside them in memory as the fold and the cuts read
 * it. What changed is written when the task commits, by {@link BeforeCommit}: of many changes of one entity in between, the last.
 * The stores are the truth: memory is read from them when the task starts, after its changelogs were restored to the
 * last commit, and is given up with the task, whatever ended it. So what was folded and then rolled back is in no later cut.
 *
 * <p>The task's own thread writes; whoever reads memory or changes it holds the lock of {@link LocalStores}. Going from memory to
 * the stores may wait for a broker, and holds no lock that a cut needs.
 */
public final class TaskStores {
    /** History is read in portions, so that it is not all in memory twice. */
    private static final int PORTION = 20_000;

    private final int partition;
    private final KeyValueStore<byte[], byte[]> entities;
    private final WindowStore windows;
    private final KeyValueStore<String, Long> positions;
    private final Map<EntityKey, Held> states = new HashMap<>();
    private final Map<Positions.Partition, Long> nextOffsets = new HashMap<>();
    private Map<FabricId, History> restoredHistory = Map.of();
    private final List<Held> changed = new ArrayList<>();
    private final List<Held> unwritten = new ArrayList<>();
    private Map<EntityKey, @Nullable EntityState> changedHistory = new HashMap<>();

    /** An entity's state now. */
    private static final class Held {
        private final EntityKey key;
        private final byte[] keyBytes;
        private EntityState state = EntityState.EMPTY;
        /** Since changes were last taken. */
        private boolean hasChanged;
        /** Whether the store has an older one. */
        private boolean isUnwritten;

        Held(EntityKey key) {
            this.key = key;
            this.keyBytes = key.toBytes();
        }
    }

    /** Takes over the stores of a task that has been restored and is about to run. */
    public TaskStores(ProcessorContext<?, ?> context) {
        partition = context.taskId().partition();
        entities = context.getStateStore(TwinStores.ENTITIES);
        windows = new WindowStore(context.getStateStore(TwinStores.WINDOWS));
        positions = context.getStateStore(TwinStores.POSITIONS);
        forEach(
                entities,
                (key, state) -> states.computeIfAbsent(EntityKey.fromBytes(key), Held::new).state =
                        EntityState.fromBytes(state));
        forEach(positions, (name, next) -> nextOffsets.put(partition(name), next));
        windows.restore((entry, state) -> {
            changedHistory.put(entry, state);
            if (changedHistory.size() == PORTION) {
                readPortion();
            }
        });
        readPortion();
        BeforeCommit beforeCommit = context.getStateStore(TwinStores.BEFORE_COMMIT);
        beforeCommit.run(this::flush);
    }

    /** The number of the partitions that it folds, of every topic of truth. */
    public int partition() {
        return partition;
    }

    private void readPortion() {
        restoredHistory = History.with(restoredHistory, changedHistory);
        changedHistory.clear();
    }

    private static Positions.Partition partition(String name) {
        int dash = name.lastIndexOf('-');
        return new Positions.Partition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
    }

    private static <K, V> void forEach(KeyValueStore<K, V> store, BiConsumer<K, V> action) {
        try (var all = store.all()) {
            all.forEachRemaining(entry -> action.accept(entry.key, entry.value));
        }
    }

    /**
     * Adds one event's writes: to the state, to the windows, or, for history that is not kept, nowhere.
     *
     * @return how much of it came too late for the windows
     */
    int write(Map<EntityKey, List<Write>> writesByEntity) {
        int tooLate = 0;
        for (Map.Entry<EntityKey, List<Write>> entry : writesByEntity.entrySet()) {
            EntityKey key = entry.getKey();
            Window window = Window.of(key.kind()).orElse(null);
            if (key.kind().tier() == EntityKind.Tier.STATE) {
                writeState(key, entry.getValue());
            } else if (window != null && !windows.write(window, key, entry.getValue(), changedHistory)) {
                tooLate++;
            }
        }
        return tooLate;
    }

    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    private void writeState(EntityKey key, List<Write> writes) {
        Held held = states.computeIfAbsent(key, Held::new);
        EntityState after = held.state.with(writes);
        if (after != held.state) {
            held.state = after;
            if (!held.isUnwritten) {
                held.isUnwritten = true;
                unwritten.add(held);
            }
            if (!held.hasChanged) {
                held.hasChanged = true;
                changed.add(held);
            }
        }
    }

    void advance(Positions.Partition partition, long nextOffset) {
        nextOffsets.put(partition, nextOffset);
    }

    /** Writes what has changed since the last commit: by the task's own thread, which is the only one that changes it. */
    private synchronized void flush() {
        for (Held held : unwritten) {
            entities.put(held.keyBytes, held.state.toBytes());
            held.isUnwritten = false;
        }
        unwritten.clear();
        windows.flush();
        nextOffsets.forEach((partition, next) -> positions.put(partition.toString(), next));
    }

    /** Looks at something while nothing goes from memory to the stores. */
    synchronized <T> T betweenCommits(Supplier<T> look) {
        return look.get();
    }

    /** Of the windows what its store does not have yet, by the store's key; null: nothing is left there. */
    Map<EntityKey, byte @Nullable []> unwrittenWindows() {
        return windows.unwritten();
    }

    /** All states, as they are now. */
    Map<EntityKey, EntityState> states() {
        Map<EntityKey, EntityState> all = new HashMap<>();
        states.forEach((key, held) -> all.put(key, held.state));
        return all;
    }

    /** The history as it was when the task started. */
    Map<FabricId, History> restoredHistory() {
        return restoredHistory;
    }

    /** The states that changed since this was last asked for. */
    Map<EntityKey, EntityState> takeChangedStates() {
        Map<EntityKey, EntityState> taken = new HashMap<>();
        for (Held held : changed) {
            taken.put(held.key, held.state);
            held.hasChanged = false;
        }
        changed.clear();
        return taken;
    }

    /** The history that changed since this was last asked for; null: it is no longer kept. */
    Map<EntityKey, @Nullable EntityState> takeChangedHistory() {
        Map<EntityKey, @Nullable EntityState> taken = changedHistory;
        changedHistory = new HashMap<>();
        return taken;
    }

    Positions positions() {
        return new Positions(new TreeMap<>(nextOffsets));
    }
}
