package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.util.List;

/** For a first reading, which only gathers templates. */
final class Nowhere implements Sink {
    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> events) {}

    @Override
    public void ignored(long record, Place place) {}

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {}
}
