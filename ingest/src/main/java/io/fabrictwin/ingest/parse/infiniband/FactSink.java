package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import java.util.function.Function;

/** Takes facts of the record at hand. */
@FunctionalInterface
public interface FactSink {
    void add(Function<EventMeta, FabricEvent> fact);
}
