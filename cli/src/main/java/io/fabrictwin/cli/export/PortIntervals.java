package io.fabrictwin.cli.export;

import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pairs each sample of a port's counters with the one before it of the same format of source; holds one sample of each. */
final class PortIntervals {
    private record Key(
            FabricId fabric, PortId port, @Nullable Integer priority, String format) {}

    private final Map<Key, PortCountersObserved> newest = new HashMap<>();
    private long outOfOrder;

    /** What the port did since its sample before; empty for the first, and for one that is no later than that before it. */
    Optional<PortActivity> since(PortCountersObserved sample) {
        Key key = new Key(
                sample.meta().fabric(),
                sample.port(),
                sample.priority(),
                sample.meta().source().format());
        PortCountersObserved before = newest.get(key);
        if (before != null && sample.meta().eventTimeNs() <= before.meta().eventTimeNs()) {
            outOfOrder++;
            return Optional.empty();
        }
        newest.put(key, sample);
        return Optional.ofNullable(before)
                .map(earlier -> PortActivity.between(
                        earlier.meta().eventTimeNs(),
                        earlier.counters(),
                        sample.meta().eventTimeNs(),
                        sample.counters()));
    }

    /** Samples that came after a later one of their kind, or again: they end no interval. */
    long outOfOrder() {
        return outOfOrder;
    }
}
