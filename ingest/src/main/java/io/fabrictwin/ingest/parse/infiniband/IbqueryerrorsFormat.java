package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Output of {@code ibqueryerrors}: counters that are beyond their thresholds, with {@code --data} also the traffic of those
 * ports. A counter that is not printed is below its threshold, which is not zero. The line of all ports of a switch adds
 * counters that are cut off and is never used.
 *
 * <p>A record is a line. An adapter is named by the GUID of its port, as the tool does.
 */
public final class IbqueryerrorsFormat implements Format {
    private static final Pattern PORT = Pattern.compile(
            "\\s*GUID 0x([0-9a-fA-F]{1,16}) port (ALL|\\d{1,5}):((?: ?\\[\\w{1,60} == \\d{1,20}[^\\]]{0,40}\\])*+)\\s*(.*)");
    private static final Pattern COUNTER = Pattern.compile("\\[(\\w{1,60}) == (\\d{1,20})[^\\]]{0,40}\\]");
    private static final Pattern NODE = Pattern.compile("Errors for (?:0x([0-9a-fA-F]{1,16}) )?\".*\"\\s*");
    private static final Pattern LINK = Pattern.compile("\\s*Link info:.*");
    private static final Pattern FOREIGN =
            Pattern.compile("\\s*|##.*|ib\\w+: .*|.*\\b(?:umad_\\w+|mad_rpc\\w*)\\b.*|[^\"]{0,80}[#$>%]\\s?.*");
    private static final Pattern MARK =
            Pattern.compile("(?m)^[ \\t]{0,8}GUID 0x[0-9a-fA-F]{1,16} port (?:ALL|\\d+): ?\\[\\w+ == \\d");
    private static final String ALL_PORTS = "ALL";

    @Override
    public String name() {
        return "ibqueryerrors";
    }

    @Override
    public String emittedBy() {
        return "ibqueryerrors of infiniband-diags, also with --data";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(NameObserved.class, PortCountersObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        boolean[] isUnderAdapter = new boolean[1];
        Lines.readText(input, sink, (Line line) -> read(line, input.context(), isUnderAdapter, sink));
    }

    private static void read(Line line, EventContext context, boolean[] isUnderAdapter, Sink sink) {
        String text = line.text();
        Matcher port = PORT.matcher(text);
        Matcher node = NODE.matcher(text);
        if (port.matches() && port.group(4).isEmpty()) {
            sink.accepted(line.record(), line.place(), counters(line, port, context, isUnderAdapter[0], sink));
        } else if (node.matches()) {
            isUnderAdapter[0] = node.group(1) == null;
            sink.accepted(line.record(), line.place(), List.of());
        } else if (LINK.matcher(text).matches()) {
            sink.unread("link info");
            sink.accepted(line.record(), line.place(), List.of());
        } else if (FOREIGN.matcher(text).matches()) {
            sink.ignored(line.record(), line.place());
        } else {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "neither a node nor a port with its counters",
                    line.raw());
        }
    }

    private static List<FabricEvent> counters(
            Line line, Matcher port, EventContext context, boolean isAdapter, Sink sink) {
        String guid = Guid.nameIfValid(port.group(1));
        if (guid == null || port.group(2).equals(ALL_PORTS)) {
            sink.unread("counters of all ports together");
            return List.of();
        }
        SortedMap<String, Long> counters = new TreeMap<>();
        Matcher matcher = COUNTER.matcher(port.group(3));
        while (matcher.find()) {
            ManagementCounter counter = ManagementCounter.ofTool(matcher.group(1));
            if (counter == null) {
                sink.unread(matcher.group(1));
            } else {
                counter.put(new BigInteger(matcher.group(2)), false, true, counters);
            }
        }
        PortId portId = new PortId(new DeviceId(guid), port.group(2));
        Facts facts = new Facts(context, line.record(), null);
        if (isAdapter) {
            facts.add(meta -> new NameObserved(meta, portId.device(), portId, NameScheme.PORT_GUID, guid));
        }
        if (!counters.isEmpty()) {
            facts.add(meta -> new PortCountersObserved(meta, portId, null, counters));
        }
        return facts.events();
    }
}
