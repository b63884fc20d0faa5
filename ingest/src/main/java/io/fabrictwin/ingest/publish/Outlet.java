package io.fabrictwin.ingest.publish;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.QuarantinedInput;
import java.util.List;

/** Where events and rejected input go. */
public interface Outlet extends AutoCloseable {
    /**
     * Takes the events of one record.
     *
     * @throws IllegalArgumentException if one of them cannot be written; then none is taken
     * @throws LogUnreachableException if an earlier one could not be delivered
     */
    void accept(List<? extends FabricEvent> events);

    /** Takes a rejected record. */
    void quarantine(QuarantinedInput input);

    /** Returns once everything is delivered, or throws {@link LogUnreachableException}. */
    void flush();

    @Override
    void close();
}
