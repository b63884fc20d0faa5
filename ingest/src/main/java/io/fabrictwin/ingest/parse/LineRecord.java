package io.fabrictwin.ingest.parse;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What readers made of one line so far. Several may read it: a line can hold messages of more than one program, or the half
 * of one beside a whole other.
 */
public final class LineRecord {
    private final Line line;
    private final EventContext context;
    private final List<FabricEvent> events = new ArrayList<>(2);
    /** Empty for most lines. */
    private Set<String> unread = Set.of();

    private @Nullable Long timeNs;
    private @Nullable RejectCode code;
    private String reason = "";
    private boolean isOurs;

    public LineRecord(Line line, EventContext context) {
        this.line = line;
        this.context = context;
    }

    /** When what is added from here on happened, ns since 1970; null: nothing tells. */
    public void at(@Nullable Long eventTimeNs) {
        timeNs = eventTimeNs;
    }

    /** The time that {@link #at} set. */
    public @Nullable Long timeNs() {
        return timeNs;
    }

    /** Adds an event. */
    public void add(Function<EventMeta, ? extends FabricEvent> event) {
        isOurs = true;
        events.add(event.apply(context.meta(line.record(), events.size(), timeNs)));
    }

    /** The line is of a program that is read, whether or not it holds a fact. */
    public void recognise() {
        isOurs = true;
    }

    /** Understood as nothing that the twin keeps. */
    public void unread(String what) {
        isOurs = true;
        if (unread.isEmpty()) {
            unread = Set.of(what);
        } else {
            unread = new LinkedHashSet<>(unread);
            unread.add(what);
        }
    }

    /** The line holds only a part of what would be a fact. */
    public void torn(String what) {
        refuse(RejectCode.MALFORMED, "the line holds only a part of " + what);
    }

    /** The line is rejected unless it holds a fact beside; the first reason counts. */
    public void refuse(RejectCode refusal, String why) {
        if (code == null) {
            code = refusal;
            reason = why;
        }
    }

    /** Whether no reader took it for its own. */
    public boolean isForeign() {
        return !isOurs && code == null;
    }

    /** Hands the record to the sink. */
    public void tell(Sink sink) {
        RejectCode refusal = code;
        for (String what : unread) {
            sink.unread(what);
        }
        if (!events.isEmpty()) {
            if (refusal != null) {
                sink.unread("a part of a line that is torn or bad");
            }
            sink.accepted(
                    line.record(), line.place(), events.size() == 1 ? List.of(events.get(0)) : List.copyOf(events));
        } else if (refusal != null) {
            boolean isCut = refusal == RejectCode.MALFORMED && !line.isTerminated();
            sink.rejected(line.record(), line.place(), isCut ? RejectCode.TRUNCATED : refusal, reason, line.raw());
        } else if (isOurs) {
            sink.accepted(line.record(), line.place(), List.of());
        } else {
            sink.ignored(line.record(), line.place());
        }
    }
}
