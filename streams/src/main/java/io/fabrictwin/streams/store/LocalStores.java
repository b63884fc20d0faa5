package io.fabrictwin.streams.store;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Write;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks that run in this process have folded, and the lock that makes a consistent cut of it.
 *
 * <p>Folding a record holds the lock in shared mode, so that tasks fold side by side; taking what is new holds it alone, so
 * that no record is half applied and states and positions belong together. What is taken are references to states that never
 * change: folding waits some microseconds for it, only where tasks came or went as long as it takes to copy them.
 *
 * <p>A cut shows all that has been folded, committed or not. What is rolled back ends its task, and with the task everything
 * that it had told of is taken anew from those that run: a frame may then be behind an earlier one for a moment, but at equal
 * positions it is equal to it, for the log before a position never changes.
 */
public final class LocalStores {
    private final Set<TaskStores> tasks = new LinkedHashSet<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
    private long generation;

    /**
     * What is new of one task.
     *
     * @param states those that changed; of a new generation all
     * @param history what changed of it; null: it is no longer kept
     * @param restored the history as it was when the task started
     */
    public record OfTask(
            TaskStores task,
            Map<EntityKey, EntityState> states,
            Map<EntityKey, @Nullable EntityState> history,
            Map<FabricId, History> restored) {}

    /**
     * What is new, of all tasks that run.
     *
     * @param generation another one than before where tasks came or went: what was taken earlier is then void
     */
    public record Taken(long generation, List<OfTask> tasks, Positions positions) {
        public Taken {
            tasks = List.copyOf(tasks);
        }

        /** Numbers of the partitions that were being folded. */
        public SortedSet<Integer> partitions() {
            SortedSet<Integer> partitions = new TreeSet<>();
            tasks.forEach(of -> partitions.add(of.task().partition()));
            return partitions;
        }
    }

    /** From now on the task belongs to every cut. */
    public void add(TaskStores task) {
        alone(() -> {
            generation++;
            return tasks.add(task);
        });
    }

    /** The task is about to close its stores. */
    public void remove(TaskStores task) {
        alone(() -> {
            generation++;
            return tasks.remove(task);
        });
    }

    private <T> T alone(Supplier<T> work) {
        lock.writeLock().lock();
        try {
            return work.get();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Applies one record as a whole: its writes and the position after it.
     *
     * @return how much of it came too late for the windows: it stays in the log
     */
    public int apply(
            TaskStores task,
            Map<EntityKey, List<Write>> writesByEntity,
            Positions.Partition partition,
            long nextOffset) {
        lock.readLock().lock();
        try {
            int tooLate = task.write(writesByEntity);
            task.advance(partition, nextOffset);
            return tooLate;
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Takes what is new since it was last taken: for one reader alone.
     *
     * @param known the generation that the reader has
     */
    public Taken take(long known) {
        return alone(() -> {
            List<OfTask> taken = new ArrayList<>();
            for (TaskStores task : tasks) {
                Map<EntityKey, EntityState> changed = task.takeChangedStates();
                taken.add(new OfTask(
                        task,
                        generation == known ? changed : task.states(),
                        task.takeChangedHistory(),
                        task.restoredHistory()));
            }
            return new Taken(generation, taken, merged());
        });
    }

    /**
     * Of the windows of a partition what its store does not have yet, by the store's key; null: nothing is left there. Whoever
     * reads the store afterwards finds in it, or here, all that was folded before.
     */
    public Map<EntityKey, byte @Nullable []> unwrittenWindows(int partition) {
        Optional<TaskStores> task = alone(() -> tasks.stream()
                .filter(running -> running.partition() == partition)
                .findFirst());
        return task.isEmpty() ? Map.of() : task.get().betweenCommits(() -> alone(task.get()::unwrittenWindows));
    }

    /** What has been folded by now. */
    public Positions positions() {
        return alone(this::merged);
    }

    private Positions merged() {
        Positions merged = Positions.NONE;
        for (TaskStores task : tasks) {
            merged = merged.mergedWith(task.positions());
        }
        return merged;
    }
}
