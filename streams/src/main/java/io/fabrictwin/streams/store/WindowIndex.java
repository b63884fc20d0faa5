package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which entries the windows hold, by {@link KeptNumbers}. */
public final class WindowIndex {
    private final Map<EntityKey, KeptNumbers> keptBySeries = new HashMap<>();

    /**
     * What adding an entry means.
     *
     * @param isNew whether it was not there
     * @param leaving entries that have to go for it, perhaps itself
     */
    public record Added(boolean isNew, List<EntityKey> leaving) {}

    /** Adds an entry. */
    public Added add(Window window, EntityKey entry) {
        EntityKey series = window.seriesOf(entry);
        long number = window.numberOf(entry);
        KeptNumbers kept = keptBySeries.computeIfAbsent(series, unknown -> new KeptNumbers(window.levels()));
        if (kept.has(number)) {
            return new Added(false, List.of());
        }
        List<EntityKey> leaving = new ArrayList<>(1);
        for (long gone : kept.add(number)) {
            leaving.add(window.entryOf(series, gone));
        }
        return new Added(true, leaving);
    }
}
