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
 * Counters of ports, as {@code perfquery} prints them: classic (32 bits and less, which stick at their limit), extended (64 bits), and receive errors by reason. Nothing in it tells a port's GUID: the LID names the device.
 *
 * <p>A record is a line; what a block of lines says goes with its last one.
 */
public final class PerfqueryFormat implements Format {
    static final Pattern MARK = Pattern.compile("(?m)^# ?\\w[\\w ]{0,60} counters: Lid \\d+ port \\d+");

    @Override
    public String name() {
        return "perfquery";
    }

    @Override
    public String emittedBy() {
        return "perfquery of infiniband-diags (also -x, -l, -a, --rcverr)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return QueryReader.YIELDS;
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        QueryReader.read(input, sink);
    }
}
