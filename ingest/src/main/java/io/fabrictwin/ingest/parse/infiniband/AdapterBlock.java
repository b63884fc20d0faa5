package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One adapter of {@code ibstat} with its ports, or one port of {@code ibstatus}. */
final class AdapterBlock implements QueryBlock {
    private static final Pattern ADAPTER = Pattern.compile("\\s*CA '([\\w.-]{1,60})'\\s*");
    private static final Pattern STATUS =
            Pattern.compile("\\s*Infiniband device '([\\w.-]{1,60})' port (\\d{1,5}) status:\\s*");
    private static final Pattern PORT = Pattern.compile("\\s*Port (\\d{1,5}):\\s*");
    private static final Pattern FIELD = Pattern.compile("\\s*([A-Za-z][A-Za-z _]{0,30}):\\s*(.*?)\\s*");
    private static final Set<String> READ = Set.of(
            "CA type",
            "Number of ports",
            "Node GUID",
            "State",
            "Physical state",
            "Rate",
            "Base lid",
            "Port GUID",
            "Link layer",
            "default gid",
            "base lid",
            "state",
            "phys state",
            "rate",
            "link_layer");
    private static final int MAX_PORTS = 64;
    private static final double BITS_PER_GIGABIT = 1e9;

    private final DeviceId host;
    private final String nic;
    private final Map<String, String> own = new LinkedHashMap<>();
    private final List<Port> ports = new ArrayList<>();

    private record Port(int number, Map<String, String> fields) {}

    private AdapterBlock(DeviceId host, String nic, @Nullable String port) {
        this.host = host;
        this.nic = nic;
        if (port != null) {
            ports.add(new Port(Integer.parseInt(port), new LinkedHashMap<>()));
        }
    }

    /** The block that a line begins; null: it is no heading of one. */
    static @Nullable AdapterBlock begin(String line, DeviceId host) {
        Matcher adapter = ADAPTER.matcher(line);
        if (adapter.matches()) {
            return new AdapterBlock(host, adapter.group(1), null);
        }
        Matcher status = STATUS.matcher(line);
        return status.matches() ? new AdapterBlock(host, status.group(1), status.group(2)) : null;
    }

    @Override
    public boolean take(Line line, String text) {
        Matcher port = PORT.matcher(text);
        if (port.matches()) {
            if (ports.size() < MAX_PORTS) {
                ports.add(new Port(Integer.parseInt(port.group(1)), new LinkedHashMap<>()));
            }
            return true;
        }
        Matcher field = FIELD.matcher(text);
        if (!field.matches()) {
            return false;
        }
        Map<String, String> fields =
                ports.isEmpty() ? own : ports.get(ports.size() - 1).fields();
        fields.putIfAbsent(field.group(1), field.group(2));
        return true;
    }

    @Override
    public void tell(BlockLines lines, Consumer<String> unread) {
        own.keySet().stream().filter(name -> !READ.contains(name)).forEach(unread);
        String nodeGuid = Guid.nameIfValid(own.get("Node GUID"));
        if (nodeGuid != null) {
            String count = own.get("Number of ports");
            Integer portCount = count != null && count.matches("\\d{1,4}") ? Integer.valueOf(count) : null;
            lines.tell(
                    null,
                    meta -> new DeviceDiscovered(
                            meta,
                            new DeviceId(nodeGuid),
                            DeviceKind.NIC,
                            null,
                            own.get("CA type"),
                            null,
                            null,
                            portCount));
        }
        for (Port port : ports) {
            port.fields().keySet().stream().filter(name -> !READ.contains(name)).forEach(unread);
            report(port, nodeGuid).tell(lines);
        }
    }

    private PortReport report(Port port, @Nullable String nodeGuid) {
        Map<String, String> fields = port.fields();
        String layer = told(fields, "Link layer", "link_layer");
        boolean isEthernet = "Ethernet".equals(layer);
        String portGuid = Guid.nameIfValid(fields.get("Port GUID"));
        return new PortReport(
                host,
                nic,
                port.number(),
                nodeGuid,
                portGuid != null || isEthernet ? portGuid : Guid.ofGid(fields.get("default gid")),
                localIdentifier(told(fields, "Base lid", "base lid")),
                PortReport.withoutNumber(told(fields, "State", "state")),
                PortReport.withoutNumber(told(fields, "Physical state", "phys state")),
                rate(told(fields, "Rate", "rate"), isEthernet),
                layer);
    }

    private static @Nullable String told(Map<String, String> fields, String name, String otherName) {
        String value = fields.get(name);
        return value == null ? fields.get(otherName) : value;
    }

    private static @Nullable Integer localIdentifier(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.matches("0x[0-9a-fA-F]{1,7}")) {
            return LocalIdentifier.of(text.substring(2), 16);
        }
        return text.matches("\\d{1,8}") ? LocalIdentifier.of(text, 10) : null;
    }

    private static @Nullable Long rate(@Nullable String text, boolean isEthernet) {
        if (text == null) {
            return null;
        }
        return text.matches("\\d{1,6}")
                ? Long.valueOf((long) (Integer.parseInt(text) * BITS_PER_GIGABIT))
                : LinkRate.ofKernel(text, isEthernet);
    }
}
