package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.BackgroundLoad;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Lane;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.pause.Watchdog;
import io.fabrictwin.model.scenario.ForkState.HostFacts;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import io.fabrictwin.model.step.QueuePairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The network of a state of the fabric: which port of the one is which of the other, and what its ports carry anyway. */
final class ForkNetwork {
    /** An acknowledgement with its headers. */
    static final int ACK_BYTES = 60;

    /** A quarter of a switch's hop in SHARP, 0.6 us (Graham et al. 2020): data comes and goes, and so do acknowledgements. */
    private static final long REDUCTION_DELAY_NS = 150;
    /** What adaptive routing still sends to a port that others fill. */
    private static final double LEAST_FREE_SHARE = 0.01;

    private static final LinkFacts NO_LINK = new LinkFacts(false, 1, 0);
    private static final PfcProfile NO_PAUSING = new PfcProfile(false, 0.125, 0, 0, null);

    private final ForkState state;
    private final Network network;
    private final List<PortId> egressOfPort = new ArrayList<>();
    /** A port of the network is known by its ends. */
    private final Map<String, int[]> portsByEnds = new HashMap<>();
    /** Of the first priority. */
    private final Map<PortId, Integer> portOfEgress = new HashMap<>();

    private final Map<String, List<Integer>> portsFromHost = new HashMap<>();
    /** By priority that has queues. */
    private final Map<Integer, Integer> firstPortOf = new HashMap<>();
    /** Ports of one priority, both of each link that is up. */
    private int portsOfLinks;

    /** @param trees where switches reduce, before the changes and with them */
    ForkNetwork(ForkState state, Collection<ReductionTrees.Placed> trees) {
        this.state = state;
        this.network = build(trees);
        for (int port = 0; port < network.portCount(); port++) {
            portOfEgress.putIfAbsent(egressOfPort.get(port), port);
            String from = network.port(port).from();
            if (network.isHost(from)) {
                portsFromHost.computeIfAbsent(from, host -> new ArrayList<>()).add(port);
            }
        }
    }

    Network network() {
        return network;
    }

    /** The port of the frame behind each port of the network. */
    List<PortId> egress() {
        return Collections.unmodifiableList(egressOfPort);
    }

    /** Ports of the first priority by {@code FROM>TO}. */
    Map<String, int[]> portsByEnds() {
        return portsByEnds;
    }

    /** Ports at which a host sends. */
    List<Integer> portsFrom(DeviceId host) {
        return portsFromHost.getOrDefault(host.value(), List.of());
    }

    /** Where the ports of a priority begin; those of the first are at 0. */
    QueuePairs inPriority(QueuePairs pairs, int priority) {
        int first = firstPortOf.getOrDefault(priority, 0);
        return first == 0 ? pairs : new LaneWays(pairs, portsOfLinks, first);
    }

    /** The node of the network at which a switch reduces what a neighbour sends, or from which it sends to it. */
    static String reducer(DeviceId device, DeviceId neighbour) {
        return "reduction in " + device + " for " + neighbour;
    }

    private Network build(Collection<ReductionTrees.Placed> trees) {
        HostFacts sender = commonSender(state);
        PfcProfile pausing = state.queues.pfc.values().stream().findFirst().orElse(NO_PAUSING);
        Transport transport = new Transport(
                state.transport,
                sender.payloadBytes(),
                sender.wireBytes(),
                ACK_BYTES,
                new EcnProfile(false, 0, 0, 0),
                new PfcProfile(
                        state.usedPriorities().stream()
                                .flatMap(own -> state.queuesOf(own).pfc.values().stream())
                                .anyMatch(PfcProfile::enabled),
                        pausing.alpha(),
                        pausing.reserveBytes(),
                        pausing.resumeOffsetBytes(),
                        null),
                sender.dcqcn());
        Network.Builder builder = Network.builder(transport);
        state.hosts.forEach((host, facts) -> builder.host(host.value()).dcqcn(host.value(), facts.dcqcn()));
        state.switches.forEach((device, facts) -> builder.switchNode(device.value(), facts.bufferBytes()));
        List<Integer> priorities = new ArrayList<>(state.usedPriorities());
        priorities.remove(Integer.valueOf(state.priority));
        priorities.add(0, state.priority);
        for (int priority : priorities) {
            firstPortOf.put(priority, egressOfPort.size());
            addLinks(builder, priority, priorities.size() > 1);
        }
        portsOfLinks = egressOfPort.size() / priorities.size();
        addReducers(builder, trees);
        return builder.build();
    }

    /** Adds the queues of a priority at all links; other priorities are lanes of the same lines, at an even distance. */
    private void addLinks(Network.Builder builder, int priority, boolean isOneOfMany) {
        QueueClass queues = state.queuesOf(priority);
        int first = egressOfPort.size();
        for (Map.Entry<LinkId, LinkFacts> entry : state.links.entrySet()) {
            LinkId link = entry.getKey();
            LinkFacts facts = entry.getValue();
            if (!facts.isUp()) {
                continue;
            }
            builder.link(
                    link.a().device().value(),
                    link.b().device().value(),
                    bitsPerSecond(link, facts),
                    facts.delayNs(),
                    null,
                    null,
                    null);
            for (PortId egress : List.of(link.a(), link.b())) {
                int port = egressOfPort.size();
                EcnProfile ecn = queues.ecn.get(egress);
                if (ecn != null) {
                    builder.ecn(port, ecn);
                }
                PfcProfile opposite = queues.pfc.get(link.opposite(egress));
                if (opposite != null) {
                    builder.pfc(port, opposite);
                }
                if (isOneOfMany) {
                    builder.lane(port, new Lane(port - first, priority, queues.weight, queues.isStrict));
                }
                egressOfPort.add(egress);
                if (first == 0) {
                    addPort(
                            egress.device().value(),
                            link.opposite(egress).device().value(),
                            port);
                }
            }
        }
    }

    private void addPort(String from, String to, int port) {
        String ends = from + ">" + to;
        int[] known = portsByEnds.getOrDefault(ends, new int[0]);
        int[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = port;
        portsByEnds.put(ends, more);
    }

    /** A host's link carries no more than passes between its NIC and its GPU. */
    private double bitsPerSecond(LinkId link, LinkFacts facts) {
        double least = facts.bitsPerSecond();
        for (PortId end : List.of(link.a(), link.b())) {
            HostBus bus = state.hostBuses.get(end.device());
            least = bus == null ? least : Math.min(least, bus.bitsPerSecond(facts.bitsPerSecond()));
        }
        return least;
    }

    /** What reduces in a switch is, for each of its edges of a tree, a host behind a link as fast as that edge. */
    private void addReducers(Network.Builder builder, Collection<ReductionTrees.Placed> trees) {
        SortedMap<String, LinkId> edges = new TreeMap<>();
        trees.forEach(placed -> state.links.keySet().forEach(link -> {
            for (PortId end : List.of(link.a(), link.b())) {
                DeviceId neighbour = link.opposite(end).device();
                if (placed.reduces(end.device(), neighbour)) {
                    edges.putIfAbsent(reducer(end.device(), neighbour), link);
                }
            }
        }));
        edges.forEach((reducer, link) -> {
            PortId end = reducer.equals(reducer(link.a().device(), link.b().device())) ? link.a() : link.b();
            String device = end.device().value();
            LinkFacts facts = state.links.getOrDefault(link, NO_LINK);
            builder.host(reducer);
            builder.link(device, reducer, bitsPerSecond(link, facts), REDUCTION_DELAY_NS, null, null, null);
            addPort(device, reducer, egressOfPort.size());
            egressOfPort.add(PortId.of(device, "reduction"));
            addPort(reducer, device, egressOfPort.size());
            egressOfPort.add(PortId.of(device, "reduced"));
        });
    }

    /** By port of the network, bytes per second beside what no known job explains. */
    double[] freeRates() {
        double[] free = new double[network.portCount()];
        for (int port = 0; port < free.length; port++) {
            double rate = network.port(port).bitsPerSecond() / 8;
            free[port] = Math.max(
                    LEAST_FREE_SHARE * rate, rate - state.background.getOrDefault(egressOfPort.get(port), 0.0));
        }
        return free;
    }

    /** The engine has one packet format: that of most hosts; hosts that the run adds send by the same facts. */
    static HostFacts commonSender(ForkState state) {
        Map<List<Object>, Integer> counts = new HashMap<>();
        HostFacts common = null;
        int most = 0;
        for (HostFacts facts : state.hosts.values()) {
            int count = counts.merge(List.of(facts.dcqcn(), facts.payloadBytes(), facts.wireBytes()), 1, Integer::sum);
            if (count > most) {
                most = count;
                common = facts;
            }
        }
        return common != null
                ? common
                : new HostFacts(
                        null,
                        new DcqcnProfile(0, 1, 1, 1, 0, 0, 1, 1),
                        UsualValues.PAYLOAD_BYTES,
                        UsualValues.PAYLOAD_BYTES + UsualValues.HEADER_BYTES);
    }

    List<PauseStorm> storms() {
        List<PauseStorm> storms = new ArrayList<>();
        state.storms.forEach((host, storm) -> {
            for (int port = 0; port < portsOfLinks; port++) {
                if (network.port(port).to().equals(host.value())) {
                    PauseStorm held = new PauseStorm(
                            port, storm.periodNs(), storm.pausedNs(), storm.firstPauseNs(), Long.MAX_VALUE / 4);
                    Watchdog watchdog =
                            state.watchdogs.get(egressOfPort.get(port).device());
                    storms.add(watchdog == null ? held : held.under(watchdog, 0));
                }
            }
        });
        return storms;
    }

    /** What no job explains; that of a port whose link is down is shared by the device's other ports to such devices. */
    List<BackgroundLoad> background(ForkState before) {
        double[] bytesPerSecond = new double[network.portCount()];
        state.background.forEach((port, load) -> {
            Integer own = portOfEgress.get(port);
            if (own != null) {
                bytesPerSecond[own] += load;
                return;
            }
            List<Integer> others = portsInsteadOf(port, before.neighbour(port));
            others.forEach(other -> bytesPerSecond[other] += load / others.size());
        });
        List<BackgroundLoad> loads = new ArrayList<>();
        for (int port = 0; port < bytesPerSecond.length; port++) {
            if (bytesPerSecond[port] > 0) {
                int first = firstPortOf.getOrDefault(state.priorityOfBackground(), 0);
                loads.add(new BackgroundLoad(first + port, bytesPerSecond[port]));
            }
        }
        return loads;
    }

    /** Other ports of the device to neighbours of the kind; where the device is gone, those of others to the same neighbour. */
    private List<Integer> portsInsteadOf(PortId port, @Nullable DeviceId neighbour) {
        List<Integer> others = new ArrayList<>();
        boolean isGone = !state.switches.containsKey(port.device()) && !state.hosts.containsKey(port.device());
        for (int other = 0; other < portsOfLinks && neighbour != null; other++) {
            String to = network.port(other).to();
            boolean isInstead = isGone
                    ? to.equals(neighbour.value())
                            && !network.isHost(network.port(other).from())
                    : network.isHost(to) == state.hosts.containsKey(neighbour)
                            && egressOfPort.get(other).device().equals(port.device());
            if (isInstead) {
                others.add(other);
            }
        }
        return others;
    }
}
