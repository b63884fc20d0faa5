package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one line tells. */
final class Findings {
    final List<FabricEvent> events = new ArrayList<>();
    /** Kinds of things that were understood and are not kept. */
    final List<String> unread = new ArrayList<>();
    /** Why a line of a trainer is not understood; null: it is. */
    @Nullable
    String reason;

    RejectCode code = RejectCode.MALFORMED;
    /** The line's own time, ns since 1970; null: it has none. */
    @Nullable
    Long timeNs;

    private final EventContext context;
    private final long record;
    private boolean isOurs;

    Findings(EventContext context, long record) {
        this.context = context;
        this.record = record;
    }

    long record() {
        return record;
    }

    EventContext context() {
        return context;
    }

    /** The line was written by a trainer. */
    void claim() {
        isOurs = true;
    }

    boolean isOurs() {
        return isOurs;
    }

    void refuse(RejectCode refusedCode, String why) {
        claim();
        code = refusedCode;
        reason = why;
    }

    /** The meta of the next event, at the line's own time. */
    EventMeta meta() {
        return meta(timeNs);
    }

    EventMeta meta(@Nullable Long eventTimeNs) {
        return context.meta(record, events.size(), eventTimeNs);
    }

    void add(FabricEvent event) {
        claim();
        events.add(event);
    }
}
