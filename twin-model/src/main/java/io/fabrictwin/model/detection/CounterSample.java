package io.fabrictwin.model.detection;

import io.fabrictwin.model.named.NamedNumbers;
import java.util.SortedMap;

/**
 * Cumulative counters of a port at one instant.
 *
 * @param eventTimeNs ns since 1970
 * @param counters by {@link io.fabrictwin.model.event.CounterName}; what was not told is absent
 */
public record CounterSample(long eventTimeNs, SortedMap<String, Long> counters) {
    public CounterSample {
        counters = NamedNumbers.copyOf(counters);
    }
}
