package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The events of one record in the making: gives each its meta. */
public final class Facts implements FactSink {
    private final EventContext context;
    private final long record;
    private final @Nullable Long timeNs;
    private final List<FabricEvent> events = new ArrayList<>();

    /**
     * The events of a record, none yet.
     *
     * @param timeNs the source's own time, ns since 1970; null: it tells none
     */
    public Facts(EventContext context, long record, @Nullable Long timeNs) {
        this.context = context;
        this.record = record;
        this.timeNs = timeNs;
    }

    @Override
    public void add(Function<EventMeta, FabricEvent> fact) {
        events.add(fact.apply(context.meta(record, events.size(), timeNs)));
    }

    public List<FabricEvent> events() {
        return events;
    }
}
