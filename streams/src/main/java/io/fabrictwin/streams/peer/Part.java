package io.fabrictwin.streams.peer;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one instance holds at one cut of its partitions.
 *
 * @param token names this cut of this run of the instance: shown again, it gives what is new since
 * @param partitions numbers of those that it folds
 * @param positions what it had folded
 * @param states all of them, or those that are new since the part before
 * @param histories the whole bounded history, by number of the partitions that it was folded from
 */
public record Part(
        String token,
        SortedSet<Integer> partitions,
        Positions positions,
        Map<EntityKey, EntityState> states,
        SortedMap<Integer, Map<FabricId, History>> histories) {
    public Part {
        partitions = Collections.unmodifiableSortedSet(new TreeSet<>(partitions));
        states = Collections.unmodifiableMap(states);
        histories = Collections.unmodifiableSortedMap(new TreeMap<>(histories));
    }

    /** What has to be kept of it to go on from it. */
    Part withoutStates() {
        return new Part(token, partitions, positions, Map.of(), histories);
    }
}
