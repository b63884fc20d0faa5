package io.fabrictwin.model.event;

import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.named.NamedNumbers;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Cumulative counters of a port at one instant; a counter that was not told is not in the map.
 *
 * @param meta where, when and from whom
 * @param port the port
 * @param priority counters of this priority or virtual lane only; null: not told
 * @param counters by CounterName, or by the source's raw name
 */
public record PortCountersObserved(
        EventMeta meta, PortId port, @Nullable Integer priority, SortedMap<String, Long> counters)
        implements FabricEvent {

    public PortCountersObserved {
        Require.notNegative("priority", priority);
        counters = NamedNumbers.copyOf(counters);
    }

    @Override
    public Topic topic() {
        return Topic.TELEMETRY;
    }

    @Override
    public String key() {
        return port.device().value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.portCountersObserved(this);
    }
}
