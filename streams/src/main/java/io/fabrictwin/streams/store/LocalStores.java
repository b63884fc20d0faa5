package io.fabrictwin.streams.store;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * The stores of all tasks that run in this process, and the lock that makes a consistent cut of them.
 *
 * <p>Folding a record holds the lock in shared mode, so that tasks fold side by side; copying the stores holds it alone, so
 * that no record is half applied and states and positions belong together. The cost: folding waits while raw bytes are
 * copied (they are decoded afterwards), a few milliseconds per ten thousand entities; and a copy waits for the records
 * being folded, microseconds.
 *
 * <p>A copy shows all that has been folded, committed or not. A crash before the commit takes the stores back to the last
 * commit, and the same records are folded again: a frame may then be behind an earlier one for a moment, but at equal
 * positions it is equal to it, for the log before a position never changes.
 *
 * <p>A query over several processes would merge the copies of all of them here.
 */
public final class LocalStores {
    private final Set<TaskStores> tasks = new HashSet<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);

    /** What one consistent copy holds, as stored; one key may come from several tasks. */
    public record Copy(
            List<KeyValue<byte[], byte[]>> entities, List<KeyValue<byte[], byte[]>> windows, Positions positions) {}

    /** From now on the task's stores belong to every cut. */
    public void add(TaskStores task) {
        alone(() -> tasks.add(task));
    }

    /** The task is about to close its stores. */
    public void remove(TaskStores task) {
        alone(() -> tasks.remove(task));
    }

    private void alone(Runnable change) {
        lock.writeLock().lock();
        try {
            change.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Applies one record as a whole: its writes and the position after it. */
    public void apply(
            TaskStores task,
            Map<EntityKey, List<Write>> writesByEntity,
            Positions.Partition partition,
            long nextOffset) {
        lock.readLock().lock();
        try {
            task.write(writesByEntity);
            task.advance(partition.toString(), nextOffset);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Copies everything, unless nothing was folded since {@code known}: then null. */
    public @Nullable Copy copyUnlessAt(@Nullable Positions known) {
        List<KeyValue<byte[], byte[]>> entities = new ArrayList<>();
        List<KeyValue<byte[], byte[]>> windows = new ArrayList<>();
        lock.writeLock().lock();
        try {
            Positions positions = merged();
            if (positions.equals(known)) {
                return null;
            }
            for (TaskStores task : tasks) {
                task.forEachEntity((key, value) -> entities.add(KeyValue.pair(key, value)));
                task.forEachWindowEntry((key, value) -> windows.add(KeyValue.pair(key, value)));
            }
            return new Copy(entities, windows, positions);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** What has been folded by now. */
    public Positions positions() {
        lock.writeLock().lock();
        try {
            return merged();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private Positions merged() {
        Map<String, Long> nextOffsets = new HashMap<>();
        tasks.forEach(task -> task.forEachPosition((partition, next) -> nextOffsets.merge(partition, next, Math::max)));
        TreeMap<Positions.Partition, Long> byPartition = new TreeMap<>();
        nextOffsets.forEach((name, next) -> byPartition.put(partition(name), next));
        return new Positions(byPartition);
    }

    private static Positions.Partition partition(String name) {
        int dash = name.lastIndexOf('-');
        return new Positions.Partition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
    }
}
