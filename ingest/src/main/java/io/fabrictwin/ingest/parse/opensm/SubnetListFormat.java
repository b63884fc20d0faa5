package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Survey;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.Swept;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code opensm-subnet.lst}, also as ibdiagnet writes it ({@code .lst}): one line for each end of each link.
 *
 * <p>A record is a line. The input is read twice: whether both ends tell of every link is sure only at its end.
 */
public final class SubnetListFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "(?m)^\\{ ?(?:CA|SW|Rt|RT)[^\\n]{0,60}Ports:[0-9A-Fa-f]{2}[^\\n]{0,80}NodeGUID:[0-9A-Fa-f]{16} ");

    @Override
    public String name() {
        return "opensm-subnet-lst";
    }

    @Override
    public String emittedBy() {
        return "OpenSM (opensm-subnet.lst) and ibdiagnet (.lst)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                PortDiscovered.class,
                PortStateObserved.class,
                LinkDiscovered.class,
                NameObserved.class,
                NicDiscovered.class,
                Swept.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Survey survey = new Survey();
        read(input, survey, new SubnetListReader(input.context(), survey, false));
        read(input, sink, new SubnetListReader(input.context(), survey, true));
    }

    private static void read(Input input, Sink sink, SubnetListReader reader) throws IOException {
        Lines.readText(input, sink, line -> reader.read(line, sink));
    }
}
