package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The topology text of the ns-3 simulators for RoCE (HPCC, ConWeave, PowerTCP, ASTRA-sim, SimAI), and the lists of flows
 * and of traced nodes that go with it, of which the twin keeps nothing.
 *
 * <p>A record is a line. Nodes have numbers and become {@code n0}, {@code n1}; a node's ports are numbered from 1 in
 * the order of its links, as ns-3 does.
 */
public final class Ns3TopologyFormat implements Format {
    static final Pattern LINK =
            Pattern.compile("(\\d{1,9})\\s+(\\d{1,9})\\s+(\\d[\\d.]*(?:[eE]\\+?\\d+)?(?:[KMGT]?bps)?)\\s+"
                    + "(\\d[\\d.]*(?:[eE][+-]?\\d+)?(?:ns|us|ms|s))(?:\\s+([\\d.eE+-]+))?");
    static final Pattern HEADING =
            Pattern.compile("\\d{1,9}(?:(?:\\s+\\d{1,9}){2,3}|(?:\\s+\\d{1,9}){4}\\s+[A-Za-z]\\w*)");
    static final Pattern FLOW = Pattern.compile("\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+[\\d.eE+-]+");
    static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(?:\\s+\\d{1,9})*+");
    private static final int LINES_LOOKED_AT = 200;

    @Override
    public String name() {
        return "ns3-topology";
    }

    @Override
    public String emittedBy() {
        return "ns-3 simulators of RoCE (HPCC, ConWeave, ASTRA-sim, SimAI): topology, flow and trace text";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(DeviceDiscovered.class, LinkPlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        List<String> told =
                head.told().limit(LINES_LOOKED_AT).map(String::strip).toList();
        if (told.size() < 2) {
            return Likeness.NONE;
        }
        if (HEADING.matcher(told.get(0)).matches()) {
            return Likeness.certainIf(
                    told.stream().skip(1).anyMatch(line -> LINK.matcher(line).matches()));
        }
        if (!told.get(0).matches("\\d{1,9}")) {
            return Likeness.NONE;
        }
        String second = told.get(1);
        boolean isTrace = NUMBERS.matcher(second).matches()
                && second.split("\\s+").length == Integer.parseInt(told.get(0))
                && !told.get(0).equals("1");
        return FLOW.matcher(second).matches() ? Likeness.LIKELY : Likeness.possibleIf(isTrace);
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Ns3Reader reader = new Ns3Reader(new Plan(input.context(), sink));
        Lines.read(input, reader::read);
        reader.end();
    }
}
