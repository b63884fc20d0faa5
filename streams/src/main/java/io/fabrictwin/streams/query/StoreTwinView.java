package io.fabrictwin.streams.query;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.streams.store.LocalStores;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;

/** The twin as the stores of this process have it; what several tasks know of one entity is merged. */
public final class StoreTwinView implements TwinView {
    private final LocalStores stores;
    private TwinCut newest = new TwinCut(Map.of(), Map.of(), Positions.NONE);

    public StoreTwinView(LocalStores stores) {
        this.stores = stores;
    }

    @Override
    public synchronized TwinCut cut() {
        LocalStores.Copy copy = stores.copyUnlessAt(newest.positions());
        if (copy != null) {
            newest = new TwinCut(decoded(copy.entities()), decoded(copy.windows()), copy.positions());
        }
        return newest;
    }

    private static Map<EntityKey, EntityState> decoded(List<KeyValue<byte[], byte[]>> entries) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        for (KeyValue<byte[], byte[]> entry : entries) {
            states.merge(EntityKey.fromBytes(entry.key), EntityState.fromBytes(entry.value), EntityState::mergedWith);
        }
        return states;
    }
}
