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
 * Adapters of one host, as {@code ibstat} and {@code ibstatus} list them. The file does not say which host that is: the input's name is taken.
 *
 * <p>A record is a line; what a block of lines says goes with its last one.
 */
public final class IbstatFormat implements Format {
    static final Pattern MARK =
            Pattern.compile("(?m)^(?:CA '[\\w.-]+'\\s*$|Infiniband device '[\\w.-]+' port \\d+ status:)");

    @Override
    public String name() {
        return "ibstat";
    }

    @Override
    public String emittedBy() {
        return "ibstat and ibstatus of infiniband-diags, on one host";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return QueryReader.YIELDS;
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK) && !head.has(PerfqueryFormat.MARK) && !head.has(SmpqueryFormat.MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        QueryReader.read(input, sink);
    }
}
