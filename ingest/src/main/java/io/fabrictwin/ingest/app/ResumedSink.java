package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.util.List;

/** Leaves out the records before a position: they are accounted for already. */
final class ResumedSink implements Sink {
    private final Sink sink;
    private long records;
    private boolean isPast;

    ResumedSink(Sink sink, long records) {
        this.sink = sink;
        this.records = records;
        this.isPast = records == 0;
    }

    /** Records before this position are accounted for. */
    long records() {
        return records;
    }

    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> events) {
        if (isNew(record)) {
            sink.accepted(record, place, events);
        }
    }

    @Override
    public void ignored(long record, Place place) {
        if (isNew(record)) {
            sink.ignored(record, place);
        }
    }

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
        if (isNew(record)) {
            sink.rejected(record, place, code, reason, raw);
        }
    }

    @Override
    public void unread(String what) {
        if (isPast) {
            sink.unread(what);
        }
    }

    private boolean isNew(long record) {
        if (record < records) {
            return false;
        }
        isPast = true;
        records = record + 1;
        return true;
    }
}
