package io.fabrictwin.ingest.parse.infiniband.plan;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.LinkRate;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Topologies for ibutils and ibdiagnet: {@code .topo} (a block for each system), {@code .cables} (a line for each cable),
 * and {@code .ibnl} (how a type of system is wired inside, whose boards are named {@code TYPE/board}).
 */
public final class IbdmTopologyFormat extends PlanFormat {
    private static final String ARROW = "-(?:(\\d{1,2})[xX]-)?(?:([0-9.]{1,8})G-)?>";
    private static final Pattern SYSTEM = Pattern.compile("([\\w./+-]{1,60})\\s+([\\w./+:-]{1,100})\\s*(?:CFG:.*)?");
    private static final Pattern CABLE =
            Pattern.compile("\\s+(\\S{1,60})\\s+" + ARROW + "\\s+(\\S{1,60})\\s+(\\S{1,100})\\s+(\\S{1,60})\\s*");
    private static final Pattern CABLE_LINE = Pattern.compile(
            "\\s*([A-Za-z][\\w.-]{0,60})\\s+([\\w./+:-]{1,100})\\s+([\\w/.-]{1,60})\\s+([A-Za-z][\\w.-]{0,60})\\s+([\\w./+:-]{1,100})\\s+([\\w/.-]{1,60})\\s*");
    private static final Pattern SYSTEM_TYPE =
            Pattern.compile("\\s*(TOPSYSTEM|SYSTEM)\\s+([^\\s,]{1,60})(?:,.*)?\\s*(?:CFG:.*)?");
    private static final Pattern BOARD = Pattern.compile("\\s*SUBSYSTEM\\s+(\\S{1,60})\\s+(\\S{1,60})\\s*(?:CFG:.*)?");
    private static final Pattern CHIP =
            Pattern.compile("\\s*NODE\\s+(?:SW|CA|HCA)\\s+\\d{1,3}\\s+\\S{1,60}\\s+\\S{1,60}.*");
    private static final Pattern WIRE =
            Pattern.compile("\\s*(\\S{1,60})\\s+" + ARROW + "\\s+(\\S{1,60})(?:\\s+(\\S{1,60}))?\\s*");
    private static final Pattern TOPOLOGY_MARK = Pattern.compile(
            "(?m)^[\\w./+-]{1,60}[ \\t]+[\\w./+:-]{1,100}[ \\t]*\\r?\\n[ \\t]+\\S{1,60}[ \\t]+-(?:\\d{1,2}[xX]-)?(?:[0-9.]{1,8}G-)?>[ \\t]+\\S+[ \\t]+\\S+[ \\t]+\\S+");
    private static final Pattern TYPE_MARK =
            Pattern.compile("(?m)^(?:TOPSYSTEM|SYSTEM) [^\\n]{1,200}\\r?\\n\\s*(?:NODE (?:SW|CA|HCA) |SUBSYSTEM )");
    private static final int LINES_LOOKED_AT = 20;

    @Override
    public String name() {
        return "ibdm-topology";
    }

    @Override
    public String emittedBy() {
        return "ibutils and ibdiagnet: topology (.topo), cables (.cables) and system types (.ibnl)";
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.has(TOPOLOGY_MARK) || head.has(TYPE_MARK)) {
            return Likeness.CERTAIN;
        }
        List<String> told = head.told()
                .filter(line -> !line.startsWith("#"))
                .limit(LINES_LOOKED_AT)
                .toList();
        return Likeness.likelyIf(!told.isEmpty()
                && told.stream().allMatch(line -> CABLE_LINE.matcher(line).matches()));
    }

    @Override
    String expected() {
        return "neither a system nor a port with its other end";
    }

    @Override
    Reader reader(Sink sink) {
        return new TopologyReader(sink);
    }

    private static final class TopologyReader implements Reader {
        private final Sink sink;
        private final PlannedLinks links = new PlannedLinks();
        private @Nullable DeviceId system;
        private @Nullable String type;
        private @Nullable String board;

        TopologyReader(Sink sink) {
            this.sink = sink;
        }

        @Override
        public boolean read(String text, Facts facts) {
            return readType(text, facts) || readTopology(text, facts);
        }

        /** What is inside of a type of system. */
        private boolean readType(String text, Facts facts) {
            Matcher begun = SYSTEM_TYPE.matcher(text);
            if (begun.matches()) {
                type = begun.group(2);
                board = null;
                return true;
            }
            String enclosing = type;
            if (enclosing == null) {
                return false;
            }
            Matcher inner = BOARD.matcher(text);
            if (inner.matches()) {
                board = inner.group(2);
                return true;
            }
            if (CHIP.matcher(text).matches()) {
                board = null;
                return true;
            }
            Matcher wire = WIRE.matcher(text);
            if (!wire.matches()) {
                return false;
            }
            String own = board;
            String otherPort = wire.group(5);
            if (own == null || otherPort == null) {
                sink.unread("label of a port");
                return true;
            }
            links.add(
                    facts,
                    PortId.of(enclosing + "/" + own, wire.group(1)),
                    PortId.of(enclosing + "/" + wire.group(4), otherPort),
                    rate(wire.group(2), wire.group(3)));
            return true;
        }

        private boolean readTopology(String text, Facts facts) {
            Matcher cable = CABLE.matcher(text);
            if (cable.matches()) {
                DeviceId owner = system;
                if (owner == null) {
                    throw new IllegalArgumentException("a cable of no system: no system stands above it");
                }
                links.add(
                        facts,
                        new PortId(owner, cable.group(1)),
                        PortId.of(cable.group(5), cable.group(6)),
                        rate(cable.group(2), cable.group(3)));
                return true;
            }
            Matcher line = CABLE_LINE.matcher(text);
            if (line.matches()) {
                links.add(
                        facts, PortId.of(line.group(2), line.group(3)), PortId.of(line.group(5), line.group(6)), null);
                return true;
            }
            Matcher begun = SYSTEM.matcher(text);
            if (begun.matches()) {
                system = new DeviceId(begun.group(2));
                return true;
            }
            return false;
        }

        private static @Nullable Long rate(@Nullable String lanes, @Nullable String speed) {
            return lanes == null || speed == null
                    ? null
                    : LinkRate.signalled(lanes, speed).bitsPerSecond();
        }
    }
}
