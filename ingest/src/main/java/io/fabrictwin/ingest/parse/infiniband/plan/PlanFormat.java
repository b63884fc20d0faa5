package io.fabrictwin.ingest.parse.infiniband.plan;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import java.io.IOException;
import java.util.Set;

/** What the formats of plans share: a record is a line, and gives planned links or nothing. */
abstract class PlanFormat implements Format {
    /** Reads the lines of one plan. */
    interface Reader {
        /**
         * Reads one line that is neither blank nor a comment.
         *
         * @return whether it was understood
         * @throws IllegalArgumentException if a value in it is none; the message says why
         */
        boolean read(String text, Facts facts);
    }

    /** A reader for one input. */
    abstract Reader reader(Sink sink);

    /** What a line should have been. */
    abstract String expected();

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(LinkPlanned.class);
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Reader reader = reader(sink);
        Lines.readText(input, sink, line -> read(line, input.context(), reader, sink));
    }

    private void read(Line line, EventContext context, Reader reader, Sink sink) {
        String text = line.text().stripTrailing();
        if (text.isBlank() || text.stripLeading().startsWith("#")) {
            sink.ignored(line.record(), line.place());
            return;
        }
        Facts facts = new Facts(context, line.record(), null);
        try {
            if (reader.read(text, facts)) {
                sink.accepted(line.record(), line.place(), facts.events());
            } else {
                sink.rejected(
                        line.record(),
                        line.place(),
                        line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                        expected(),
                        line.raw());
            }
        } catch (IllegalArgumentException e) {
            sink.rejected(
                    line.record(), line.place(), RejectCode.BAD_VALUE, String.valueOf(e.getMessage()), line.raw());
        }
    }
}
