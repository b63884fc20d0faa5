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
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What OpenSM keeps of a subnet over its own end: {@code guid2lid} and {@code neighbors}. Adapters are named by the GUID of
 * their port. The links are those of the last sweep before the file was written.
 *
 * <p>A record is a line. A list of nothing but GUIDs, as of the roots of a routing, is no input: it does not say what
 * they are.
 */
public final class OpensmCacheFormat implements Format {
    private static final String GUID = "0x([0-9a-fA-F]{1,16})";
    private static final Pattern ADDRESS = Pattern.compile(GUID + " 0x([0-9a-fA-F]{1,4}) 0x([0-9a-fA-F]{1,4})\\s*");
    private static final Pattern NEIGHBOUR = Pattern.compile(GUID + ":(\\d{1,3}) " + GUID + ":(\\d{1,3})\\s*");
    private static final int LINES_LOOKED_AT = 20;
    /** Most LIDs that a port can have: 2 to the power of the greatest mask. */
    private static final int MAX_LIDS = 128;

    @Override
    public String name() {
        return "opensm-cache";
    }

    @Override
    public String emittedBy() {
        return "OpenSM (/var/cache/opensm/guid2lid, neighbors)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(NameObserved.class, LinkDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        List<String> lines = head.told().limit(LINES_LOOKED_AT).toList();
        return Likeness.certainIf(!lines.isEmpty()
                && (lines.stream().allMatch(line -> ADDRESS.matcher(line).matches())
                        || lines.stream()
                                .allMatch(line -> NEIGHBOUR.matcher(line).matches())));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Lines.readText(input, sink, line -> read(line, input.context(), sink));
    }

    private static void read(Line line, EventContext context, Sink sink) {
        Facts facts = new Facts(context, line.record(), null);
        Matcher address = ADDRESS.matcher(line.text());
        Matcher neighbour = NEIGHBOUR.matcher(line.text());
        if (line.isBlank() || line.text().startsWith("#")) {
            sink.ignored(line.record(), line.place());
        } else if (address.matches()) {
            addresses(facts, address);
            sink.accepted(line.record(), line.place(), facts.events());
        } else if (neighbour.matches()) {
            link(facts, neighbour);
            sink.accepted(line.record(), line.place(), facts.events());
        } else {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "neither a GUID with its LIDs nor two ports that are neighbours",
                    line.raw());
        }
    }

    private static void addresses(Facts facts, Matcher matcher) {
        String guid = Guid.nameIfValid(matcher.group(1));
        Integer first = LocalIdentifier.of(matcher.group(2), 16);
        Integer last = LocalIdentifier.of(matcher.group(3), 16);
        if (guid == null || first == null || last == null) {
            return;
        }
        DeviceId device = new DeviceId(guid);
        facts.add(meta -> new NameObserved(meta, device, null, NameScheme.PORT_GUID, guid));
        for (int lid = first; lid <= last && lid < first + MAX_LIDS; lid++) {
            String name = String.valueOf(lid);
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, name));
        }
    }

    private static void link(Facts facts, Matcher matcher) {
        String own = Guid.nameIfValid(matcher.group(1));
        String other = Guid.nameIfValid(matcher.group(3));
        if (own == null || other == null) {
            return;
        }
        PortId ownPort = PortId.of(own, matcher.group(2));
        PortId otherPort = PortId.of(other, matcher.group(4));
        if (!ownPort.equals(otherPort)) {
            facts.add(meta -> new LinkDiscovered(meta, new LinkId(ownPort, otherPort), null, null, null));
        }
    }
}
