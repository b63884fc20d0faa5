package io.fabrictwin.streams.peer;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What an instance holds that somebody does not have.
 *
 * @param token names what he has with it
 * @param isWhole whether it is all; then the history is all that lies in the stores
 * @param states that are new
 * @param history what changed of it, by number of the partitions that it was folded from; null: it is no longer kept
 */
record PartChange(
        String token,
        boolean isWhole,
        SortedSet<Integer> partitions,
        Positions positions,
        Map<EntityKey, EntityState> states,
        SortedMap<Integer, Map<EntityKey, @Nullable EntityState>> history) {}
