package io.fabrictwin.model.detection;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Cumulative counters of a port at one instant.
 *
 * @param eventTimeNs ns since 1970
 * @param counters by {@link io.fabrictwin.model.event.CounterName}; what was not told is absent
 */
public record CounterSample(long eventTimeNs, SortedMap<String, Long> counters) {
    public CounterSample {
        counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
    }
}
