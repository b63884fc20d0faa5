package io.fabrictwin.replay.operator;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** How many events of each type came, by fabric. Asked for each event of a log: a type is looked for as what it is, not by name. */
final class EventCounts {
    /** Takes one count. */
    interface Receiver {
        void accept(FabricId fabric, String type, long count);
    }

    private final Map<FabricId, Map<Class<?>, long[]>> byFabric = new HashMap<>();

    void add(FabricId fabric, Class<? extends FabricEvent> type) {
        byFabric.computeIfAbsent(fabric, same -> new IdentityHashMap<>())
                .computeIfAbsent(type, same -> new long[1])[0]++;
    }

    void forEach(Receiver receiver) {
        byFabric.forEach((fabric, byType) ->
                byType.forEach((type, count) -> receiver.accept(fabric, type.getSimpleName(), count[0])));
    }
}
