package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
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
 * Output of {@code iblinkinfo}: every port of every node with its state and its neighbour, under headings by node or, with
 * {@code -l}, each line whole.
 *
 * <p>A record is a line. The input is read three times: which GUIDs are switches and which LID is whose is sure only
 * at its end, and only then whether both ends tell of every link. What a port "could be" says what its chips are able to do and is no finding.
 */
public final class IblinkinfoFormat implements Format {
    private static final Pattern MARK =
            Pattern.compile("(?m)^[^\\n]{0,400}\\d\\[[^\\]\\n]{0,12}\\] ==\\([^\\n]{0,80}\\)==>");

    @Override
    public String name() {
        return "iblinkinfo";
    }

    @Override
    public String emittedBy() {
        return "iblinkinfo of infiniband-diags, also with -l";
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
        return Likeness.certainIf(head.text().contains("==(") && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Survey survey = new Survey();
        LinkLines known = new LinkLines();
        Survey first = new Survey();
        read(input, first, new LinkLineReader(input.context(), first, known, false));
        read(input, survey, new LinkLineReader(input.context(), survey, known, false));
        read(input, sink, new LinkLineReader(input.context(), survey, known, true));
    }

    private static void read(Input input, Sink sink, LinkLineReader reader) throws IOException {
        Lines.readText(input, sink, (Line line) -> reader.read(line, sink));
    }
}
