package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counters and gauges of one device at one instant, gathered by where they were read. */
public final class Readings {
    private final DeviceId device;
    private final Map<CounterPlace, SortedMap<String, Long>> counters = new LinkedHashMap<>();
    private final Map<GaugePlace, SortedMap<String, Double>> gauges = new LinkedHashMap<>();

    private record CounterPlace(PortId port, @Nullable Integer priority) {}

    private record GaugePlace(
            @Nullable PortId port, @Nullable String component) {}

    /** None yet. */
    public Readings(DeviceId device) {
        this.device = device;
    }

    /** A cumulative counter; one that is null was not told. */
    public void counter(PortId port, @Nullable Integer priority, String name, @Nullable Long value) {
        if (value != null && value >= 0) {
            counters.computeIfAbsent(new CounterPlace(port, priority), place -> new TreeMap<>())
                    .put(name, value);
        }
    }

    /** Adds to a counter that is told in parts. */
    public void addToCounter(PortId port, @Nullable Integer priority, String name, long value) {
        counters.computeIfAbsent(new CounterPlace(port, priority), place -> new TreeMap<>())
                .merge(name, value, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
    }

    /** A reading that is no counter; one that is null was not told. */
    public void gauge(@Nullable PortId port, @Nullable String component, String name, @Nullable Double value) {
        if (value != null && Double.isFinite(value)) {
            gauges.computeIfAbsent(new GaugePlace(port, component), place -> new TreeMap<>())
                    .put(name, value);
        }
    }

    /** Value of a port's counter that was gathered; null: none. */
    public @Nullable Long counterOf(PortId port, @Nullable Integer priority, String name) {
        SortedMap<String, Long> found = counters.get(new CounterPlace(port, priority));
        return found == null ? null : found.get(name);
    }

    public boolean isEmpty() {
        return counters.isEmpty() && gauges.isEmpty();
    }

    /** Turns what was gathered into events, and begins anew. */
    public void drainTo(Facts facts) {
        counters.forEach((place, values) ->
                facts.add(new PortCountersObserved(facts.meta(), place.port(), place.priority(), values)));
        gauges.forEach((place, values) ->
                facts.add(new GaugesObserved(facts.meta(), device, place.port(), place.component(), values)));
        counters.clear();
        gauges.clear();
    }
}
