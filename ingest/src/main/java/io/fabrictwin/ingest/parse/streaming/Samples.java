package io.fabrictwin.ingest.parse.streaming;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one message tells of a device at several instants, gathered by port and priority. */
final class Samples {
    /** The types of event that can come of it. */
    static final Set<Class<? extends FabricEvent>> YIELDS = Set.of(
            PortCountersObserved.class,
            GaugesObserved.class,
            QueueObserved.class,
            PortStateObserved.class,
            NameObserved.class);

    private final DeviceId device;
    private final Map<Place, SortedMap<String, Long>> counters = new LinkedHashMap<>();
    private final Map<Place, SortedMap<String, Double>> gauges = new LinkedHashMap<>();
    private final Map<Place, Depth> depths = new LinkedHashMap<>();
    private final Map<Place, State> states = new LinkedHashMap<>();
    private final Map<Name, Place> names = new LinkedHashMap<>();

    /**
     * Where and when a value was read.
     *
     * @param port null: the device
     * @param priority null: all
     * @param component null: the whole
     * @param timeNs null: not told
     */
    record Place(
            @Nullable String port,
            @Nullable Integer priority,
            @Nullable String component,
            @Nullable Long timeNs) {}

    private record Depth(@Nullable Long now, @Nullable Long max) {}

    private record State(
            @Nullable Boolean isUp,
            @Nullable String text,
            @Nullable Long bitsPerSecond) {}

    private record Name(@Nullable String port, NameScheme scheme, String name) {}

    Samples(DeviceId device) {
        this.device = device;
    }

    void counter(Place place, String name, long value) {
        counters.computeIfAbsent(place, absent -> new TreeMap<>()).put(name, value);
    }

    void gauge(Place place, String name, double value) {
        if (Double.isFinite(value)) {
            gauges.computeIfAbsent(place, absent -> new TreeMap<>()).put(name, value);
        }
    }

    void depth(Place place, @Nullable Long now, @Nullable Long max) {
        Depth former = depths.getOrDefault(place, new Depth(null, null));
        depths.put(place, new Depth(now == null ? former.now() : now, max == null ? former.max() : max));
    }

    void state(Place place, @Nullable Boolean isUp, @Nullable String text, @Nullable Long bitsPerSecond) {
        State former = states.getOrDefault(place, new State(null, null, null));
        states.put(
                place,
                new State(
                        isUp == null ? former.isUp() : isUp,
                        text == null ? former.text() : text,
                        bitsPerSecond == null ? former.bitsPerSecond() : bitsPerSecond));
    }

    void name(Place place, NameScheme scheme, String name) {
        if (isName(name)) {
            names.put(new Name(place.port(), scheme, name), place);
        }
    }

    /** Whether a text can name something. */
    static boolean isName(@Nullable String text) {
        return text != null && !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
    }

    /**
     * Everything gathered, as events of a record.
     *
     * @param first index of the first
     */
    List<FabricEvent> events(EventContext context, long record, int first) {
        List<FabricEvent> events = new ArrayList<>();
        names.forEach((name, place) -> events.add(new NameObserved(
                meta(context, record, first + events.size(), place), device, port(place), name.scheme(), name.name())));
        states.forEach((place, state) -> {
            PortId port = port(place);
            if (port != null) {
                events.add(new PortStateObserved(
                        meta(context, record, first + events.size(), place),
                        port,
                        state.isUp(),
                        state.text(),
                        state.bitsPerSecond(),
                        null));
            }
        });
        counters.forEach((place, values) -> {
            PortId port = port(place);
            if (port != null) {
                events.add(new PortCountersObserved(
                        meta(context, record, first + events.size(), place), port, place.priority(), values));
            }
        });
        depths.forEach((place, depth) -> {
            PortId port = port(place);
            if (port != null) {
                events.add(new QueueObserved(
                        meta(context, record, first + events.size(), place),
                        port,
                        place.priority(),
                        depth.now(),
                        depth.max()));
            }
        });
        gauges.forEach((place, values) -> events.add(new GaugesObserved(
                meta(context, record, first + events.size(), place), device, port(place), place.component(), values)));
        return events;
    }

    private @Nullable PortId port(Place place) {
        return place.port() == null ? null : new PortId(device, place.port());
    }

    private static EventMeta meta(EventContext context, long record, int index, Place place) {
        return context.meta(record, index, place.timeNs());
    }
}
