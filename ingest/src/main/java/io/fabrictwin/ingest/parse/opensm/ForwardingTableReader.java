package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.BlockLines;
import io.fabrictwin.ingest.parse.infiniband.FactSink;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts.End;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads tables of all forms, switch by switch. */
final class ForwardingTableReader {
    /** A switch's index and its out port by LID, from 0. */
    static final Pattern VECTOR = Pattern.compile("(\\d{1,6}): 255((?: \\d{1,3})++)\\s*");

    private static final String HEX = "[0-9a-fA-F]{1,16}";
    private static final Pattern ROUTES = Pattern.compile("(?:\\w{1,40}_)?dump_ucast_routes: Switch 0x(" + HEX + ").*");
    private static final Pattern DUMP =
            Pattern.compile("(Unicast lids|Multicast mlids) \\[[0-9a-fx]{1,9}-[0-9a-fx]{1,9}\\] of switch "
                    + "(?:Lid (\\d{1,9})|DR path .{1,300}?|.{0,60}?) guid 0x(" + HEX + ")(?: \\('?(.*?)'?\\))?:\\s*");
    private static final Pattern ROUTE =
            Pattern.compile("0x([0-9a-fA-F]{1,5})\\s*:\\s*(?:(\\d{1,3})\\s*:.*|UNREACHABLE.*)");
    private static final Pattern ENTRY =
            Pattern.compile("0x([0-9a-fA-F]{1,5})\\s+(\\d{1,3})\\s*(?:[:#]\\s*\\(?(.*?)\\)?\\s*)?");
    private static final Pattern DESTINATION =
            Pattern.compile("(Channel Adapter|Switch|Router) portguid 0x(" + HEX + "): '(.*)'");
    private static final Pattern END = Pattern.compile("\\d{1,6} (?:valid )?(?:m?lids) dumped\\s*");
    private static final Pattern HEADING = Pattern.compile(
            "\\s[\\s\\d]*+|\\s*|LID\\s+: Port.*|\\s*Lid\\s+Out\\s+Destination\\s*|\\s*Port\\s+Info\\s*|#.*|\\s*Ports:.*|\\s*MLid\\s*|ib\\w+: .*");
    private static final Pattern PLANE = Pattern.compile("(?i)\\s*PLFT(?:_NUM|_ID)?\\s*[:=]?\\s*(\\d{1,3}).*");
    private static final Pattern MULTICAST = Pattern.compile("0x[cCdDeEfF][0-9a-fA-F]{3}[ x]*");

    private final BlockLines lines;
    private final Sink sink;
    private final FactSink facts;
    private final SubnetFacts subnet = new SubnetFacts();

    private @Nullable DeviceId device;
    private ForwardingTable table = new ForwardingTable();
    private boolean isMulticast;
    private boolean isOtherPlane;
    private boolean isDump;
    private boolean isEnded;
    private boolean isBroken;
    private int lastLid;
    private int greatestLid;

    private ForwardingTableReader(Input input, Sink sink) {
        this.sink = sink;
        this.lines = new BlockLines(input.context(), sink, this::end);
        this.facts = fact -> lines.tell(null, fact);
    }

    static void read(Input input, Sink sink) throws IOException {
        ForwardingTableReader reader = new ForwardingTableReader(input, sink);
        Lines.read(input, reader::read);
        reader.lines.close();
    }

    private void read(Line line) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            isBroken = true;
            lines.reject(line, defect.code(), defect.reason());
            return;
        }
        String text = line.text();
        if (device != null && readEntry(line, text)) {
            return;
        }
        Matcher vector = VECTOR.matcher(text);
        if (!begins(line, text)) {
            if (vector.matches()) {
                end();
                lines.accept(line);
                tellVector(vector);
            } else if (HEADING.matcher(text).matches()) {
                lines.ignore(line);
            } else if (device == null
                    && (ROUTE.matcher(text).matches() || ENTRY.matcher(text).matches())) {
                lines.reject(line, RejectCode.UNKNOWN_REFERENCE, "an entry of no table: no switch is named above it");
            } else {
                isBroken = true;
                lines.reject(line, "neither a switch nor an entry of its table");
            }
        }
    }

    private boolean begins(Line line, String text) {
        Matcher routes = ROUTES.matcher(text);
        Matcher dump = DUMP.matcher(text);
        boolean isRoutes = routes.matches();
        if (!isRoutes && !dump.matches()) {
            return false;
        }
        String guid = Guid.nameIfValid(isRoutes ? routes.group(1) : dump.group(3));
        if (guid == null) {
            end();
            lines.reject(line, RejectCode.BAD_VALUE, "the switch has no GUID");
            return true;
        }
        end();
        lines.accept(line);
        DeviceId begun = new DeviceId(guid);
        device = begun;
        isDump = !isRoutes;
        isMulticast = isDump && dump.group(1).startsWith("Multicast");
        subnet.node(facts, begun, true, isRoutes ? null : dump.group(4), null, null);
        Integer lid = isRoutes ? null : LocalIdentifier.of(dump.group(2), 10);
        subnet.names(facts, new End(begun, true, "0", lid, null));
        return true;
    }

    private boolean readEntry(Line line, String text) {
        Matcher matcher = isDump ? ENTRY.matcher(text) : ROUTE.matcher(text);
        if (isMulticast ? MULTICAST.matcher(text).matches() : matcher.matches()) {
            lines.accept(line);
            if (!isMulticast) {
                put(matcher);
            }
            return true;
        }
        Matcher plane = PLANE.matcher(text);
        if (plane.matches()) {
            lines.accept(line);
            isOtherPlane = Integer.parseInt(plane.group(1)) != 0;
            return true;
        }
        if (END.matcher(text).matches()) {
            lines.accept(line);
            isEnded = true;
            return true;
        }
        return false;
    }

    private void put(Matcher matcher) {
        Integer lid = LocalIdentifier.of(matcher.group(1), 16);
        if (lid == null) {
            return;
        }
        lastLid = lid;
        if (matcher.group(2) != null && !isOtherPlane) {
            table.put(lid, Integer.parseInt(matcher.group(2)));
        }
        Matcher destination = DESTINATION.matcher(isDump && matcher.group(3) != null ? matcher.group(3) : "");
        String guid = destination.matches() ? Guid.nameIfValid(destination.group(2)) : null;
        if (guid != null) {
            boolean isSwitch = destination.group(1).equals("Switch");
            DeviceId bearer = new DeviceId(guid);
            subnet.node(facts, bearer, isSwitch, destination.group(3), null, null);
            // Adapters are named by the GUID of the port that bears the LID; which number it has is not told.
            subnet.address(facts, bearer, lid, isSwitch ? null : guid);
        }
    }

    private void end() {
        DeviceId ended = device;
        ForwardingTable whole = table;
        boolean isWhole = !isBroken && (isDump ? isEnded : lastLid >= greatestLid);
        if (isMulticast) {
            sink.unread("multicast table");
        } else if (ended != null && !isWhole) {
            sink.unread("table that is not whole");
        } else if (ended != null && !whole.isEmpty()) {
            lines.tell(null, meta -> new ForwardingTableObserved(meta, ended, whole.entries()));
        }
        greatestLid = Math.max(greatestLid, lastLid);
        device = null;
        table = new ForwardingTable();
        isMulticast = false;
        isOtherPlane = false;
        isEnded = false;
        isBroken = false;
        lastLid = 0;
    }

    /** The model counts ports from 0; InfiniBand from 1, and 0 is the switch itself. */
    private void tellVector(Matcher vector) {
        DeviceId named = new DeviceId("switch-" + vector.group(1));
        ForwardingTable vectorTable = new ForwardingTable();
        StringTokenizer ports = new StringTokenizer(vector.group(2));
        int lid = 1;
        while (ports.hasMoreTokens()) {
            int port = Integer.parseInt(ports.nextToken());
            vectorTable.put(lid++, port == ForwardingTable.NO_PORT ? port : port + 1);
        }
        subnet.node(facts, named, true, null, null, null);
        lines.tell(null, meta -> new ForwardingTableObserved(meta, named, vectorTable.entries()));
    }
}
