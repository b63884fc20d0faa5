package io.fabrictwin.model.walk;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.HostInventory;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.identity.Identities;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which port of the fabric a NIC of a host is. A NIC that names itself {@code mlx5_0} is found, in this order, by its GUID,
 * where an adapter is a device of its own or where a port bears the MAC address that the GUID was made of; as the port of
 * that name on its host; and else by its place among the host's NICs, which is a guess and says so.
 */
final class NicPorts {
    /** The port, and how it is known. */
    record Found(PortId port, String knownBy) {}

    /** Numbers within names count as numbers: mlx5_2 before mlx5_10. */
    private static final Comparator<String> NATURAL = Comparator.<String, String>comparing(
                    name -> name.replaceAll("\\d", ""))
            .thenComparing(String::length)
            .thenComparing(name -> name);

    private final FabricFrame frame;
    private final SortedSet<PortId> cabled = new TreeSet<>();

    NicPorts(FabricFrame frame) {
        this.frame = frame;
        for (Link link : frame.links()) {
            cabled.add(link.id().a());
            cabled.add(link.id().b());
        }
    }

    Optional<Found> find(DeviceId host, String nic, @Nullable Integer nicPort) {
        String guid = HostInventory.of(frame, host)
                .nic(nic)
                .map(HostInventory.Nic::guid)
                .orElse(null);
        Optional<Found> byGuid = guid == null ? Optional.empty() : byGuid(guid, nicPort);
        if (byGuid.isPresent()) {
            return byGuid;
        }
        for (String name : List.of(nic + ":" + (nicPort == null ? 1 : nicPort), nic)) {
            PortId named = frame.identities().port(new PortId(host, name));
            if (cabled.contains(named)) {
                return Optional.of(new Found(named, "the port bears the NIC's name"));
            }
        }
        return byPlace(host, nic);
    }

    private Optional<Found> byGuid(String guid, @Nullable Integer nicPort) {
        DeviceId adapter = frame.identities().device(new DeviceId(guid));
        PortId own = frame.identities().port(new PortId(adapter, String.valueOf(nicPort == null ? 1 : nicPort)));
        if (cabled.contains(own)) {
            return Optional.of(new Found(own, "GUID " + guid));
        }
        String mac = Identities.macOf(guid);
        if (mac == null) {
            return Optional.empty();
        }
        PortId byMac = frame.identities().portOfMac(mac);
        return byMac != null && cabled.contains(byMac)
                ? Optional.of(new Found(byMac, "GUID " + guid + " is of MAC " + mac))
                : Optional.empty();
    }

    private Optional<Found> byPlace(DeviceId host, String nic) {
        List<String> nics = HostInventory.of(frame, host).nics().stream()
                .map(HostInventory.Nic::name)
                .sorted(NATURAL)
                .toList();
        List<PortId> ports = cabled.stream()
                .filter(port -> port.device().equals(host))
                .sorted(Comparator.comparing(PortId::name, NATURAL))
                .toList();
        if (ports.size() == 1 && nics.size() <= 1) {
            return Optional.of(new Found(ports.get(0), "the host's only port"));
        }
        int place = nics.indexOf(nic);
        return place >= 0 && nics.size() == ports.size()
                ? Optional.of(new Found(
                        ports.get(place),
                        "assumed: NIC " + (place + 1) + " of " + nics.size() + " is port " + (place + 1)))
                : Optional.empty();
    }
}
