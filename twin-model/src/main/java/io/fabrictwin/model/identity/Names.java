package io.fabrictwin.model.identity;

import static io.fabrictwin.model.state.AttributeName.ALIAS;
import static io.fabrictwin.model.state.AttributeName.CONFIGURED_ALIAS;
import static io.fabrictwin.model.state.AttributeName.GUID;
import static io.fabrictwin.model.state.AttributeName.HOST;
import static io.fabrictwin.model.state.AttributeName.KIND;
import static io.fabrictwin.model.state.AttributeName.NIC_PORT;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every name that the states of a fabric tell, by what it may join.
 *
 * @param devices all names of devices
 * @param ports all ports
 * @param links all links
 * @param kinds what devices are, where told
 * @param deviceKeys devices by a name of theirs with its scheme; sure schemes come first in order
 * @param domains devices by name without domain and by full name
 * @param portKeys ports by MAC address or GUID
 * @param aliases other names of a port on its device
 */
record Names(
        SortedSet<DeviceId> devices,
        SortedSet<PortId> ports,
        SortedSet<LinkId> links,
        Map<DeviceId, DeviceKind> kinds,
        SortedMap<String, SortedSet<DeviceId>> deviceKeys,
        SortedMap<String, SortedMap<String, SortedSet<DeviceId>>> domains,
        SortedMap<String, SortedSet<PortId>> portKeys,
        SortedMap<PortId, SortedSet<String>> aliases) {

    /** Sure joins before likely ones: the digit is the order. */
    private static final Map<NameScheme, String> DEVICE_SCHEMES = Map.of(
            NameScheme.NODE_GUID, "1 GUID ",
            NameScheme.SERIAL, "2 serial number ",
            NameScheme.MAC, "3 MAC ",
            NameScheme.ADDRESS, "4 address ",
            NameScheme.HOST_NAME, "5 name ",
            NameScheme.SYSTEM_NAME, "5 name ");

    private static final String LID = "6 LID ";
    /** How a device is called of which a source tells but a local identifier. */
    private static final Pattern ONLY_LID = Pattern.compile("lid-\\d+");

    /** Placeholders, and addresses that every host has: loopback, link-local, unset. */
    private static final Pattern NOBODYS = Pattern.compile(
            "|n/a|none|unknown|localhost|(0x)?0+|00(:00){5}|ff(:ff){5}|127\\..*|169\\.254\\..*|0\\.0\\.0\\.0|::1?|fe80:.*");

    /** What is read of an entity beside its key. */
    private static final List<String> READ = List.of(KIND, ALIAS, CONFIGURED_ALIAS, GUID, NIC_PORT, HOST);

    private static final Set<EntityKind> READ_KINDS = EnumSet.of(
            EntityKind.DEVICE,
            EntityKind.PORT,
            EntityKind.QUEUE,
            EntityKind.LINK,
            EntityKind.GPU,
            EntityKind.GPU_NIC_PATH,
            EntityKind.HOST_NIC,
            EntityKind.NIC,
            EntityKind.RANK,
            EntityKind.COMMUNICATOR,
            EntityKind.NAME);

    /** Whether two states of one entity may tell different names; null: it was not there. */
    static boolean differ(EntityKind kind, @Nullable EntityState one, EntityState other) {
        if (!READ_KINDS.contains(kind)) {
            return false;
        }
        if (one == null) {
            return true;
        }
        for (String attribute : READ) {
            if (!value(one, attribute).equals(value(other, attribute))) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Value> value(EntityState state, String attribute) {
        return state.newest(attribute).map(Cell::value);
    }

    static Names of(SortedMap<EntityKey, EntityState> states) {
        Names names = new Names(
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>());
        states.forEach(names::read);
        names.devices.forEach(names::readOwnName);
        names.ports.forEach(names::readOwnName);
        return names;
    }

    private void read(EntityKey key, EntityState state) {
        switch (key.kind()) {
            case DEVICE -> {
                DeviceId device = device(key.path().get(0));
                String kind = state.text(KIND);
                if (kind != null) {
                    kinds.put(device, DeviceKind.valueOf(kind));
                }
            }
            case PORT, QUEUE -> {
                device(key.path().get(0));
                if (!key.path().get(1).equals(EntityKey.ALL)) {
                    readPort(PortId.of(key.path().get(0), key.path().get(1)), state);
                }
            }
            case LINK -> {
                PortId a = port(key.path().get(0), key.path().get(1));
                PortId b = port(key.path().get(2), key.path().get(3));
                links.add(new LinkId(a, b));
            }
            case GPU, GPU_NIC_PATH -> device(key.path().get(0));
            case HOST_NIC -> readNic(key, state);
            case NIC -> device(key.path().get(1));
            case RANK, COMMUNICATOR -> {
                String host = state.text(HOST);
                if (host != null) {
                    device(host);
                }
            }
            case NAME -> readName(key);
            default -> {
                // Nothing else names a device or port that is not named here.
            }
        }
    }

    private DeviceId device(String name) {
        DeviceId device = new DeviceId(name);
        devices.add(device);
        return device;
    }

    private PortId port(String device, String name) {
        PortId port = new PortId(device(device), name);
        ports.add(port);
        return port;
    }

    private void readPort(PortId port, EntityState state) {
        ports.add(port);
        for (String attribute : new String[] {ALIAS, CONFIGURED_ALIAS}) {
            String alias = state.text(attribute);
            if (alias != null && !alias.isBlank()) {
                aliases.computeIfAbsent(port, named -> new TreeSet<>()).add(alias);
            }
        }
    }

    /** A host counts what a NIC does under the NIC's RDMA name; the fabric sees the MAC address that its GUID was made of. */
    private void readNic(EntityKey key, EntityState state) {
        device(key.path().get(0));
        String guid = state.text(GUID);
        String mac = guid == null ? null : NameForm.macOf(NameForm.normal(guid));
        if (mac != null) {
            long nicPort = state.newest(NIC_PORT)
                    .map(cell -> cell.value() instanceof Value.Whole whole ? whole.number() : 1L)
                    .orElse(1L);
            portKeys.computeIfAbsent(mac, bearers -> new TreeSet<>())
                    .add(PortId.of(key.path().get(0), key.path().get(1) + ":" + nicPort));
        }
    }

    private void readName(EntityKey key) {
        DeviceId device = device(key.path().get(0));
        String portName = key.path().get(1);
        NameScheme scheme = NameScheme.valueOf(key.path().get(2));
        String name = key.path().get(3);
        if (portName.isEmpty()) {
            String prefix = DEVICE_SCHEMES.get(scheme);
            if (prefix != null) {
                readDeviceName(prefix, device, NameForm.normal(name));
            } else if (scheme == NameScheme.LID) {
                readAdapterName(device, scheme, NameForm.normal(name));
            }
            return;
        }
        PortId port = port(key.path().get(0), portName);
        if (NameForm.of(device.value()) == NameForm.GUID) {
            readAdapterName(device, scheme, NameForm.normal(name));
        }
        switch (scheme) {
            case MAC, PORT_GUID ->
                portKeys.computeIfAbsent(NameForm.normal(name), bearers -> new TreeSet<>())
                        .add(port);
            case ALIAS, INTERFACE, RDMA_DEVICE ->
                aliases.computeIfAbsent(port, named -> new TreeSet<>()).add(name);
            default -> {
                // Numbers and words that are not unique join nothing.
            }
        }
    }

    /** An InfiniBand adapter is known by the names of its ports as well: some tools tell nothing else. */
    private void readAdapterName(DeviceId device, NameScheme scheme, String normal) {
        if (scheme == NameScheme.PORT_GUID) {
            readDeviceName(String.valueOf(DEVICE_SCHEMES.get(NameScheme.NODE_GUID)), device, normal);
        } else if (scheme == NameScheme.LID) {
            readDeviceName(LID, device, normal);
        }
    }

    private void readDeviceName(String prefix, DeviceId device, String normal) {
        if (NOBODYS.matcher(normal).matches()) {
            return;
        }
        deviceKeys.computeIfAbsent(prefix + normal, bearers -> new TreeSet<>()).add(device);
        if (prefix.equals(DEVICE_SCHEMES.get(NameScheme.HOST_NAME))) {
            String bare = NameForm.withoutDomain(normal);
            domains.computeIfAbsent(bare == null ? normal : bare, full -> new TreeMap<>())
                    .computeIfAbsent(normal, bearers -> new TreeSet<>())
                    .add(device);
        }
    }

    /** The name that a source uses for a device is a name of it as well, of the kind that its form tells. */
    private void readOwnName(DeviceId device) {
        String normal = NameForm.normal(device.value());
        if (ONLY_LID.matcher(normal).matches()) {
            readDeviceName(LID, device, normal.substring(normal.indexOf('-') + 1));
            return;
        }
        NameScheme scheme = switch (NameForm.of(normal)) {
            case GUID -> NameScheme.NODE_GUID;
            case MAC -> NameScheme.MAC;
            case ADDRESS -> NameScheme.ADDRESS;
            case WORD -> NameScheme.HOST_NAME;
        };
        readDeviceName(String.valueOf(DEVICE_SCHEMES.get(scheme)), device, normal);
    }

    private void readOwnName(PortId port) {
        String normal = NameForm.normal(port.name());
        NameForm form = NameForm.of(normal);
        if (form == NameForm.MAC || form == NameForm.GUID) {
            portKeys.computeIfAbsent(normal, bearers -> new TreeSet<>()).add(port);
        }
    }
}
