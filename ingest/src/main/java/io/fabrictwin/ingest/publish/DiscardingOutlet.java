package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.codec.EventCodec;
import java.util.List;

/** Keeps nothing, but refuses what the log would refuse: for a look at what an input would give. */
public final class DiscardingOutlet implements Outlet {
    private final EventCodec codec = new EventCodec();

    @Override
    public void accept(List<? extends FabricEvent> events) {
        events.forEach(codec::encode);
    }

    @Override
    public void quarantine(QuarantinedInput input) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
