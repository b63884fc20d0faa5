package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;

/**
 * Who is wired to whom: 8 servers with 8 NICs each, in two groups of four servers. NIC i of a group's servers goes to the
 * group's leaf of rail i, and every leaf to every spine; so all traffic between the groups crosses the spines.
 */
final class Layout {
    static final int SERVERS = 8;
    static final int RAILS = 8;
    static final int SERVERS_IN_GROUP = 4;
    static final int GROUPS = SERVERS / SERVERS_IN_GROUP;
    static final int SPINES = 4;

    private Layout() {}

    static DeviceId nic(int server, int rail) {
        return new DeviceId("server" + server + "-nic" + rail);
    }

    static DeviceId leaf(int group, int rail) {
        return new DeviceId("group" + group + "-rail" + rail);
    }

    /** The leaf that a NIC is wired to. */
    static DeviceId leafOf(int server, int rail) {
        return leaf(server / SERVERS_IN_GROUP, rail);
    }

    static DeviceId spine(int spine) {
        return new DeviceId("spine" + spine);
    }

    static List<DeviceId> nics() {
        List<DeviceId> nics = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            for (int rail = 0; rail < RAILS; rail++) {
                nics.add(nic(server, rail));
            }
        }
        return nics;
    }

    static List<DeviceId> leaves() {
        List<DeviceId> leaves = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            for (int rail = 0; rail < RAILS; rail++) {
                leaves.add(leaf(group, rail));
            }
        }
        return leaves;
    }

    static List<DeviceId> spines() {
        List<DeviceId> spines = new ArrayList<>();
        for (int spine = 0; spine < SPINES; spine++) {
            spines.add(spine(spine));
        }
        return spines;
    }

    static List<DeviceId> switches() {
        List<DeviceId> switches = leaves();
        switches.addAll(spines());
        return switches;
    }

    /** All cables; a port is named by the device that it faces. */
    static List<LinkId> links() {
        List<LinkId> links = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            for (int rail = 0; rail < RAILS; rail++) {
                links.add(link(nic(server, rail), leafOf(server, rail)));
            }
        }
        for (DeviceId leaf : leaves()) {
            spines().forEach(spine -> links.add(link(leaf, spine)));
        }
        return links;
    }

    private static LinkId link(DeviceId a, DeviceId b) {
        return new LinkId(new PortId(a, b.value()), new PortId(b, a.value()));
    }
}
