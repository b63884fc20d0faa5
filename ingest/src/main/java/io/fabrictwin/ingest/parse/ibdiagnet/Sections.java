package io.fabrictwin.ingest.parse.ibdiagnet;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.LinkRate;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.ManagementCounter;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts;
import io.fabrictwin.ingest.parse.infiniband.SubnetFacts.End;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the rows of each section say. Widths, speeds and states are the codes of the InfiniBand architecture. */
final class Sections {
    private static final Set<String> READ =
            Set.of("NODES", "PORTS", "LINKS", "PM_INFO", "CABLE_INFO", "TEMP_SENSING", "FANS_SPEED", "SM_INFO");
    private static final Map<Integer, String> LANES = Map.of(1, "1", 2, "4", 4, "8", 8, "12", 16, "2");
    private static final Map<Integer, String> SPEEDS = Map.ofEntries(
            Map.entry(1, "SDR"),
            Map.entry(2, "DDR"),
            Map.entry(4, "QDR"),
            Map.entry(1 << 8, "FDR"),
            Map.entry(1 << 9, "EDR"),
            Map.entry(1 << 10, "HDR"),
            Map.entry(1 << 11, "NDR"),
            Map.entry(1 << 12, "XDR"),
            Map.entry(1 << 16, "FDR10"));
    private static final Map<Integer, String> STATES = Map.of(1, "Down", 2, "Initialize", 3, "Armed", 4, "Active");
    private static final Map<Integer, String> PHYSICAL_STATES = Map.of(
            1,
            "Sleep",
            2,
            "Polling",
            3,
            "Disabled",
            4,
            "PortConfigurationTraining",
            5,
            "LinkUp",
            6,
            "LinkErrorRecovery");
    private static final Map<Integer, String> MANAGER_STATES = Map.of(1, "DISCOVERING", 2, "STANDBY", 3, "MASTER");
    private static final int ACTIVE = 4;
    private static final int SWITCH = 2;
    private static final int ALL_PORTS = 255;
    private static final double MILLIMETRES_PER_METRE = 1_000;

    private final SubnetFacts subnet = new SubnetFacts();
    private final SortedSet<String> switches = new TreeSet<>();
    private final Map<PortId, LinkRate> rates = new HashMap<>();

    /** Whether rows of the section are read. */
    static boolean has(String section) {
        return READ.contains(section);
    }

    /** Names of the switches. */
    SortedSet<String> switches() {
        return switches;
    }

    /** Reads a row; null: it was understood, else what is missing. */
    @Nullable
    String read(String section, Row row, Facts facts, Sink sink) {
        if (section.equals("LINKS")) {
            return readLink(row, facts);
        }
        String guid = row.guid("NodeGUID");
        if (guid == null) {
            return "the row of " + section + " has no NodeGUID";
        }
        DeviceId device = new DeviceId(guid);
        switch (section) {
            case "NODES" -> readNode(device, row, facts);
            case "TEMP_SENSING" ->
                gauge(
                        device,
                        null,
                        "temperatureCelsius",
                        row.reading("C", "CurrentTemperature", "Temperature", "CurrentTemp"),
                        facts);
            case "FANS_SPEED" -> readFan(device, row, facts);
            default -> {
                Integer number = row.small("PortNum", "PortNumber");
                if (number == null) {
                    return "the row of " + section + " has no port";
                }
                readPortRow(section, new PortId(device, String.valueOf(number)), number, row, facts, sink);
            }
        }
        return null;
    }

    private void readPortRow(String section, PortId port, int number, Row row, Facts facts, Sink sink) {
        switch (section) {
            case "PORTS" -> readPort(port, row, facts);
            case "PM_INFO" -> {
                if (number == ALL_PORTS) {
                    sink.unread("counters of all ports together");
                } else {
                    readCounters(port, row, facts);
                }
            }
            case "CABLE_INFO" -> readCable(port, row, facts);
            default -> readManager(port.device(), row, facts);
        }
    }

    private void readNode(DeviceId device, Row row, Facts facts) {
        Integer type = row.small("NodeType");
        boolean isSwitch = type != null && type == SWITCH;
        if (isSwitch) {
            switches.add(device.value());
        }
        BigInteger vendor = row.whole("VendorID");
        BigInteger product = row.whole("DeviceID");
        String model = vendor == null || product == null
                ? null
                : "vendor 0x" + vendor.toString(16) + " device 0x" + product.toString(16);
        subnet.node(facts, device, isSwitch, row.text("NodeDesc", "NodeDescription"), model, row.small("NumPorts"));
    }

    private void readPort(PortId port, Row row, Facts facts) {
        boolean isSwitch = switches.contains(port.device().value());
        BigInteger lid = row.whole("LID");
        Integer state = row.small("PortState");
        boolean isActive = state != null && state == ACTIVE;
        LinkRate rate = rate(row);
        Long bitsPerSecond = rate == null || !isActive ? null : rate.bitsPerSecond();
        if (rate != null && isActive) {
            rates.put(port, rate);
        }
        End end = new End(
                port.device(),
                isSwitch,
                port.name(),
                lid == null ? null : LocalIdentifier.of(lid.toString(), 10),
                isSwitch ? null : row.guid("PortGUID"));
        subnet.port(facts, end, bitsPerSecond);
        if (state != null && !(isSwitch && port.name().equals("0"))) {
            Integer physical = row.small("PortPhyState");
            String told = STATES.getOrDefault(state, "state " + state)
                    + (physical == null ? "" : "/" + PHYSICAL_STATES.getOrDefault(physical, "state " + physical));
            facts.add(meta -> new PortStateObserved(meta, port, isActive, told, bitsPerSecond, null));
        }
    }

    private static @Nullable LinkRate rate(Row row) {
        Integer width = row.small("LinkWidthActv");
        Integer speed = row.small("LinkSpeedActv");
        String lanes = width == null ? null : LANES.get(width);
        String name = speed == null ? null : SPEEDS.get(speed);
        return lanes == null || name == null ? null : LinkRate.named(lanes, name);
    }

    private @Nullable String readLink(Row row, Facts facts) {
        String own = row.guid("NodeGUID1");
        String other = row.guid("NodeGUID2");
        Integer ownPort = row.small("PortNum1");
        Integer otherPort = row.small("PortNum2");
        if (own == null || other == null || ownPort == null || otherPort == null) {
            return "the link has not two nodes with a port each";
        }
        PortId first = PortId.of(own, String.valueOf(ownPort));
        PortId second = PortId.of(other, String.valueOf(otherPort));
        LinkRate rate = rates.getOrDefault(first, rates.get(second));
        subnet.link(
                facts,
                new LinkId(first, second),
                rate == null ? null : rate.bitsPerSecond(),
                rate == null ? null : rate.widthAndSpeed());
        return null;
    }

    private static void readCounters(PortId port, Row row, Facts facts) {
        SortedMap<String, Long> counters = new TreeMap<>();
        for (ManagementCounter counter : ManagementCounter.values()) {
            BigInteger value = row.whole(counter.toolName());
            if (value != null) {
                counter.put(value, false, true, counters);
            }
            BigInteger wide = row.whole(counter.toolName() + "Extended", counter.toolName() + "Ext");
            if (wide != null) {
                counter.put(wide, true, true, counters);
            }
        }
        if (!counters.isEmpty()) {
            facts.add(meta -> new PortCountersObserved(meta, port, null, counters));
        }
    }

    private static void readCable(PortId port, Row row, Facts facts) {
        gauge(port.device(), port, "temperatureCelsius", row.reading("C", "Temperature"), facts);
        Double metres = row.reading("m", "LengthCopperOrActive", "LengthSMFiber", "LengthOM4", "LengthOM3");
        if (metres != null && metres > 0) {
            Long millimetres = Math.round(metres * MILLIMETRES_PER_METRE);
            facts.add(meta -> new PortConfigured(meta, port, null, null, null, null, null, millimetres));
        }
    }

    private static void readFan(DeviceId device, Row row, Facts facts) {
        Integer index = row.small("SensorIndex", "FanIndex", "Index");
        Double speed = row.reading("RPM", "FanSpeed", "Speed");
        if (speed != null) {
            SortedMap<String, Double> gauges = new TreeMap<>(Map.of("revolutionsPerMinute", speed));
            String fan = index == null ? "fan" : "fan" + index;
            facts.add(meta -> new GaugesObserved(meta, device, null, fan, gauges));
        }
    }

    private static void readManager(DeviceId device, Row row, Facts facts) {
        Integer state = row.small("SmState");
        Integer priority = row.small("Priority");
        facts.add(meta -> new SubnetManagerChanged(
                meta, device, state == null ? null : MANAGER_STATES.get(state), null, priority));
    }

    private static void gauge(
            DeviceId device, @Nullable PortId port, String name, @Nullable Double value, Facts facts) {
        // Cables without a sensor say 0.
        if (value != null && value != 0) {
            SortedMap<String, Double> gauges = new TreeMap<>(Map.of(name, value));
            facts.add(meta -> new GaugesObserved(meta, device, port, null, gauges));
        }
    }
}
