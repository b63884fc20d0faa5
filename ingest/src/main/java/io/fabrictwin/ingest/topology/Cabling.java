package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Devices, cables and placements, gathered from events in any order. Holds up to {@value #MAX_CABLES} cables, which is ten
 * times the greatest fabric known of; each costs some hundred bytes.
 */
public final class Cabling {
    static final int MAX_CABLES = 1_000_000;

    private final SortedMap<DeviceId, Set<DeviceKind>> kinds = new TreeMap<>();
    private final SortedMap<DeviceId, String> models = new TreeMap<>();
    private final SortedMap<LinkId, Cable> cables = new TreeMap<>();
    private final SortedSet<Placement> placements = new TreeSet<>();
    private final SortedMap<PortId, Long> portRates = new TreeMap<>();
    private final SortedMap<String, SortedSet<DeviceId>> devicesByName = new TreeMap<>();

    /** A device belongs to a part of the cluster. */
    public record Placement(DeviceId device, String level, String domain) implements Comparable<Placement> {
        @Override
        public int compareTo(Placement other) {
            int order = device.compareTo(other.device);
            order = order == 0 ? level.compareTo(other.level) : order;
            return order == 0 ? domain.compareTo(other.domain) : order;
        }
    }

    /** What a frame holds. */
    public static Cabling of(FabricFrame frame) {
        Cabling cabling = new Cabling();
        for (Device device : frame.devices()) {
            DeviceKind kind = device.kind();
            if (kind != null) {
                cabling.addKind(device.id(), kind, device.model());
            }
        }
        for (Link link : frame.links()) {
            EntityKey key = new EntityKey(
                    frame.fabric(),
                    EntityKind.LINK,
                    List.of(
                            link.id().a().device().value(),
                            link.id().a().name(),
                            link.id().b().device().value(),
                            link.id().b().name()));
            boolean isPlanned = frame.standing(key, AttributeName.PLANNED).isPresent();
            Long planned = frame.standing(key, AttributeName.PLANNED_BITS_PER_SECOND)
                    .map(Cell::whole)
                    .orElse(null);
            cabling.add(new Cable(
                    link.id(), isPlanned, link.isSeen(), planned, link.isSeen() ? link.bitsPerSecond() : null));
        }
        frame.states().forEach((key, state) -> {
            if (key.kind() == EntityKind.DEVICE) {
                state.attributes().forEach((name, attribute) -> {
                    if (name.startsWith(AttributeName.PLACEMENT_PREFIX)
                            && attribute.newest().value() instanceof Value.Text text) {
                        cabling.placements.add(new Placement(
                                new DeviceId(key.owner()),
                                name.substring(AttributeName.PLACEMENT_PREFIX.length()),
                                text.text()));
                    }
                });
            }
        });
        return cabling;
    }

    /**
     * Takes what an event tells of the cabling; other events tell nothing.
     *
     * @throws TooLargeException if there is more than is held
     */
    public void take(FabricEvent event) {
        if (event instanceof DeviceDiscovered device) {
            addKind(device.device(), device.kind(), device.model());
        } else if (event instanceof LinkPlanned link) {
            add(new Cable(link.link(), true, false, link.bitsPerSecond(), null));
        } else if (event instanceof LinkDiscovered link) {
            add(new Cable(link.link(), false, true, null, link.bitsPerSecond()));
        } else if (event instanceof PlacementDeclared placement) {
            placements.add(new Placement(placement.device(), placement.level(), placement.domain()));
            require(placements.size());
        } else if (event instanceof PortDiscovered port) {
            addRate(port.port(), port.bitsPerSecond());
        } else if (event instanceof PortConfigured port) {
            addRate(port.port(), port.bitsPerSecond());
        } else if (event instanceof NameObserved name && name.port() == null) {
            addName(name);
        } else if (event instanceof GpuDiscovered gpu) {
            addKind(gpu.host(), DeviceKind.HOST, null);
        } else if (event instanceof NicDiscovered nic) {
            addKind(nic.host(), DeviceKind.HOST, null);
        }
    }

    /** Free text may be the same on many devices. */
    private void addName(NameObserved name) {
        if (name.scheme() != NameScheme.DESCRIPTION) {
            devicesByName
                    .computeIfAbsent(name.scheme() + " " + name.name(), absent -> new TreeSet<>())
                    .add(name.device());
            require(devicesByName.size());
        }
    }

    private void addRate(PortId port, @Nullable Long bitsPerSecond) {
        if (bitsPerSecond != null) {
            portRates.put(port, bitsPerSecond);
            require(portRates.size() / 2);
        }
    }

    private void addKind(DeviceId device, DeviceKind kind, @Nullable String model) {
        kinds.computeIfAbsent(device, absent -> EnumSet.noneOf(DeviceKind.class))
                .add(kind);
        if (model != null) {
            models.put(device, model);
        }
        require(kinds.size());
    }

    private void add(Cable cable) {
        cables.merge(cable.link(), cable, Cable::and);
        require(cables.size());
    }

    private static void require(int count) {
        if (count > MAX_CABLES) {
            throw new TooLargeException("the topology has more than " + MAX_CABLES
                    + " cables, devices or placements; give it part by part, or bring it into the log with"
                    + " 'ingest', which needs no memory for it");
        }
    }

    /** In order. */
    public Collection<Cable> cables() {
        return Collections.unmodifiableCollection(cables.values());
    }

    /** The cable between two ports; null: there is none. */
    public @Nullable Cable cable(LinkId link) {
        return cables.get(link);
    }

    /** In order. */
    public SortedSet<Placement> placements() {
        return Collections.unmodifiableSortedSet(placements);
    }

    /** Devices that were told of by themselves or as an end of a cable, in order. */
    public SortedSet<DeviceId> devices() {
        SortedSet<DeviceId> devices = new TreeSet<>(kinds.keySet());
        for (LinkId link : cables.keySet()) {
            devices.add(link.a().device());
            devices.add(link.b().device());
        }
        return devices;
    }

    /** Devices that were told of by themselves, in order. */
    SortedSet<DeviceId> introduced() {
        return new TreeSet<>(kinds.keySet());
    }

    /** All kinds that the device is told to be. */
    Set<DeviceKind> kinds(DeviceId device) {
        return kinds.getOrDefault(device, Set.of());
    }

    /** What the device is; null: not told. */
    public @Nullable DeviceKind kind(DeviceId device) {
        Set<DeviceKind> told = kinds(device);
        return told.isEmpty() ? null : told.iterator().next();
    }

    /** Null: not told. */
    @Nullable
    String model(DeviceId device) {
        return models.get(device);
    }

    /** Line rate that the port itself tells; null: not told. */
    @Nullable
    Long portRate(PortId port) {
        return portRates.get(port);
    }

    /** Names that several devices bear, with the devices. */
    SortedMap<String, SortedSet<DeviceId>> sharedNames() {
        SortedMap<String, SortedSet<DeviceId>> shared = new TreeMap<>(devicesByName);
        shared.values().removeIf(devices -> devices.size() < 2);
        return shared;
    }

    /** Cables by port, in order. */
    SortedMap<PortId, List<Cable>> cablesByPort() {
        SortedMap<PortId, List<Cable>> byPort = new TreeMap<>();
        for (Cable cable : cables.values()) {
            byPort.computeIfAbsent(cable.link().a(), absent -> new ArrayList<>(1))
                    .add(cable);
            byPort.computeIfAbsent(cable.link().b(), absent -> new ArrayList<>(1))
                    .add(cable);
        }
        return byPort;
    }
}
