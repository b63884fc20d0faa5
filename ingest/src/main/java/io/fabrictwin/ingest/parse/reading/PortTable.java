package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table with a row for each port, or each queue of a port, whatever else its columns tell: counters and gauges are read
 * by their headings, also those that nobody has seen before.
 */
public final class PortTable {
    private static final Set<String> PORT_HEADINGS = Set.of(
            "port",
            "iface",
            "interface",
            "intf",
            "portrx",
            "porttx",
            "queue",
            "localport",
            "localintf",
            "ifname",
            "portid");
    private static final Set<String> QUEUE_HEADINGS = Set.of("txq", "voq", "queue", "priority", "pg", "qid", "tc");
    private static final Pattern INDEXED = Pattern.compile("(UC|MC|PG|PFC|ALL|VOQ|TC|Q)_?(\\d{1,3})");
    private static final Pattern INDEX = Pattern.compile("(?:[A-Za-z]{0,8}[ _:-]?)?(\\d{1,3})");
    private static final Pattern QUEUE_OF_PORT = Pattern.compile("(.+):(\\d{1,3})");
    private static final Pattern PORT_NAME =
            Pattern.compile("[A-Za-z][\\w./|:-]*\\d[\\w./|:-]*(?: [\\d/.:]+)?|[A-Za-z]+ [\\d/.:]+");

    private final List<String> headings;
    private final String title;
    private final int portColumn;
    private final int queueColumn;
    private final Consumer<String> unread;
    private boolean isSinceCleared;

    private PortTable(List<String> headings, String title, int portColumn, int queueColumn, Consumer<String> unread) {
        this.headings = headings;
        this.title = title.toLowerCase(Locale.ROOT);
        this.portColumn = portColumn;
        this.queueColumn = queueColumn;
        this.unread = unread;
    }

    /**
     * The table with these headings; null: none of them is of ports.
     *
     * @param title what stands above it, or nothing
     * @param unread takes names of what the twin keeps nothing of
     */
    public static @Nullable PortTable of(List<String> headings, String title, Consumer<String> unread) {
        int port = -1;
        int queue = -1;
        for (int i = 0; i < headings.size(); i++) {
            String key = Measure.key(headings.get(i));
            if (port < 0 && PORT_HEADINGS.contains(key)) {
                port = i;
            } else if (queue < 0 && QUEUE_HEADINGS.contains(key)) {
                queue = i;
            }
        }
        return port < 0 ? null : new PortTable(List.copyOf(headings), title, port, queue, unread);
    }

    /** Says that what it counts began when somebody cleared it: such values are no counters of the port. */
    public PortTable sinceCleared() {
        isSinceCleared = true;
        return this;
    }

    public List<String> headings() {
        return headings;
    }

    /** The port of a row; null: it names none. */
    public @Nullable String port(List<String> cells) {
        String name = portColumn < cells.size() ? cells.get(portColumn).strip() : "";
        return PORT_NAME.matcher(name).matches() ? name : null;
    }

    /** Adds what a row tells; false: it names no port. */
    public boolean read(List<String> cells, DeviceId device, Facts facts) {
        String name = port(cells);
        if (name == null) {
            return false;
        }
        Integer queue = queueColumn < 0 ? null : index(cells.get(queueColumn));
        Matcher withQueue = QUEUE_OF_PORT.matcher(name);
        if (queue == null && Measure.key(headings.get(portColumn)).equals("queue") && withQueue.matches()) {
            name = withQueue.group(1);
            queue = Integer.valueOf(withQueue.group(2));
        }
        PortId port = new PortId(device, name);
        Readings readings = new Readings(device);
        Map<String, String> others = new HashMap<>();
        for (int i = 0; i < headings.size() && i < cells.size(); i++) {
            if (i != portColumn && i != queueColumn && !Figure.isAbsent(cells.get(i))) {
                readCell(port, queue, headings.get(i), cells.get(i), readings, facts, others);
            }
        }
        describe(port, others, facts);
        others.keySet().forEach(unread);
        readings.drainTo(facts);
        if (facts.isEmpty()) {
            unread.accept("row without values");
        }
        return true;
    }

    private void readCell(
            PortId port,
            @Nullable Integer queue,
            String heading,
            String cell,
            Readings readings,
            Facts facts,
            Map<String, String> others) {
        Matcher indexed = INDEXED.matcher(heading);
        if (indexed.matches()) {
            readIndexed(port, indexed.group(1), Integer.parseInt(indexed.group(2)), cell, readings, facts);
            return;
        }
        Measure known = Measure.known(heading);
        Double value = known == null || known.isCounter() ? Figure.number(cell) : inUnit(known.name(), cell);
        if (value == null || isDescription(heading)) {
            others.put(Measure.key(heading), cell);
            return;
        }
        take(port, queue, known == null ? Measure.raw(heading) : known, cell, value, readings);
    }

    private void take(
            PortId port, @Nullable Integer queue, Measure measure, String cell, double value, Readings readings) {
        String prefix = isOfIngress() ? "voq " : "";
        if (!measure.isCounter()) {
            readings.gauge(port, queue == null ? null : "queue " + queue, measure.name(), value);
        } else if (isSinceCleared) {
            unread.accept("counts since they were cleared");
        } else {
            Long count = Figure.whole(cell);
            if (count == null) {
                readings.gauge(port, queue == null ? null : "queue " + queue, measure.name(), value);
            } else if (count <= Long.MAX_VALUE / measure.factor()) {
                readings.counter(port, queue, prefix + measure.name(), count * measure.factor());
            }
        }
    }

    /** Virtual output queues lie at the ingress: what they count is not sent by the port they are for. */
    private boolean isOfIngress() {
        return queueColumn >= 0 && Measure.key(headings.get(queueColumn)).equals("voq");
    }

    private void readIndexed(PortId port, String kind, int index, String cell, Readings readings, Facts facts) {
        Long value = Figure.whole(cell);
        if (value == null) {
            return;
        }
        boolean isCount = title.contains("drop") || title.contains("packets") || title.contains("counter");
        String portHeading = Measure.key(headings.get(portColumn));
        if (kind.equals("PFC")) {
            if (isSinceCleared) {
                unread.accept("counts since they were cleared");
            } else if (portHeading.endsWith("tx")) {
                readings.counter(port, index, CounterName.PFC_TX_FRAMES, value);
            } else if (portHeading.endsWith("rx")) {
                readings.counter(port, index, CounterName.PFC_RX_FRAMES, value);
            } else {
                readings.counter(port, index, "pfcFrames", value);
            }
        } else if (isCount) {
            readings.counter(
                    port, index, kind.equals("PG") ? "rxPriorityGroupDroppedPackets" : "txDroppedPackets", value);
        } else if (kind.equals("PG")) {
            String what = title.contains("headroom") ? "headroomWatermarkBytes" : "sharedWatermarkBytes";
            readings.gauge(port, "priority group " + index, what, (double) value);
        } else if (title.contains("%") || title.contains("percent")) {
            readings.gauge(port, "queue " + index, "watermarkPercent", (double) value);
        } else {
            facts.add(new QueueObserved(facts.meta(), port, index, null, value));
        }
    }

    private static boolean isDescription(String heading) {
        return switch (Measure.key(heading)) {
            case "lanes",
                    "speed",
                    "mtu",
                    "fec",
                    "alias",
                    "vlan",
                    "oper",
                    "admin",
                    "type",
                    "asympfc",
                    "state",
                    "status",
                    "advspeeds",
                    "rmtadvspeeds",
                    "index",
                    "operspeed",
                    "operstatus",
                    "adminstatus",
                    "ifindex",
                    "bandwidth" -> true;
            default -> false;
        };
    }

    private static void describe(PortId port, Map<String, String> others, Facts facts) {
        String oper = first(others, "oper", "operstatus", "state", "status", "link");
        String admin = first(others, "admin", "adminstatus");
        String alias = first(others, "alias");
        Long rate = Figure.bitsPerSecond(first(others, "speed", "operspeed", "bandwidth"));
        String fec = first(others, "fec");
        Long mtu = Figure.whole(first(others, "mtu"));
        if (alias != null) {
            facts.add(new PortDiscovered(facts.meta(), port, rate, alias, null));
        }
        Boolean isUp = isUp(oper);
        if (isUp != null) {
            facts.add(new PortStateObserved(facts.meta(), port, isUp, oper, rate, null));
        }
        if (admin != null || fec != null || mtu != null) {
            facts.add(new PortConfigured(
                    facts.meta(),
                    port,
                    isUp(admin),
                    null,
                    mtu == null || mtu > Integer.MAX_VALUE ? null : mtu.intValue(),
                    fec,
                    alias,
                    null));
        }
        facts.tuned(port.device(), port, "autonegotiation", first(others, "autonegmode"));
        facts.tuned(port.device(), port, "advertised speeds", first(others, "advspeeds"));
        facts.tuned(port.device(), port, "asymmetric PFC", first(others, "asympfc"));
        facts.tuned(port.device(), port, "type", first(others, "type"));
    }

    /** Whether a word says that a port works; null: it says neither. */
    static @Nullable Boolean isUp(@Nullable String word) {
        if (word == null) {
            return null;
        }
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "u", "up", "connected", "enabled", "routed-up" -> true;
            case "d",
                    "x",
                    "down",
                    "notconnect",
                    "notconnec",
                    "disabled",
                    "sfpabsent",
                    "xcvrabsen",
                    "errdisabled",
                    "err-disabled",
                    "admin-down",
                    "linkflaperrd" -> false;
            default -> null;
        };
    }

    private static @Nullable String first(Map<String, String> others, String... keys) {
        String found = null;
        for (String key : keys) {
            String value = others.remove(key);
            if (found == null && value != null) {
                found = value;
            }
        }
        return found;
    }

    private static @Nullable Double inUnit(String name, String cell) {
        return name.endsWith("BytesPerSecond") ? Figure.bytes(cell) : Figure.number(cell);
    }

    private static @Nullable Integer index(String cell) {
        Matcher matcher = INDEX.matcher(cell.strip());
        return matcher.matches() ? Integer.valueOf(matcher.group(1)) : null;
    }
}
