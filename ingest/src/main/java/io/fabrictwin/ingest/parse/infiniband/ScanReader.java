package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts.End;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of one scan, in order.
 *
 * <p>A switch's LID is that of its management port 0 and is told with each of its ports, as the ports report does. A LID
 * of 0 or 65535 means that the port has none. An adapter's port is also known by its port GUID, which is its alias; the
 * ports report tells no node GUID, so there the port GUID names the adapter.
 */
final class ScanReader {
    private static final String HEX = "[0-9a-fA-F]{1,16}";
    private static final String EXTERNAL_PORT = "(?:\\[ext \\d{1,5}\\])?";

    private static final Pattern GENERATED = Pattern.compile(
            "#\\s*Topology file: generated .*\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\s+(\\d{1,2})"
                    + "\\s+(\\d{2}):(\\d{2}):(\\d{2})\\s+(\\d{4})\\s*");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private static final Pattern IDENTITY =
            Pattern.compile("(\\w+)=0x(" + HEX + ")(?:\\(" + HEX + "\\))?(?:\\s*#.*)?\\s*");
    private static final Pattern IDENTITIES = Pattern.compile("(?:\\s*\\w+=0x" + HEX + "){2,}\\s*");
    private static final Pattern IDENTITY_ITEM = Pattern.compile("(\\w+)=0x(" + HEX + ")");

    private static final Pattern NODE =
            Pattern.compile("(Switch|Ca|Rt)\\s*(\\d{1,9})\\s*\"([SHR])-(" + HEX + ")\"\\s*(?:#\\s*(?:\"(.*)\")?"
                    + "(?:\\s*(?:enhanced|base) port 0 lid (\\d{1,9}) lmc \\d{1,9})?(?:\\s*\\(scp\\))?)?\\s*");
    private static final Pattern CABLE = Pattern.compile("\\[(\\d{1,9})\\]" + EXTERNAL_PORT + "\\s*(?:\\((" + HEX
            + ")\\))?\\s*\"([SHR])-(" + HEX + ")\"\\s*\\[(\\d{1,9})\\]" + EXTERNAL_PORT + "\\s*(?:\\((" + HEX
            + ")\\))?\\s*(?:#\\s*(?:lid (\\d{1,9}) lmc \\d{1,9}\\s*)?(?:\"(.*)\")?\\s*lid (\\d{1,9}) "
            + "(?:(\\d{1,2})x|\\?{1,3}x?)\\s?(\\S+).*)");
    private static final Pattern PORT_REPORT = Pattern.compile("\\s*(CA|SW|RT)\\s+(\\d{1,9})\\s+(\\d{1,9})\\s+0x("
            + HEX + ")\\s+(\\d{1,2}x|\\?\\?\\?)\\s+(\\S+)\\s+(?:-\\s+(CA|SW|RT)\\s+(\\d{1,9})\\s+(\\d{1,9})\\s+0x("
            + HEX + ")\\s+\\(\\s*'(.*)' - '(.*)'\\s*\\)|'(.*)'|([^-'\\s].*?))\\s*");

    /** A node in the list of {@code -l}, or of {@code ibswitches} and {@code ibhosts}. */
    private static final Pattern LISTED_NODE =
            Pattern.compile("(Switch|Ca|Rt|Router)\\s*:\\s*0x(" + HEX + ")\\s+ports\\s+(\\d{1,9})\\s+(?:devid 0x(" + HEX
                    + ")\\s+vendid 0x(" + HEX + ")\\s+)?\"(.*)\"(?:.*\\blid (\\d{1,9})\\b)?.*");

    private static final Pattern HEADING = Pattern.compile("Chassis \\d{1,9}(?: \\(guid 0x(" + HEX
            + ")\\))?|Non-Chassis Nodes|Hostname: .*|=~=~.*|Script (?:started|done).*"
            + "|[^\"]*[#$>%]\\s*(?:\\S*ibnetdiscover.*|exit)?");
    /** Messages of the libraries on the error stream; what they tell of is missing from the scan. */
    private static final Pattern LIBRARY_MESSAGE = Pattern.compile(
            "(?:ibwarn|ibpanic|ibdebug|ibwarning): .*|.*\\b(?:timed out|timeout|umad_\\w+|mad_rpc\\w*|src/\\w+\\.c)\\b.*");

    private static final Pattern HARMLESS_MESSAGE = Pattern.compile("ib\\w+: \\[\\d+\\] umad_close_port: .*");

    /** What the tool prints for a width or speed that it does not know. */
    private static final String UNKNOWN_WIDTH = "?";

    private final EventContext context;
    private final Survey survey;
    private final boolean isSurveyed;
    private final SubnetFacts subnet = new SubnetFacts();

    private @Nullable String vendor;
    private @Nullable String model;
    private @Nullable Node node;
    private @Nullable String chassis;

    /** The node whose ports follow. */
    private record Node(
            DeviceId device, boolean isSwitch, @Nullable Integer localIdentifier) {}

    /**
     * A reader of one pass.
     *
     * @param isSurveyed whether the survey is done and events are wanted; else it is being made
     */
    ScanReader(EventContext context, Survey survey, boolean isSurveyed) {
        this.context = context;
        this.survey = survey;
        this.isSurveyed = isSurveyed;
    }

    void read(Line line, Sink sink) {
        String text = line.text().strip();
        try {
            if (text.isEmpty()) {
                endBlock();
                sink.ignored(line.record(), line.place());
            } else if (text.startsWith("#")) {
                readComment(text);
                sink.ignored(line.record(), line.place());
            } else {
                readContent(line, text, sink);
            }
        } catch (IllegalArgumentException e) {
            sink.rejected(
                    line.record(), line.place(), RejectCode.BAD_VALUE, String.valueOf(e.getMessage()), line.raw());
        }
    }

    private void readContent(Line line, String text, Sink sink) {
        Matcher cable = CABLE.matcher(text);
        if (text.startsWith("[") && cable.matches()) {
            Node owner = node;
            if (owner == null) {
                reject(
                        line,
                        RejectCode.UNKNOWN_REFERENCE,
                        "a port of no node: no Switch, Ca or Rt line stands above it",
                        sink);
            } else {
                accept(line, readCable(line, cable, owner), sink);
            }
            return;
        }
        Matcher identity = IDENTITY.matcher(text);
        if (identity.matches()) {
            identify(identity.group(1), identity.group(2));
            accept(line, facts(line), sink);
            return;
        }
        Matcher head = NODE.matcher(text);
        if (head.matches()) {
            accept(line, readNode(line, head), sink);
            return;
        }
        Matcher report = PORT_REPORT.matcher(text);
        if (report.matches()) {
            accept(line, readPortReport(line, report), sink);
        } else if (IDENTITIES.matcher(text).matches()) {
            Matcher item = IDENTITY_ITEM.matcher(text);
            while (item.find()) {
                identify(item.group(1), item.group(2));
            }
            accept(line, facts(line), sink);
        } else {
            readForeign(line, text, sink);
        }
    }

    private void readForeign(Line line, String text, Sink sink) {
        Matcher listed = LISTED_NODE.matcher(text);
        Matcher heading = HEADING.matcher(text);
        if (listed.matches()) {
            accept(line, readListedNode(line, listed), sink);
        } else if (LIBRARY_MESSAGE.matcher(text).matches()) {
            if (!HARMLESS_MESSAGE.matcher(text).matches()) {
                survey.disturb();
            }
            sink.ignored(line.record(), line.place());
        } else if (heading.matches()) {
            endBlock();
            if (text.startsWith("Chassis")) {
                String guid = Guid.nameIfValid(heading.group(1));
                chassis = guid == null ? text : guid;
            } else if (text.startsWith("Non-Chassis")) {
                chassis = null;
            }
            sink.ignored(line.record(), line.place());
        } else {
            reject(
                    line,
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "neither a node, nor a port with its neighbour, nor a line of the ports report",
                    sink);
        }
    }

    private void readComment(String text) {
        Matcher matcher = GENERATED.matcher(text);
        if (!matcher.matches()) {
            return;
        }
        try {
            // The tool prints local time without its zone; UTC is the only reading that two readers share.
            LocalDateTime time = LocalDateTime.of(
                    Integer.parseInt(matcher.group(6)),
                    MONTHS.indexOf(matcher.group(1)) + 1,
                    Integer.parseInt(matcher.group(2)),
                    Integer.parseInt(matcher.group(3)),
                    Integer.parseInt(matcher.group(4)),
                    Integer.parseInt(matcher.group(5)));
            long seconds = time.toEpochSecond(ZoneOffset.UTC);
            if (seconds >= 0) {
                survey.generatedAt(Math.multiplyExact(seconds, 1_000_000_000L));
            }
        } catch (DateTimeException | ArithmeticException e) {
            // Not a date: a comment like any other, and the scan has no time of its own.
            return;
        }
    }

    private void identify(String key, String digits) {
        node = null;
        switch (key) {
            case "vendid" -> vendor = digits.toLowerCase(Locale.ROOT);
            case "devid" -> {
                String vendorDigits = vendor;
                String known = vendorDigits == null ? "" : "vendor 0x" + vendorDigits + " ";
                model = known + "device 0x" + digits.toLowerCase(Locale.ROOT);
            }
            default -> {
                // GUIDs of system, chassis and node: the node's own line has what is needed.
            }
        }
    }

    private void endBlock() {
        node = null;
        vendor = null;
        model = null;
    }

    private Facts readNode(Line line, Matcher matcher) {
        boolean isSwitch = matcher.group(1).equals("Switch");
        DeviceId device = new DeviceId(Guid.name(matcher.group(4)));
        Facts facts = facts(line);
        Integer localIdentifier = LocalIdentifier.of(matcher.group(6), 10);
        node = new Node(device, isSwitch, localIdentifier);
        survey.list(device, isSwitch);
        subnet.node(facts, device, isSwitch, matcher.group(5), model, Integer.valueOf(matcher.group(2)));
        String enclosing = chassis;
        if (enclosing != null) {
            facts.add(meta -> new PlacementDeclared(meta, device, "chassis", enclosing));
        }
        vendor = null;
        model = null;
        return facts;
    }

    private Facts readListedNode(Line line, Matcher matcher) {
        Facts facts = facts(line);
        boolean isSwitch = matcher.group(1).equals("Switch");
        DeviceId device = new DeviceId(Guid.name(matcher.group(2)));
        String told = matcher.group(4);
        subnet.node(
                facts,
                device,
                isSwitch,
                matcher.group(6),
                told == null ? null : "vendor 0x" + matcher.group(5) + " device 0x" + told,
                Integer.valueOf(matcher.group(3)));
        if (isSwitch) {
            subnet.names(facts, new End(device, true, "0", LocalIdentifier.of(matcher.group(7), 10), null));
        }
        return facts;
    }

    private Facts readCable(Line line, Matcher matcher, Node owner) {
        String ownPortGuid = matcher.group(2);
        String neighbourPortGuid = matcher.group(6);
        Integer ownLocalIdentifier = LocalIdentifier.of(matcher.group(7), 10);
        boolean isNeighbourSwitch = matcher.group(3).equals("S");
        End own = new End(
                owner.device(),
                owner.isSwitch(),
                matcher.group(1),
                ownLocalIdentifier == null ? owner.localIdentifier() : ownLocalIdentifier,
                ownPortGuid == null ? null : Guid.name(ownPortGuid));
        End neighbour = new End(
                new DeviceId(Guid.name(matcher.group(4))),
                isNeighbourSwitch,
                matcher.group(5),
                LocalIdentifier.of(matcher.group(9), 10),
                neighbourPortGuid == null ? null : Guid.name(neighbourPortGuid));
        String width = matcher.group(10) == null ? UNKNOWN_WIDTH : matcher.group(10);
        return link(own, neighbour, matcher.group(8), width, matcher.group(11), facts(line));
    }

    private Facts readPortReport(Line line, Matcher matcher) {
        End own = end(matcher.group(1), matcher.group(4), matcher.group(3), matcher.group(2));
        Facts facts = facts(line);
        String neighbourType = matcher.group(7);
        String description = neighbourType != null
                ? matcher.group(11)
                : matcher.group(13) == null ? matcher.group(14) : matcher.group(13);
        survey.list(own.device(), isSwitch(own));
        subnet.node(facts, own.device(), isSwitch(own), description, null, null);
        if (neighbourType == null) {
            // Nothing is plugged in: what the port says of its speed is no rate.
            subnet.port(facts, own, null);
            facts.add(meta -> new PortStateObserved(meta, own.id(), false, null, null, "no neighbour"));
            return facts;
        }
        End neighbour = end(neighbourType, matcher.group(10), matcher.group(9), matcher.group(8));
        String width = matcher.group(5);
        return link(
                own,
                neighbour,
                matcher.group(12),
                width.endsWith("x") ? width.substring(0, width.length() - 1) : UNKNOWN_WIDTH,
                matcher.group(6),
                facts);
    }

    /** The end of a line of the ports report, which names an adapter by its port's GUID. */
    private static End end(String type, String guid, String port, String localIdentifier) {
        boolean isSwitch = type.equals("SW");
        String name = Guid.name(guid);
        return new End(
                new DeviceId(name), isSwitch, port, LocalIdentifier.of(localIdentifier, 10), isSwitch ? null : name);
    }

    private Facts link(
            End own, End neighbour, @Nullable String neighbourDescription, String width, String speed, Facts facts) {
        LinkId link = new LinkId(own.id(), neighbour.id());
        LinkRate rate =
                width.equals(UNKNOWN_WIDTH) ? new LinkRate(null, width + "x " + speed) : LinkRate.named(width, speed);
        survey.tell(link, own.id());
        subnet.port(facts, own, rate.bitsPerSecond());
        if (isSurveyed && !survey.isListed(neighbour.device())) {
            // Only its neighbour knows it: it answered too late for an entry of its own.
            subnet.node(facts, neighbour.device(), isSwitch(neighbour), neighbourDescription, null, null);
            subnet.port(facts, neighbour, rate.bitsPerSecond());
        }
        subnet.link(facts, link, rate.bitsPerSecond(), rate.widthAndSpeed());
        return facts;
    }

    private static boolean isSwitch(End end) {
        return Boolean.TRUE.equals(end.isSwitch());
    }

    private void accept(Line line, Facts facts, Sink sink) {
        if (isSurveyed && line.record() == survey.endOfCompleteScan()) {
            facts.add(meta -> new Swept(meta, null, survey.switches()));
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    private static void reject(Line line, RejectCode code, String reason, Sink sink) {
        sink.rejected(line.record(), line.place(), code, reason, line.raw());
    }

    private Facts facts(Line line) {
        return new Facts(context, line.record(), survey.generatedAtNs());
    }
}
