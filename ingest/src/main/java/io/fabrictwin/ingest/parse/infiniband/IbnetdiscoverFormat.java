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
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.Swept;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Output of {@code ibnetdiscover}: the topology file (plain, {@code -f} with more fields, {@code -g} with chassis) and
 * the ports report of {@code -p}; also the list of nodes of {@code -l}.
 *
 * <p>A record is a line. Blank lines, comments, headings and what a terminal adds are ignored; the lines that identify
 * a node ({@code vendid=}) are accepted and speak through the node's own line.
 *
 * <p>The input is read twice: whether the scan saw everything, and which nodes it knows only from a neighbour, is sure
 * only at its end, but belongs to the lines in the middle and to the last one.
 */
public final class IbnetdiscoverFormat implements Format {
    /** A node's line with its GUID in quotes, a line of the ports report, or one of the list. */
    private static final Pattern MARK = Pattern.compile("(?m)^(Switch|Ca|Rt)\\s*\\d+\\s*\"[SHR]-[0-9a-f]{16}\"[ \\t]*#"
            + "|^(CA|SW|RT)\\s+\\d+\\s+\\d+\\s+0x[0-9a-f]{16}\\s+\\S+\\s+(SDR|DDR|QDR|FDR|FDR10|EDR|HDR|NDR|XDR|\\?\\?\\?)\\b"
            + "|^(Ca|Switch|Router)\\s*:\\s*0x[0-9a-f]{16} ports \\d+");

    @Override
    public String name() {
        return "ibnetdiscover";
    }

    @Override
    public String emittedBy() {
        return "ibnetdiscover of infiniband-diags: topology file (also -f, -g), ports report (-p) or list (-l)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                PortDiscovered.class,
                LinkDiscovered.class,
                NameObserved.class,
                NicDiscovered.class,
                PlacementDeclared.class,
                PortStateObserved.class,
                Swept.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Survey survey = new Survey();
        read(input, survey, new ScanReader(input.context(), survey, false));
        read(input, sink, new ScanReader(input.context(), survey, true));
    }

    private static void read(Input input, Sink sink, ScanReader reader) throws IOException {
        Lines.readText(input, sink, (Line line) -> reader.read(line, sink));
    }
}
