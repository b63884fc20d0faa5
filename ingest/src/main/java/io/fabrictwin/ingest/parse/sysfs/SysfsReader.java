package io.fabrictwin.ingest.parse.sysfs;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.BlockLines;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.infiniband.LinkRate;
import io.fabrictwin.ingest.parse.infiniband.LocalIdentifier;
import io.fabrictwin.ingest.parse.infiniband.PortReport;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one host, port by port. */
final class SysfsReader {
    private static final Pattern OF_PORT =
            Pattern.compile("(?:^|.*?/)([\\w.-]{1,60})/ports/(\\d{1,5})/([\\w/.-]{1,120}):(.*)");
    private static final Pattern OF_DEVICE = Pattern.compile("(?:^|.*?/)([\\w.-]{1,60})/"
            + "(board_id|fw_ver|hca_type|hw_rev|node_desc|node_guid|node_type|sys_image_guid|fw_pages|reg_pages):(.*)");
    private static final Pattern COUNTER = Pattern.compile("(?:counters|counters_ext|hw_counters)/(\\w{1,80})");
    private static final Pattern TWO_COLUMNS = Pattern.compile("\\s*(\\w{1,60})\\s+(\\d{1,20})\\s*");
    private static final Pattern PATH = Pattern.compile("\\S{0,400}/\\S{0,200}:.*");
    private static final Set<String> STATES =
            Set.of("state", "phys_state", "rate", "link_layer", "lid", "gids/0", "gid_attrs/ndevs/0");

    private final Sink sink;
    private final BlockLines lines;
    private final DeviceId host;
    private @Nullable Port port;

    private record Port(String nic, int number, Map<String, String> states, HardwareCounters counters) {}

    SysfsReader(Input input, Sink sink) {
        this.sink = sink;
        this.host = new DeviceId(InputName.plain(input));
        this.lines = new BlockLines(input.context(), sink, this::end);
    }

    void close() {
        lines.close();
    }

    void read(Line line) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            lines.reject(line, defect.code(), defect.reason());
            return;
        }
        String text = line.text();
        Matcher ofPort = OF_PORT.matcher(text);
        Matcher ofDevice = OF_DEVICE.matcher(text);
        Matcher columns = TWO_COLUMNS.matcher(text);
        if (ofPort.matches()) {
            Port read = open(ofPort.group(1), Integer.parseInt(ofPort.group(2)));
            lines.accept(line);
            take(read, ofPort.group(3), ofPort.group(4).strip());
        } else if (ofDevice.matches()) {
            end();
            lines.accept(line);
            readDevice(ofDevice.group(1), ofDevice.group(2), ofDevice.group(3).strip());
        } else if (columns.matches()) {
            Port read = open("", 1);
            lines.accept(line);
            count(read, columns.group(1), columns.group(2));
        } else if (text.isBlank() || text.startsWith("#") || text.startsWith("grep: ")) {
            lines.ignore(line);
        } else if (line.isTerminated() && PATH.matcher(text).matches()) {
            lines.accept(line);
            sink.unread("file of another kind");
        } else {
            lines.reject(line, "not a path and a value");
        }
    }

    private Port open(String nic, int number) {
        Port open = port;
        if (open == null || !open.nic().equals(nic) || open.number() != number) {
            end();
            open = new Port(nic, number, new HashMap<>(), new HardwareCounters());
            port = open;
        }
        return open;
    }

    private void take(Port read, String file, String value) {
        Matcher counter = COUNTER.matcher(file);
        if (counter.matches()) {
            count(read, counter.group(1), value);
        } else if (STATES.contains(file)) {
            if (!value.isEmpty()) {
                read.states().putIfAbsent(file, value);
            }
        } else {
            int slash = file.indexOf('/');
            sink.unread(slash < 0 ? file : file.substring(0, slash));
        }
    }

    private void count(Port read, String name, String value) {
        if (!read.counters().put(name, value)) {
            sink.unread(value.startsWith("N/A") ? "counter that is not available" : name);
        }
    }

    private void readDevice(String nic, String attribute, String value) {
        String guid = attribute.equals("node_guid") ? Guid.nameIfValid(value.replace(":", "")) : null;
        if (guid == null) {
            sink.unread(attribute);
        } else {
            lines.tell(null, meta -> new NicDiscovered(meta, host, nic, null, guid, null, null, null, null));
        }
    }

    private void end() {
        Port ended = port;
        port = null;
        if (ended == null) {
            return;
        }
        Map<String, String> states = ended.states();
        String layer = states.get("link_layer");
        boolean isEthernet = "Ethernet".equals(layer);
        if (!states.isEmpty()) {
            String rate = states.get("rate");
            new PortReport(
                            host,
                            ended.nic(),
                            ended.number(),
                            null,
                            isEthernet ? null : Guid.ofGid(states.get("gids/0")),
                            localIdentifier(states.get("lid")),
                            PortReport.withoutNumber(states.get("state")),
                            PortReport.withoutNumber(states.get("phys_state")),
                            rate == null ? null : LinkRate.ofKernel(rate, isEthernet),
                            layer)
                    .tell(lines);
        }
        PortId portId = new PortId(
                host, ended.nic().isEmpty() ? String.valueOf(ended.number()) : ended.nic() + ":" + ended.number());
        String netdev = states.get("gid_attrs/ndevs/0");
        if (netdev != null) {
            lines.tell(null, meta -> new NameObserved(meta, host, portId, NameScheme.INTERFACE, netdev));
        }
        SortedMap<String, Long> counts = ended.counters().counts();
        if (!counts.isEmpty()) {
            lines.tell(null, meta -> new PortCountersObserved(meta, portId, null, counts));
        }
    }

    private static @Nullable Integer localIdentifier(@Nullable String text) {
        return text != null && text.matches("0x[0-9a-fA-F]{1,7}") ? LocalIdentifier.of(text.substring(2), 16) : null;
    }
}
