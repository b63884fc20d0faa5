package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the cluster's tools tell of it before anything runs: neighbours and inventory of every device (RoCE) or one sweep of
 * the subnet (InfiniBand), then settings as configured. ECMP seeds are not told: switches do not tell them.
 */
final class ClusterFacts {
    /** DSCP of RDMA and of its notifications, and the classes that switches give them. */
    static final SortedMap<String, String> DSCP_TO_CLASS = new TreeMap<>(Map.of("26", "3", "48", "6"));

    /** What NICs write into their packets by class. */
    static final SortedMap<String, String> CLASS_TO_DSCP = new TreeMap<>(Map.of("3", "26", "6", "48"));

    /** Names that one sweep lists for people; the fold does not need them, and a log has a limit for an event. */
    private static final int MOST_SWEPT_NAMES = 4_096;

    private final SynthSettings settings;
    private final Wiring wiring;
    private final Emitter emitter;

    ClusterFacts(SynthSettings settings, Wiring wiring, Emitter emitter) {
        this.settings = settings;
        this.wiring = wiring;
        this.emitter = emitter;
    }

    void tell() {
        if (settings.fabric() == FabricKind.IB) {
            subnet();
        } else {
            for (int node = 0; node < wiring.nodes(); node++) {
                neighbours(node);
            }
        }
        for (int node = 0; node < wiring.nodes(); node++) {
            configuration(node);
        }
    }

    /** What a device's own LLDP table and inventory say. */
    private void neighbours(int node) {
        device(node, node);
        NavigableSet<String> seen = new TreeSet<>();
        for (int place = 0; place < wiring.degree(node); place++) {
            int port = wiring.port(node, place);
            port(node, port);
            link(node, port);
            seen.add(wiring.id(port).name());
        }
        emitter.tell(Source.TOPOLOGY, node, 0, meta -> new Swept(meta, wiring.name(node), seen));
    }

    /** What one walk over the subnet says: by the clock of the host that walks. */
    private void subnet() {
        NavigableSet<String> seen = new TreeSet<>();
        for (int node = 0; node < wiring.nodes(); node++) {
            device(0, node);
            for (int place = 0; place < wiring.degree(node); place++) {
                port(0, wiring.port(node, place));
            }
            if (seen.size() < MOST_SWEPT_NAMES) {
                seen.add(wiring.name(node).value());
            }
        }
        for (int link = 0; link < wiring.links(); link++) {
            link(0, 2 * link);
        }
        emitter.tell(Source.TOPOLOGY, 0, 0, meta -> new Swept(meta, null, seen));
    }

    private void device(int teller, int node) {
        boolean isNic = wiring.isNic(node);
        String server = "server " + node / Topology.NICS_PER_SERVER;
        boolean isInfiniband = settings.fabric() == FabricKind.IB;
        emitter.tell(
                Source.TOPOLOGY,
                teller,
                0,
                meta -> new DeviceDiscovered(
                        meta,
                        wiring.name(node),
                        isNic ? DeviceKind.NIC : DeviceKind.SWITCH,
                        isNic
                                ? "NIC " + node % Topology.NICS_PER_SERVER + " of " + server
                                : "switch of tier " + wiring.tier(node),
                        isNic ? "400G NIC" : isInfiniband ? "400G InfiniBand switch" : "400G Ethernet switch",
                        isNic && !isInfiniband ? address(node) : null,
                        null,
                        wiring.degree(node)));
    }

    private static String address(int nic) {
        int server = nic / Topology.NICS_PER_SERVER;
        return "10." + (server >> 8) + "." + (server & 255) + "." + (1 + nic % Topology.NICS_PER_SERVER);
    }

    private void port(int teller, int port) {
        int node = wiring.from(port);
        Integer lid =
                settings.fabric() == FabricKind.IB && wiring.isNic(node) ? (Integer) SubnetManager.lid(node) : null;
        emitter.tell(
                Source.TOPOLOGY,
                teller,
                0,
                meta -> new PortDiscovered(meta, wiring.id(port), Wiring.BITS_PER_SECOND, null, lid));
    }

    private void link(int teller, int port) {
        int link = port / 2;
        emitter.tell(
                Source.TOPOLOGY,
                teller,
                0,
                meta -> new LinkDiscovered(
                        meta,
                        wiring.link(link),
                        Wiring.BITS_PER_SECOND,
                        wiring.delayNs(link),
                        settings.fabric() == FabricKind.IB ? "4x NDR" : null));
    }

    private void configuration(int node) {
        DeviceId device = wiring.name(node);
        if (wiring.isNic(node)) {
            emitter.tell(
                    Source.CONFIG,
                    node,
                    0,
                    meta -> new PacketFormatSet(meta, device, Deployment.PAYLOAD_BYTES, Deployment.WIRE_BYTES));
        } else {
            emitter.tell(Source.CONFIG, node, 0, meta -> new BufferSet(meta, device, null, Deployment.BUFFER_BYTES));
        }
        if (settings.fabric() == FabricKind.ROCE) {
            if (wiring.isNic(node)) {
                rateControl(node, device);
                classes(node, 0, CLASS_TO_DSCP);
                trust(node, 0, "dscp");
            } else {
                pauses(node, device);
                marking(node, 0, Deployment.ECN);
                classes(node, 0, DSCP_TO_CLASS);
            }
        }
    }

    private void rateControl(int node, DeviceId device) {
        DcqcnProfile dcqcn = Deployment.DCQCN;
        emitter.tell(
                Source.CONFIG,
                node,
                0,
                meta -> new DcqcnSet(
                        meta,
                        device,
                        dcqcn.g(),
                        dcqcn.alphaTimerNs(),
                        dcqcn.rateDecreaseIntervalNs(),
                        dcqcn.rateIncreaseTimerNs(),
                        (long) dcqcn.additiveIncreaseBitsPerSecond(),
                        (long) dcqcn.hyperIncreaseBitsPerSecond(),
                        (long) dcqcn.minRateBitsPerSecond(),
                        dcqcn.fastRecoveryTimes()));
    }

    private void pauses(int node, DeviceId device) {
        PfcProfile pfc = Deployment.PFC;
        emitter.tell(
                Source.CONFIG,
                node,
                0,
                meta -> new PfcProfileSet(
                        meta,
                        device,
                        null,
                        null,
                        null,
                        pfc.enabled(),
                        pfc.alpha(),
                        null,
                        pfc.reserveBytes(),
                        pfc.resumeOffsetBytes(),
                        null));
    }

    /** A switch marks by these thresholds from now on. */
    void marking(int node, long runNs, EcnProfile ecn) {
        emitter.tell(
                Source.CONFIG,
                node,
                runNs,
                meta -> new EcnProfileSet(
                        meta,
                        wiring.name(node),
                        null,
                        null,
                        null,
                        ecn.enabled(),
                        ecn.kminBytes(),
                        ecn.kmaxBytes(),
                        ecn.pmax()));
    }

    /** A switch sorts packets, or a NIC writes them, by this map from now on. */
    void classes(int node, long runNs, SortedMap<String, String> map) {
        String name = wiring.isNic(node) ? "traffic-class-to-dscp" : "dscp-to-traffic-class";
        emitter.tell(Source.CONFIG, node, runNs, meta -> new QosMapSet(meta, wiring.name(node), null, name, map));
    }

    /** A NIC reads the class of a packet from this field from now on. */
    void trust(int nic, long runNs, String field) {
        emitter.tell(Source.CONFIG, nic, runNs, meta -> new DeviceTuned(meta, wiring.name(nic), null, "trust", field));
    }
}
