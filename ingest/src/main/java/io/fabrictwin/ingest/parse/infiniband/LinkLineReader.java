package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts.End;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of {@code iblinkinfo} in order, to learn or to tell. Adapters are named by the GUID of their
 * port, as the tool does.
 */
final class LinkLineReader {
    private static final String HEX = "[0-9a-fA-F]{1,16}";
    private static final String EXTERNAL_PORT = "\\[[^\\]]{0,12}\\]";

    private static final Pattern HEADING =
            Pattern.compile("(CA|Switch|Router|RT):?\\s+(?:0x(" + HEX + ")\\s+)?(.*?):?\\s*");
    private static final Pattern OWN = Pattern.compile(
            "\\s*(?:0x(" + HEX + ")\\s+)?(?:\"(.*)\"\\s+)?(?:(\\d{1,9})\\s+)?(\\d{1,5})" + EXTERNAL_PORT + "\\s*");
    private static final Pattern STATE = Pattern.compile(
            "\\s*(?:(\\d{1,2})X\\s+(?:([0-9.]{1,10}) Gbps|(\\S{1,12}))\\s+)?([A-Za-z][A-Za-z?]{0,20})\\s*/\\s*([A-Za-z?][\\w? -]{0,30}?)\\s*");
    private static final Pattern NEIGHBOUR = Pattern.compile("\\s*(?:0x(" + HEX
            + ")\\s+)?(?:(\\d{1,9})\\s+(\\d{1,5}))?\\s*" + EXTERNAL_PORT + "\\s*\"(.*)\"\\s*(?:\\(.*\\)?)?\\s*");
    private static final Pattern FOREIGN = Pattern.compile(
            "\\s*|#.*|ib(?:warn|panic|debug|error|warning): .*|.*\\b(?:umad_\\w+|mad_rpc\\w*|timed out|timeout)\\b.*|[^\"]{0,80}[#$>%]\\s?.*");
    private static final Pattern HARMLESS =
            Pattern.compile("\\s*|#.*|ib\\w+: \\[\\d+\\] umad_close_port: .*|[^\"]{0,80}[#$>%]\\s?.*");
    private static final String BEFORE_STATE = "==(";
    private static final String AFTER_STATE = ")==>";

    private final EventContext context;
    private final Survey survey;
    private final LinkLines known;
    private final boolean isSurveyed;
    private final SubnetFacts subnet = new SubnetFacts();

    private @Nullable String headingGuid;
    private boolean isUnderSwitch;
    private @Nullable String headingDescription;

    /**
     * A reader of one pass.
     *
     * @param isSurveyed whether the survey is done and events are wanted; else it is being made
     */
    LinkLineReader(EventContext context, Survey survey, LinkLines known, boolean isSurveyed) {
        this.context = context;
        this.survey = survey;
        this.known = known;
        this.isSurveyed = isSurveyed;
    }

    void read(Line line, Sink sink) {
        String text = line.text().stripTrailing();
        int stateAt = text.indexOf(BEFORE_STATE);
        int stateEnd = text.indexOf(AFTER_STATE, Math.max(0, stateAt));
        if (stateAt > 0 && stateEnd > 0) {
            readPort(line, text, stateAt, stateEnd, sink);
            return;
        }
        Matcher heading = HEADING.matcher(text);
        if (stateAt < 0 && heading.matches() && text.endsWith(":")) {
            isUnderSwitch = heading.group(1).equals("Switch");
            headingGuid = Guid.nameIfValid(heading.group(2));
            headingDescription = heading.group(3);
            String guid = headingGuid;
            if (isUnderSwitch && guid != null) {
                known.isSwitch(guid);
            }
            accept(line, new Facts(context, line.record(), null), sink);
        } else if (FOREIGN.matcher(text).matches()) {
            if (!HARMLESS.matcher(text).matches()) {
                survey.disturb();
            }
            sink.ignored(line.record(), line.place());
        } else {
            reject(line, "neither a heading nor a port with its state and neighbour", sink);
        }
    }

    private void readPort(Line line, String text, int stateAt, int stateEnd, Sink sink) {
        Matcher own = OWN.matcher(text.substring(0, stateAt));
        Matcher state = STATE.matcher(text.substring(stateAt + BEFORE_STATE.length(), stateEnd));
        Matcher neighbour = NEIGHBOUR.matcher(text.substring(stateEnd + AFTER_STATE.length()));
        if (!own.matches() || !state.matches() || !neighbour.matches()) {
            reject(line, "not a port, its state and its neighbour", sink);
            return;
        }
        String ownGuid = Guid.nameIfValid(own.group(1));
        String guid = ownGuid == null ? headingGuid : ownGuid;
        if (guid == null) {
            sink.rejected(
                    line.record(),
                    line.place(),
                    RejectCode.UNKNOWN_REFERENCE,
                    "a port of no node: neither the line nor a heading above it has a GUID",
                    line.raw());
            return;
        }
        Integer lid = LocalIdentifier.of(own.group(3), 10);
        known.port(guid, own.group(4), lid);
        boolean isSwitch = ownGuid == null ? isUnderSwitch : known.hasSwitch(guid);
        End end = end(guid, isSwitch, own.group(4), lid);
        Facts facts = new Facts(context, line.record(), null);
        if (isSurveyed) {
            tell(facts, end, own.group(2) == null ? headingDescription : own.group(2), state, neighbour);
        } else {
            survey.list(end.device(), isSwitch);
            End other = neighbourEnd(neighbour);
            if (other != null && !other.id().equals(end.id())) {
                survey.tell(new LinkId(end.id(), other.id()), end.id());
            }
        }
        accept(line, facts, sink);
    }

    private void tell(Facts facts, End end, @Nullable String description, Matcher state, Matcher neighbour) {
        boolean isUp = state.group(4).equals("Active");
        LinkRate rate = state.group(1) == null
                ? null
                : LinkRate.signalled(state.group(1), state.group(2) == null ? state.group(3) : state.group(2));
        Long bitsPerSecond = rate == null || !isUp ? null : rate.bitsPerSecond();
        subnet.node(facts, end.device(), Boolean.TRUE.equals(end.isSwitch()), description, null, null);
        subnet.port(facts, end, bitsPerSecond);
        String told = state.group(4) + "/" + state.group(5);
        facts.add(meta -> new PortStateObserved(meta, end.id(), isUp, told, bitsPerSecond, null));
        End other = neighbourEnd(neighbour);
        if (other == null || other.id().equals(end.id())) {
            return;
        }
        if (!survey.isListed(other.device()) && other.isSwitch() != null) {
            subnet.node(facts, other.device(), other.isSwitch(), neighbour.group(4), null, null);
        }
        subnet.link(facts, new LinkId(end.id(), other.id()), bitsPerSecond, rate == null ? null : rate.widthAndSpeed());
    }

    /** The other end; null: nothing is plugged in, or it did not answer. Without {@code -l} only its LID names it. */
    private @Nullable End neighbourEnd(Matcher neighbour) {
        String port = neighbour.group(3);
        Integer lid = LocalIdentifier.of(neighbour.group(2), 10);
        String guid = Guid.nameIfValid(neighbour.group(1));
        if (guid == null && lid != null) {
            guid = known.guid(lid);
        }
        if (port == null) {
            return null;
        }
        if (guid == null) {
            return lid == null ? null : new End(LocalIdentifier.device(lid), null, port, lid, null);
        }
        return known.has(guid)
                ? end(guid, known.hasSwitch(guid), port, lid)
                : known.hasOnlySwitches()
                        ? end(guid, false, port, lid)
                        : new End(new DeviceId(guid), null, port, lid, null);
    }

    private static End end(String guid, boolean isSwitch, String port, @Nullable Integer lid) {
        return new End(new DeviceId(guid), isSwitch, port, lid, isSwitch ? null : guid);
    }

    private void accept(Line line, Facts facts, Sink sink) {
        if (isSurveyed && line.record() == survey.endOfCompleteScan()) {
            facts.add(meta -> new Swept(meta, null, survey.switches()));
        }
        sink.accepted(line.record(), line.place(), facts.events());
    }

    private static void reject(Line line, String reason, Sink sink) {
        sink.rejected(
                line.record(),
                line.place(),
                line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                reason,
                line.raw());
    }
}
