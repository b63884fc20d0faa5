package io.fabrictwin.ingest.events;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** One event a line; blank lines are ignored. */
public final class EventsFormat implements Format {
    private static final Pattern MARK = Pattern.compile("\"type\"\\s*:\\s*\"("
            + String.join(
                    "|", EventJson.types().stream().map(Class::getSimpleName).toList()) + ")\"");

    @Override
    public String name() {
        return "events";
    }

    @Override
    public String emittedBy() {
        return "adapters that people write: one JSON object a line, every event type (docs/events.md)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return EventJson.types();
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.first() == '{' && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Lines.readText(input, sink, line -> line(input, line, sink));
    }

    private static void line(Input input, Line line, Sink sink) {
        if (line.isBlank()) {
            sink.ignored(line.record(), line.place());
            return;
        }
        FabricEvent event;
        try {
            event = EventJson.read(line.text(), input.context(), line.record());
        } catch (EventJsonException e) {
            boolean isCut = e.code() == RejectCode.MALFORMED && !line.isTerminated();
            sink.rejected(
                    line.record(),
                    line.place(),
                    isCut ? RejectCode.TRUNCATED : e.code(),
                    String.valueOf(e.getMessage()),
                    line.raw());
            return;
        }
        sink.accepted(line.record(), line.place(), List.of(event));
    }
}
