package io.fabrictwin.streams.query;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.store.TaskStores;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The twin as the tasks of this process have it, carried on at the cost of what is new. The only reader of its stores. */
public final class StoreTwinView implements TwinView {
    private final LocalStores stores;
    private final CutListener listener;
    private Map<TaskStores, Map<FabricId, History>> histories = Map.of();
    private long generation = -1;
    private TwinCut newest = TwinCut.EMPTY;

    /** Is told of each cut that has something new, in order. */
    @FunctionalInterface
    public interface CutListener {
        /**
         * A cut was made.
         *
         * @param taken what is new in it
         */
        void cut(LocalStores.Taken taken, TwinCut cut);
    }

    public StoreTwinView(LocalStores stores, CutListener listener) {
        this.stores = stores;
        this.listener = listener;
    }

    @Override
    public synchronized TwinCut cut() {
        LocalStores.Taken taken = stores.take(generation);
        if (taken.generation() == generation && taken.positions().equals(newest.positions())) {
            return newest;
        }
        Map<TaskStores, Map<FabricId, History>> next = new LinkedHashMap<>();
        SortedMap<Integer, Map<FabricId, History>> byPartition = new TreeMap<>();
        for (LocalStores.OfTask task : taken.tasks()) {
            Map<FabricId, History> history =
                    History.with(histories.getOrDefault(task.task(), task.restored()), task.history());
            next.put(task.task(), history);
            byPartition.put(task.task().partition(), history);
        }
        histories = next;
        TwinCut before = taken.generation() == generation ? newest : TwinCut.EMPTY;
        // Should what follows fail, what was taken is not lost: all is taken again.
        generation = -1;
        newest = before.with(
                taken.tasks().stream().map(LocalStores.OfTask::states).toList(), byPartition, taken.positions());
        listener.cut(taken, newest);
        generation = taken.generation();
        return newest;
    }
}
