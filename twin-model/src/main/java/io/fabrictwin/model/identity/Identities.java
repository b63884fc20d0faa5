package io.fabrictwin.model.identity;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which names mean one device and which mean one port. The rules, in this order; each is sure or joins nothing:
 *
 * <ol>
 *   <li>Devices with one GUID, serial number or MAC address of their own are one.
 *   <li>Devices with one address or one name (whatever its case) are one. A name with a domain and the same name without
 *       are one if no second domain claims the name.
 *   <li>Ports with one MAC address or port GUID are one, also across a host and its NIC, and a NIC is the port with the MAC
 *       address that its GUID was made of.
 *   <li>On one device, a port's alias, interface or RDMA name is that port, unless a port of that very name tells of itself.
 *   <li>A port holds one cable: if sources name what is at its other end differently, on one device, and one of them gives
 *       but an address, they mean one port.
 * </ol>
 *
 * <p>A switch is never one with a host or NIC: a name that says so is a {@link NameConflict}. What people write into a
 * description joins nothing. The name that stands for all is the shortest that is no address or GUID, and of those the
 * first in order.
 */
public final class Identities {
    private static final List<EntityKind> OF_DEVICES = List.of(
            EntityKind.DEVICE,
            EntityKind.PORT,
            EntityKind.QUEUE,
            EntityKind.NAME,
            EntityKind.GPU,
            EntityKind.HOST_NIC,
            EntityKind.GPU_NIC_PATH,
            EntityKind.PORT_SAMPLE,
            EntityKind.QUEUE_SAMPLE);

    private final Groups<DeviceId> devices;
    private final Groups<PortId> ports;
    private final List<NameConflict> conflicts = new ArrayList<>();
    /** By leader of a group: whether it is a switch; nobody told of groups that are not in it. */
    private final Map<DeviceId, Boolean> isSwitch = new TreeMap<>();

    private final SortedMap<String, SortedSet<PortId>> portKeys;
    /** Ports that tell aliases of themselves. */
    private final SortedSet<PortId> portsOfTheirOwn = new TreeSet<>();

    private boolean isPlain = true;

    private Identities(Map<DeviceId, DeviceKind> kinds, SortedMap<String, SortedSet<PortId>> portKeys) {
        this.portKeys = portKeys;
        kinds.forEach((device, kind) -> isSwitch.put(device, kind == DeviceKind.SWITCH));
        devices = new Groups<>(
                Comparator.comparing((DeviceId device) -> NameForm.of(device.value()) == NameForm.WORD ? 0 : 1)
                        .thenComparing(device -> device.value().length())
                        .thenComparing(device -> device));
        ports = new Groups<>(Comparator.comparing((PortId port) -> NameForm.of(port.name()) == NameForm.WORD ? 0 : 1)
                .thenComparing(port -> kinds.get(port.device()) == DeviceKind.NIC ? 0 : 1)
                .thenComparing(port -> portsOfTheirOwn.contains(port) ? 0 : 1)
                .thenComparing(port -> port.name().length())
                .thenComparing(port -> port));
    }

    /** Joins what the states of one fabric tell. */
    public static Identities of(SortedMap<EntityKey, EntityState> states) {
        Names names = Names.of(states);
        Identities identities = new Identities(names.kinds(), names.portKeys());
        names.devices().forEach(identities.devices::add);
        names.deviceKeys().forEach(identities::joinDevices);
        names.domains().forEach(identities::joinDomain);
        SortedSet<PortId> told = new TreeSet<>();
        names.ports().forEach(port -> told.add(identities.onLeader(port)));
        names.aliases().keySet().forEach(port -> identities.portsOfTheirOwn.add(identities.onLeader(port)));
        told.forEach(identities.ports::add);
        names.portKeys().values().forEach(identities::joinPorts);
        identities.joinAliases(names.aliases(), told);
        identities.joinCableEnds(names.links());
        identities.isPlain = identities.devices.members().values().stream().allMatch(group -> group.size() == 1)
                && identities.ports.members().values().stream().allMatch(group -> group.size() == 1);
        return identities;
    }

    /**
     * Whether {@link #of} could tell otherwise of an entity than before.
     *
     * @param before null: there was none
     */
    public static boolean dependOn(EntityKey key, @Nullable EntityState before, EntityState after) {
        return Names.differ(key.kind(), before, after);
    }

    /** The name that stands for a device. */
    public DeviceId device(DeviceId told) {
        return isPlain ? told : devices.leader(told);
    }

    /** The port that stands for a port; it may be of another device where a NIC is a device of its own. */
    public PortId port(PortId told) {
        return isPlain ? told : ports.leader(onLeader(told));
    }

    /** The port that bears a MAC address; null: none is known. */
    public @Nullable PortId portOfMac(String mac) {
        SortedSet<PortId> bearers = portKeys.get(NameForm.normal(mac));
        return bearers == null ? null : port(bearers.first());
    }

    /** The MAC address that a GUID was made of; null: it does not look so. */
    public static @Nullable String macOf(String guid) {
        return NameForm.macOf(guid);
    }

    /** Names that join nothing, in order. */
    public List<NameConflict> conflicts() {
        return conflicts.stream()
                .sorted(Comparator.comparing(NameConflict::name))
                .toList();
    }

    /** All names of each thing that has several, by the one that stands for it, in order: devices and ports. */
    public SortedMap<String, List<String>> joined() {
        SortedMap<String, List<String>> joined = new TreeMap<>();
        devices.members().forEach((leader, members) -> {
            if (members.size() > 1) {
                joined.put(leader.value(), members.stream().map(DeviceId::value).toList());
            }
        });
        ports.members().forEach((leader, members) -> {
            if (members.size() > 1) {
                joined.put(
                        leader.toString(),
                        members.stream().map(PortId::toString).toList());
            }
        });
        return joined;
    }

    /** The states with every device and port under the name that stands for it; what lay under several is merged. */
    public SortedMap<EntityKey, EntityState> join(SortedMap<EntityKey, EntityState> states) {
        if (isPlain) {
            return states;
        }
        SortedMap<EntityKey, EntityState> joined = new TreeMap<>();
        states.forEach((key, state) -> joined.merge(key(key), state, EntityState::mergedWith));
        return joined;
    }

    /** The key under which {@link #join} has what lay under a key. */
    public EntityKey key(EntityKey key) {
        if (isPlain) {
            return key;
        }
        List<String> path = key.path();
        List<String> joined = new ArrayList<>(path);
        if (key.kind() == EntityKind.LINK) {
            PortId a = port(PortId.of(path.get(0), path.get(1)));
            PortId b = port(PortId.of(path.get(2), path.get(3)));
            if (a.equals(b)) {
                return key;
            }
            LinkId link = new LinkId(a, b);
            joined = List.of(
                    link.a().device().value(),
                    link.a().name(),
                    link.b().device().value(),
                    link.b().name());
        } else if (OF_DEVICES.contains(key.kind())) {
            joined.set(0, device(new DeviceId(path.get(0))).value());
            boolean hasPort = key.kind() == EntityKind.PORT
                    || key.kind() == EntityKind.QUEUE
                    || key.kind() == EntityKind.PORT_SAMPLE
                    || key.kind() == EntityKind.QUEUE_SAMPLE
                    || key.kind() == EntityKind.NAME;
            if (hasPort && !path.get(1).isEmpty() && !path.get(1).equals(EntityKey.ALL)) {
                PortId port = port(PortId.of(path.get(0), path.get(1)));
                joined.set(0, port.device().value());
                joined.set(1, port.name());
            }
        }
        return new EntityKey(key.fabric(), key.kind(), joined);
    }

    private PortId onLeader(PortId port) {
        return new PortId(devices.leader(port.device()), port.name());
    }

    private void joinDevices(String name, SortedSet<DeviceId> bearers) {
        if (bearers.size() < 2) {
            return;
        }
        List<Boolean> answers = new ArrayList<>();
        for (DeviceId leader : devices.leaders(bearers)) {
            Boolean answer = isSwitch.get(leader);
            if (answer != null && !answers.contains(answer)) {
                answers.add(answer);
            }
        }
        if (answers.size() > 1) {
            conflicts.add(new NameConflict(
                    name.replaceFirst("^\\d ", ""),
                    bearers.stream().map(DeviceId::value).toList(),
                    "one is a switch and another is a host or NIC"));
            return;
        }
        bearers.forEach(bearer -> devices.join(bearers.first(), bearer));
        if (!answers.isEmpty()) {
            isSwitch.put(devices.leader(bearers.first()), answers.get(0));
        }
    }

    private void joinDomain(String bare, SortedMap<String, SortedSet<DeviceId>> bearersByFullName) {
        NavigableSet<DeviceId> bearers = new TreeSet<>();
        bearersByFullName.values().forEach(bearers::addAll);
        long domains = bearersByFullName.keySet().stream()
                .filter(full -> !full.equals(bare))
                .count();
        boolean isBareBorne = bearersByFullName.containsKey(bare);
        if (domains == 1 && isBareBorne) {
            joinDevices("name " + bare, bearers);
        } else if (domains > 1 && isBareBorne) {
            conflicts.add(new NameConflict(
                    "name " + bare,
                    bearers.stream().map(DeviceId::value).toList(),
                    "several domains have a device of that name"));
        }
    }

    private void joinPorts(SortedSet<PortId> bearers) {
        bearers.forEach(bearer -> ports.join(onLeader(bearers.first()), onLeader(bearer)));
    }

    private void joinAliases(SortedMap<PortId, SortedSet<String>> aliasesByPort, SortedSet<PortId> told) {
        aliasesByPort.forEach((port, aliases) -> {
            PortId own = onLeader(port);
            for (String alias : aliases) {
                PortId other = new PortId(own.device(), alias);
                if (told.contains(other) && !portsOfTheirOwn.contains(other)) {
                    ports.join(own, other);
                }
            }
        });
    }

    private void joinCableEnds(SortedSet<LinkId> links) {
        SortedMap<PortId, SortedSet<PortId>> ends = new TreeMap<>();
        for (LinkId link : links) {
            PortId a = ports.leader(onLeader(link.a()));
            PortId b = ports.leader(onLeader(link.b()));
            ends.computeIfAbsent(a, near -> new TreeSet<>()).add(b);
            ends.computeIfAbsent(b, near -> new TreeSet<>()).add(a);
        }
        ends.values().forEach(this::joinEnds);
    }

    /** What sources say is at the other end of one port's cable. */
    private void joinEnds(SortedSet<PortId> told) {
        SortedMap<DeviceId, List<PortId>> byDevice = new TreeMap<>();
        told.forEach(port -> byDevice.computeIfAbsent(port.device(), device -> new ArrayList<>())
                .add(port));
        for (List<PortId> sameDevice : byDevice.values()) {
            List<PortId> words = sameDevice.stream()
                    .filter(port -> NameForm.of(port.name()) == NameForm.WORD)
                    .toList();
            if (words.size() == 1) {
                sameDevice.forEach(port -> ports.join(words.get(0), port));
            }
        }
    }
}
