package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code opensm-lid-matrix.dump}: how many hops every switch's ports are from every LID. The twin keeps which switches
 * there are and whose the LIDs are; it reckons distances from links itself. A record is a line.
 */
public final class LidMatrixFormat implements Format {
    private static final Pattern SWITCH = Pattern.compile("Switch: guid 0x([0-9a-fA-F]{1,16})\\s*");
    private static final Pattern ROW = Pattern.compile(
            "0x([0-9a-fA-F]{1,5}):((?: [0-9a-fA-F]{2})++)\\s*(?:#\\s*portguid 0x([0-9a-fA-F]{1,16}).*)?");
    private static final Pattern MARK =
            Pattern.compile("(?m)^Switch: guid 0x[0-9a-fA-F]{1,16}\\s*\\n0x[0-9a-fA-F]{1,5}: [0-9a-f]{2} ");

    @Override
    public String name() {
        return "opensm-lid-matrix";
    }

    @Override
    public String emittedBy() {
        return "OpenSM (opensm-lid-matrix.dump)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(DeviceDiscovered.class, NameObserved.class, NicDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        SubnetFacts subnet = new SubnetFacts();
        Lines.readText(input, sink, line -> read(line, input.context(), subnet, sink));
    }

    private static void read(Line line, EventContext context, SubnetFacts subnet, Sink sink) {
        Facts facts = new Facts(context, line.record(), null);
        Matcher header = SWITCH.matcher(line.text());
        Matcher row = ROW.matcher(line.text());
        if (line.isBlank() || line.text().startsWith("#")) {
            sink.ignored(line.record(), line.place());
        } else if (header.matches()) {
            String guid = Guid.nameIfValid(header.group(1));
            if (guid != null) {
                subnet.node(facts, new DeviceId(guid), true, null, null, null);
            }
            sink.accepted(line.record(), line.place(), facts.events());
        } else if (row.matches()) {
            sink.unread("hops");
            String guid = Guid.nameIfValid(row.group(3));
            Integer lid = LocalIdentifier.of(row.group(1), 16);
            if (guid != null && lid != null) {
                subnet.address(facts, new DeviceId(guid), lid, null);
            }
            sink.accepted(line.record(), line.place(), facts.events());
        } else {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "neither a switch nor a LID with its hops by port",
                    line.raw());
        }
    }
}
