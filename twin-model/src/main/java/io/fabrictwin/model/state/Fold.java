package io.fabrictwin.model.state;

import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The one fold. Live twin, replay and fork all change state only through here.
 *
 * <p>Law: the state after a set of events depends on the set alone; not on arrival order, duplicates, partitioning or
 * batch splits. It holds because every attribute keeps its greatest writes, and greatest does not ask who came first.
 */
public final class Fold {
    /**
     * Raised whenever an event of the past would fold to another state than before: what was folded and kept by a build of
     * another version is then folded anew.
     */
    public static final int VERSION = 2;

    private Fold() {}

    /** What an event says, by entity. An event that says nothing gives an empty map. */
    public static Map<EntityKey, List<Write>> writesByEntity(FabricEvent event) {
        Map<EntityKey, List<Write>> byEntity = new LinkedHashMap<>();
        for (Write write : Writes.of(event)) {
            byEntity.computeIfAbsent(write.entity(), key -> new ArrayList<>()).add(write);
        }
        return byEntity;
    }

    /** Applies one event to states that are kept in a map. */
    public static void apply(Map<EntityKey, EntityState> states, FabricEvent event) {
        writesByEntity(event)
                .forEach((key, writes) -> states.put(
                        key, states.getOrDefault(key, EntityState.EMPTY).with(writes)));
    }

    /** Applies many events to states that are kept in a map. */
    public static void applyAll(Map<EntityKey, EntityState> states, Iterable<? extends FabricEvent> events) {
        for (FabricEvent event : events) {
            apply(states, event);
        }
    }

    /** Merges the states that another partition folded. */
    public static void merge(Map<EntityKey, EntityState> states, Map<EntityKey, EntityState> others) {
        others.forEach((key, state) -> states.merge(key, state, EntityState::mergedWith));
    }
}
