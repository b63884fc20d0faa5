package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.infiniband.LinkRate;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts.End;
import io.fabrictwin.ingest.parse.infiniband.Survey;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a subnet list in order, to survey or to tell. All numbers are hexadecimal without a prefix, but the speed. */
final class SubnetListReader {
    private static final Pattern NODE = Pattern.compile(
            "\\{ ?(CA|SW|Rt|RT)(?:-\\w{1,20})? Ports:([0-9A-Fa-f]{2}) SystemGUID:[0-9A-Fa-f]{1,16} NodeGUID:([0-9A-Fa-f]{1,16}) "
                    + "PortGUID:([0-9A-Fa-f]{1,16}) VenID:([0-9A-Fa-f]{1,8}) DevID:([0-9A-Fa-f]{1,8}) Rev:[0-9A-Fa-f]{1,8} "
                    + "\\{(.*)\\} LID:([0-9A-Fa-f]{1,6}) PN:([0-9A-Fa-f]{1,3}) ?\\}");
    private static final Pattern LINK = Pattern.compile(
            "PHY=(?:(\\d{1,2})x|\\S{1,10}) LOG=(\\w{1,12})(?: SPD=(\\d{1,4}(?:\\.\\d{1,6})?)\\S*)?(?: .*)?\\s*");
    private static final String BETWEEN_NODES = "} { ";
    private static final String BEFORE_LINK = "} PHY=";
    /** Some files call switches adapters, which never have so many ports. */
    private static final int MAX_ADAPTER_PORTS = 4;

    private static final int DEVICE_DIGITS = 4;
    /** More than descriptions hold by chance. */
    private static final int MAX_DIVIDERS = 16;

    private final EventContext context;
    private final Survey survey;
    private final boolean isSurveyed;
    private final SubnetFacts subnet = new SubnetFacts();

    private record Node(
            End end, String description, @Nullable String model, int portCount) {}

    SubnetListReader(EventContext context, Survey survey, boolean isSurveyed) {
        this.context = context;
        this.survey = survey;
        this.isSurveyed = isSurveyed;
    }

    void read(Line line, Sink sink) {
        String text = line.text().strip();
        if (text.isEmpty() || text.startsWith("#")) {
            sink.ignored(line.record(), line.place());
            return;
        }
        int linkAt = text.lastIndexOf(BEFORE_LINK);
        Matcher link = LINK.matcher(linkAt < 0 ? "" : text.substring(linkAt + 2));
        Node[] nodes = linkAt < 0 ? null : nodes(text.substring(0, linkAt + 1));
        if (nodes == null || !link.matches()) {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "not two ends of a link with its width, state and speed",
                    line.raw());
            return;
        }
        Facts facts = new Facts(context, line.record(), null);
        End own = nodes[0].end();
        End other = nodes[1].end();
        if (isSurveyed) {
            tell(facts, nodes, link);
        } else {
            survey.list(own.device(), Boolean.TRUE.equals(own.isSwitch()));
            if (!own.id().equals(other.id())) {
                survey.tell(new LinkId(own.id(), other.id()), own.id());
            }
        }
        if (isSurveyed && line.record() == survey.endOfCompleteScan()) {
            facts.add(meta -> new Swept(meta, null, survey.switches()));
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    private void tell(Facts facts, Node[] nodes, Matcher link) {
        boolean isUp = link.group(2).equals("ACT");
        LinkRate rate = link.group(1) == null || link.group(3) == null
                ? null
                : LinkRate.signalled(link.group(1), link.group(3));
        Long bitsPerSecond = rate == null || !isUp ? null : rate.bitsPerSecond();
        for (int i = 0; i < nodes.length; i++) {
            Node node = nodes[i];
            End end = node.end();
            if (i == 0 || !survey.isListed(end.device())) {
                subnet.node(
                        facts,
                        end.device(),
                        Boolean.TRUE.equals(end.isSwitch()),
                        node.description(),
                        node.model(),
                        node.portCount());
                subnet.port(facts, end, bitsPerSecond);
            }
        }
        End own = nodes[0].end();
        End other = nodes[1].end();
        facts.add(meta -> new PortStateObserved(meta, own.id(), isUp, link.group(2), bitsPerSecond, null));
        if (!own.id().equals(other.id())) {
            subnet.link(
                    facts, new LinkId(own.id(), other.id()), bitsPerSecond, rate == null ? null : rate.widthAndSpeed());
        }
    }

    /** Both ends; null: they have not the form. A description may hold what divides them elsewhere. */
    private static Node @Nullable [] nodes(String text) {
        int at = text.indexOf(BETWEEN_NODES);
        for (int tries = 0; at >= 0 && tries < MAX_DIVIDERS; tries++) {
            Node own = node(text.substring(0, at + 1));
            Node other = own == null ? null : node(text.substring(at + 2));
            if (own != null && other != null) {
                return new Node[] {own, other};
            }
            at = text.indexOf(BETWEEN_NODES, at + 1);
        }
        return null;
    }

    private static @Nullable Node node(String text) {
        Matcher matcher = NODE.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String guid = Guid.nameIfValid(matcher.group(3));
        if (guid == null) {
            return null;
        }
        int portCount = Integer.parseInt(matcher.group(2), 16);
        boolean isSwitch = matcher.group(1).equals("SW") || portCount > MAX_ADAPTER_PORTS;
        End end = new End(
                new DeviceId(guid),
                isSwitch,
                String.valueOf(Integer.parseInt(matcher.group(9), 16)),
                LocalIdentifier.of(matcher.group(8), 16),
                isSwitch ? null : Guid.nameIfValid(matcher.group(4)));
        return new Node(end, matcher.group(7), model(matcher.group(5), matcher.group(6)), portCount);
    }

    /** The device's number stands before its padding where it is padded to 8 digits. */
    private static @Nullable String model(String vendor, String device) {
        String digits = device.length() > DEVICE_DIGITS ? device.substring(0, DEVICE_DIGITS) : device;
        long number = Long.parseLong(digits, 16);
        return number == 0
                ? null
                : "vendor 0x" + Long.toHexString(Long.parseLong(vendor, 16)) + " device 0x"
                        + digits.toLowerCase(Locale.ROOT);
    }
}
