package io.fabrictwin.streams.query;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.store.TaskStores;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The twin as the tasks of this process have it, carried on at the cost of what is new. The only reader of its stores. */
public final class StoreTwinView implements TwinView {
    private final LocalStores stores;
    private Map<TaskStores, Map<FabricId, History>> histories = Map.of();
    private long generation = -1;
    private TwinCut newest = TwinCut.EMPTY;

    public StoreTwinView(LocalStores stores) {
        this.stores = stores;
    }

    @Override
    public synchronized TwinCut cut() {
        LocalStores.Taken taken = stores.take(generation);
        if (taken.generation() == generation && taken.positions().equals(newest.positions())) {
            return newest;
        }
        Map<TaskStores, Map<FabricId, History>> next = new LinkedHashMap<>();
        for (LocalStores.OfTask task : taken.tasks()) {
            next.put(task.task(), History.with(histories.getOrDefault(task.task(), task.restored()), task.history()));
        }
        histories = next;
        TwinCut before = taken.generation() == generation ? newest : TwinCut.EMPTY;
        // Should what follows fail, what was taken is not lost: all is taken again.
        generation = -1;
        newest = before.with(
                taken.tasks().stream().map(LocalStores.OfTask::states).toList(),
                List.copyOf(next.values()),
                taken.positions());
        generation = taken.generation();
        return newest;
    }
}
