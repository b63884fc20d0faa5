package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one record, as they are found. */
public final class Facts {
    private final EventContext context;
    private final long record;
    private @Nullable Long timeNs;
    private final List<FabricEvent> events = new ArrayList<>();

    /** Of the record of the given number; the time is the source's own, null where it tells none. */
    public Facts(EventContext context, long record, @Nullable Long timeNs) {
        this.context = context;
        this.record = record;
        this.timeNs = timeNs;
    }

    /** Meta of the next event. */
    public EventMeta meta() {
        return context.meta(record, events.size(), timeNs);
    }

    /** Sets the time of the events to come. */
    public void at(@Nullable Long time) {
        timeNs = time;
    }

    /** Adds an event that was made with {@link #meta()}. */
    public void add(FabricEvent event) {
        events.add(event);
    }

    /** One more name of a device or port; a name that is empty, or is the thing's own, is none. */
    public void named(DeviceId device, @Nullable PortId port, NameScheme scheme, @Nullable String name) {
        String clean = Name.clean(name);
        if (clean != null && !clean.equals(port == null ? device.value() : port.name())) {
            add(new NameObserved(meta(), device, port, scheme, clean));
        }
    }

    /** A setting under its own name; one without value is none. */
    public void tuned(DeviceId device, @Nullable PortId port, String setting, @Nullable String value) {
        String clean = Name.clean(value);
        if (clean != null) {
            add(new DeviceTuned(meta(), device, port, setting, clean));
        }
    }

    public boolean isEmpty() {
        return events.isEmpty();
    }

    public List<FabricEvent> events() {
        return List.copyOf(events);
    }
}
