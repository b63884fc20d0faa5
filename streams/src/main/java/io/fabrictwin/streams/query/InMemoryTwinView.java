package io.fabrictwin.streams.query;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.streams.store.Window;
import io.fabrictwin.streams.store.WindowIndex;
import java.util.HashMap;
import java.util.Map;

/** The twin in memory, without a broker: the same fold and the same windows. */
public final class InMemoryTwinView implements TwinView {
    private final Map<EntityKey, EntityState> states = new HashMap<>();
    private final Map<EntityKey, EntityState> windows = new HashMap<>();
    private final WindowIndex windowIndex = new WindowIndex();
    private Positions positions = Positions.NONE;
    private TwinCut newest = new TwinCut(Map.of(), Map.of(), Positions.NONE);

    /** Folds events that lie before the given positions. */
    public synchronized void fold(Iterable<? extends FabricEvent> events, Positions upTo) {
        for (FabricEvent event : events) {
            Fold.writesByEntity(event).forEach((key, writes) -> {
                if (key.kind().tier() == EntityKind.Tier.STATE) {
                    states.put(key, states.getOrDefault(key, EntityState.EMPTY).with(writes));
                } else {
                    Window.of(key.kind()).ifPresent(window -> {
                        windows.put(
                                key,
                                windows.getOrDefault(key, EntityState.EMPTY).with(writes));
                        windowIndex.add(window, key).ifPresent(windows::remove);
                    });
                }
            });
        }
        positions = positions.mergedWith(upTo);
        newest = new TwinCut(Map.copyOf(states), windows, positions);
    }

    @Override
    public synchronized TwinCut cut() {
        return newest;
    }
}
