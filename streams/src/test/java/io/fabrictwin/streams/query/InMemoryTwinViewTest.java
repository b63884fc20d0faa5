package io.fabrictwin.streams.query;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class InMemoryTwinViewTest extends TwinViewContract {
    @Override
    TwinView after(List<FabricEvent> events) {
        InMemoryTwinView view = new InMemoryTwinView();
        if (!events.isEmpty()) {
            view.fold(events, new Positions(new TreeMap<>(Map.of(new Positions.Partition("fabric.workload", 0), (long)
                    events.size()))));
        }
        return view;
    }
}
