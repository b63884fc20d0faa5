package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Answers about single nodes and ports: {@code smpquery}, {@code ibportstate}, node records of {@code saquery} and {@code sminfo}, one or many after each other.
 *
 * <p>A record is a line; what a block of lines says goes with its last one.
 */
public final class SmpqueryFormat implements Format {
    static final Pattern MARK = Pattern.compile(
            "(?m)^#? ?(?:(?:Port|Node|Switch) info: (?:Lid |DR path )|LinkWidthSupported:\\.{3}|NodeRecord dump:|LinkRecord dump:|sminfo: sm lid \\d+ sm guid 0x)");

    @Override
    public String name() {
        return "smpquery";
    }

    @Override
    public String emittedBy() {
        return "smpquery, ibportstate, saquery and sminfo of infiniband-diags";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return QueryReader.YIELDS;
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK) && !head.has(PerfqueryFormat.MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        QueryReader.read(input, sink);
    }
}
