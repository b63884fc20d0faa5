package io.fabrictwin.streams.query;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.streams.store.Window;
import io.fabrictwin.streams.store.WindowIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The twin in memory, without a broker: the same fold and the same windows. */
public final class InMemoryTwinView implements TwinView {
    private final Map<EntityKey, EntityState> windows = new HashMap<>();
    private final WindowIndex windowIndex = new WindowIndex();
    private Map<FabricId, History> histories = Map.of();
    private TwinCut newest = TwinCut.EMPTY;

    /** Folds events that lie before the given positions. */
    public synchronized void fold(Iterable<? extends FabricEvent> events, Positions upTo) {
        Map<EntityKey, EntityState> changed = new HashMap<>();
        Map<EntityKey, @Nullable EntityState> changedHistory = new HashMap<>();
        for (FabricEvent event : events) {
            Fold.writesByEntity(event).forEach((key, writes) -> {
                if (key.kind().tier() == EntityKind.Tier.STATE) {
                    changed.put(
                            key, changed.getOrDefault(key, EntityState.EMPTY).with(writes));
                } else {
                    Window.of(key.kind()).ifPresent(window -> {
                        EntityState after =
                                windows.getOrDefault(key, EntityState.EMPTY).with(writes);
                        windows.put(key, after);
                        changedHistory.put(key, after);
                        windowIndex.add(window, key).leaving().forEach(leaving -> {
                            windows.remove(leaving);
                            changedHistory.put(leaving, null);
                        });
                    });
                }
            });
        }
        histories = History.with(histories, changedHistory);
        newest = newest.with(
                List.of(changed),
                new TreeMap<>(Map.of(0, histories)),
                newest.positions().mergedWith(upTo));
    }

    @Override
    public synchronized TwinCut cut() {
        return newest;
    }
}
