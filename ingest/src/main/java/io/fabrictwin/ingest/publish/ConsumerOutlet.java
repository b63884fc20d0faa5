package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.QuarantinedInput;
import java.util.List;
import java.util.function.Consumer;

/** Hands events to a consumer in this process; rejected input goes nowhere. */
public final class ConsumerOutlet implements Outlet {
    private final Consumer<? super FabricEvent> consumer;

    public ConsumerOutlet(Consumer<? super FabricEvent> consumer) {
        this.consumer = consumer;
    }

    @Override
    public void accept(List<? extends FabricEvent> events) {
        events.forEach(consumer);
    }

    @Override
    public void quarantine(QuarantinedInput input) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
