package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Collects events with the time at which each happens, and tells them in the order of their own times. */
final class Recorder {
    /** An event to be, with its time by the clock of whom it comes from. */
    private record Pending(long eventTimeNs, Function<EventMeta, FabricEvent> event) {}

    private final FabricId fabric;
    private final SourceId source;
    private final long anchorTimeNs;
    private final Reality reality;
    private final List<Pending> pending = new ArrayList<>();

    Recorder(FabricId fabric, SourceId source, long anchorTimeNs, Reality reality) {
        this.fabric = fabric;
        this.source = source;
        this.anchorTimeNs = anchorTimeNs;
        this.reality = reality;
    }

    /** Time of an instant of the run by a device's clock, ns since 1970. */
    long timeNs(DeviceId device, long runNs) {
        return Math.max(0, anchorTimeNs + runNs + reality.clockOffsetNs(device));
    }

    void add(DeviceId device, long runNs, Function<EventMeta, FabricEvent> event) {
        pending.add(new Pending(timeNs(device, runNs), event));
    }

    /** Tells all events, oldest first; those of one instant in the order in which they were added. */
    void tell(Consumer<FabricEvent> consumer) {
        pending.sort(Comparator.comparingLong(Pending::eventTimeNs));
        long record = 0;
        for (Pending next : pending) {
            long timeNs = next.eventTimeNs();
            consumer.accept(
                    next.event().apply(new EventMeta(fabric, source, record++, 0, timeNs, timeNs, Clock.SOURCE)));
        }
    }
}
