package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The cluster as it really is, which no event tells: links carry a little less than their rate and are a little longer or
 * shorter than planned, switches keep some of their buffer for themselves, clocks are off.
 */
final class Reality {
    private static final double LEAST_LINK_EFFICIENCY = 0.96;
    private static final double MOST_LINK_EFFICIENCY = 0.99;
    private static final double DELAY_DEVIATION = 0.1;
    private static final double LEAST_BUFFER_SHARE = 0.92;
    private static final long MOST_CLOCK_OFFSET_NS = 20_000;

    private final Network network;
    private final List<PortId> egress = new ArrayList<>();
    private final Map<PortId, Integer> portOfEgress = new HashMap<>();
    private final Map<DeviceId, Long> clockOffsets = new HashMap<>();

    Reality(SplittableRandom random) {
        Network.Builder builder = Network.builder(new Transport(
                TransportKind.ROCE_DCQCN,
                Deployment.PAYLOAD_BYTES,
                Deployment.WIRE_BYTES,
                Deployment.ACK_BYTES,
                Deployment.ECN,
                Deployment.PFC,
                Deployment.DCQCN));
        for (DeviceId nic : Layout.nics()) {
            builder.host(nic.value());
        }
        for (DeviceId device : Layout.switches()) {
            double share = random.nextDouble(LEAST_BUFFER_SHARE, 1);
            builder.switchNode(device.value(), Math.round(share * Deployment.BUFFER_BYTES));
        }
        for (LinkId link : Layout.links()) {
            double efficiency = random.nextDouble(LEAST_LINK_EFFICIENCY, MOST_LINK_EFFICIENCY);
            double length = random.nextDouble(1 - DELAY_DEVIATION, 1 + DELAY_DEVIATION);
            builder.link(
                    link.a().device().value(),
                    link.b().device().value(),
                    efficiency * Deployment.BITS_PER_SECOND,
                    Math.round(length * delayNs(link)),
                    null,
                    null,
                    null);
            for (PortId port : List.of(link.a(), link.b())) {
                portOfEgress.put(port, egress.size());
                egress.add(port);
            }
        }
        network = builder.build();
        for (DeviceId device : Layout.switches()) {
            clockOffsets.put(device, random.nextLong(-MOST_CLOCK_OFFSET_NS, MOST_CLOCK_OFFSET_NS));
        }
        for (int server = 0; server < Layout.SERVERS; server++) {
            long offsetNs = random.nextLong(-MOST_CLOCK_OFFSET_NS, MOST_CLOCK_OFFSET_NS);
            for (int rail = 0; rail < Layout.RAILS; rail++) {
                clockOffsets.put(Layout.nic(server, rail), offsetNs);
            }
        }
    }

    /** As planned. */
    static long delayNs(LinkId link) {
        boolean isUplink = Layout.spines().contains(link.a().device())
                || Layout.spines().contains(link.b().device());
        return isUplink ? Deployment.SPINE_DELAY_NS : Deployment.NIC_DELAY_NS;
    }

    Network network() {
        return network;
    }

    /** The fabric's port behind each port of the network. */
    List<PortId> egress() {
        return egress;
    }

    int port(DeviceId from, DeviceId to) {
        Integer port = portOfEgress.get(new PortId(from, to.value()));
        if (port == null) {
            throw new IllegalStateException("no link leads from " + from + " to " + to);
        }
        return port;
    }

    int[] ports(List<DeviceId> path) {
        int[] ports = new int[path.size() - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = port(path.get(hop), path.get(hop + 1));
        }
        return ports;
    }

    /** By how much the device's clock is ahead, ns. */
    long clockOffsetNs(DeviceId device) {
        return clockOffsets.getOrDefault(device, 0L);
    }

    /** Egress ports of a switch, whose marking its settings govern. */
    List<Integer> portsOf(DeviceId device) {
        List<Integer> ports = new ArrayList<>();
        for (int port = 0; port < egress.size(); port++) {
            if (egress.get(port).device().equals(device)) {
                ports.add(port);
            }
        }
        return ports;
    }
}
