package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which entries the windows hold. What is left after a set of entries depends on the set alone: the newest of each series,
 * whatever the order and number of additions.
 */
public final class WindowIndex {
    private final Map<EntityKey, TreeSet<Long>> numbersBySeries = new HashMap<>();

    /**
     * Adds an entry.
     *
     * @return the entry that has to go for it: an older one, or the added one itself; empty where there is room
     */
    public Optional<EntityKey> add(Window window, EntityKey entry) {
        EntityKey series = window.seriesOf(entry);
        TreeSet<Long> numbers = numbersBySeries.computeIfAbsent(series, unknown -> new TreeSet<>());
        numbers.add(window.numberOf(entry));
        return numbers.size() > window.size()
                ? Optional.of(window.entryOf(series, numbers.pollFirst()))
                : Optional.empty();
    }
}
