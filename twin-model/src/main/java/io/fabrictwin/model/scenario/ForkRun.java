package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.BackgroundLoad;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.measure.JobTrace;
import io.fabrictwin.model.measure.MeasuredRun;
import io.fabrictwin.model.measure.PortHistory;
import io.fabrictwin.model.pause.Watchdog;
import io.fabrictwin.model.scenario.ForkState.HostFacts;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import io.fabrictwin.model.step.QueuePairs;
import io.fabrictwin.model.step.StepBarriers;
import io.fabrictwin.model.step.StepGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of the recorded work on one state of the fabric. */
final class ForkRun {
    /** An acknowledgement with its headers. */
    static final int ACK_BYTES = 60;

    private static final PfcProfile NO_PAUSING = new PfcProfile(false, 0.125, 0, 0, null);

    /** A port of the network is known by its ends. */
    private final Map<String, int[]> portsByEnds = new HashMap<>();

    private final ForkState state;
    private final ForkState before;
    private final Connections connections;
    private final Routing routing;
    private final boolean isRuleKnown;
    private final long seed;
    private final Network network;
    private final List<PortId> egressOfPort = new ArrayList<>();
    /** Where the hash rule is known, any other link may move paths; else only new links do. */
    private final boolean recordedPathsStay;

    private boolean hasDrawnPaths;

    /**
     * @param before the state without changes: steps that are under way at the base time end as they began
     * @param isRuleKnown whether the routing rule gives the recorded paths
     */
    ForkRun(ForkState state, ForkState before, Connections connections, boolean isRuleKnown, long seed) {
        this.state = state;
        this.before = before;
        this.connections = connections;
        this.isRuleKnown = isRuleKnown;
        this.seed = seed;
        this.recordedPathsStay = isRuleKnown
                ? state.links.equals(before.links)
                : before.links.keySet().containsAll(state.links.keySet());
        this.routing = new Routing(state);
        this.network = network();
    }

    /**
     * What a run gave.
     *
     * @param stepTimesNs by job, the steps asked about
     * @param traces by job, what its measures are made of; jobs without a step that was over are left out
     * @param egress the port of the frame behind each port of the network
     * @param hasDrawnPaths some connections are new, and their paths drawn
     */
    record Outcome(
            SortedMap<JobId, SortedMap<Long, Double>> stepTimesNs,
            SortedMap<JobId, JobTrace> traces,
            FluidResult result,
            Network network,
            List<PortId> egress,
            boolean hasDrawnPaths) {}

    private Network network() {
        HostFacts sender = commonSender(state);
        PfcProfile pausing = state.queues.pfc.values().stream().findFirst().orElse(NO_PAUSING);
        Transport transport = new Transport(
                TransportKind.ROCE_DCQCN,
                sender.payloadBytes(),
                sender.wireBytes(),
                ACK_BYTES,
                new EcnProfile(false, 0, 0, 0),
                new PfcProfile(
                        state.queues.pfc.values().stream().anyMatch(PfcProfile::enabled),
                        pausing.alpha(),
                        pausing.reserveBytes(),
                        pausing.resumeOffsetBytes(),
                        null),
                sender.dcqcn());
        Network.Builder builder = Network.builder(transport);
        state.hosts.forEach((host, facts) -> builder.host(host.value()).dcqcn(host.value(), facts.dcqcn()));
        state.switches.forEach((device, facts) -> builder.switchNode(device.value(), facts.bufferBytes()));
        int port = 0;
        for (Map.Entry<LinkId, LinkFacts> entry : state.links.entrySet()) {
            LinkId link = entry.getKey();
            LinkFacts facts = entry.getValue();
            if (!facts.isUp()) {
                continue;
            }
            builder.link(
                    link.a().device().value(),
                    link.b().device().value(),
                    facts.bitsPerSecond(),
                    facts.delayNs(),
                    null,
                    null,
                    null);
            for (PortId egress : List.of(link.a(), link.b())) {
                EcnProfile ecn = state.queues.ecn.get(egress);
                if (ecn != null) {
                    builder.ecn(port, ecn);
                }
                PfcProfile opposite = state.queues.pfc.get(link.opposite(egress));
                if (opposite != null) {
                    builder.pfc(port, opposite);
                }
                egressOfPort.add(egress);
                String ends = egress.device() + ">" + link.opposite(egress).device();
                int[] known = portsByEnds.getOrDefault(ends, new int[0]);
                int[] more = Arrays.copyOf(known, known.length + 1);
                more[known.length] = port;
                portsByEnds.put(ends, more);
                port++;
            }
        }
        return builder.build();
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

    /** Runs all jobs until every step asked about is over; null where a rank cannot reach another. */
    Outcome run(SortedMap<JobId, JobTimeline> timelines) {
        double horizonFactor = 1.3;
        while (true) {
            Outcome outcome = runOnce(timelines, horizonFactor);
            if (outcome != null) {
                return outcome;
            }
            horizonFactor *= 2;
        }
    }

    /** Null where a job ran out of steps before the run was over: it would have loaded the network further. */
    private @Nullable Outcome runOnce(SortedMap<JobId, JobTimeline> timelines, double horizonFactor) {
        StepGraph graph = new StepGraph();
        SortedMap<JobId, SortedMap<Long, JobTrace.Step>> steps = new TreeMap<>();
        List<Integer> stopAfter = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        for (Map.Entry<JobId, JobFacts> entry : state.jobs.entrySet()) {
            JobId job = entry.getKey();
            JobFacts facts = entry.getValue();
            JobTimeline timeline = timelines.get(job);
            if (timeline == null) {
                continue;
            }
            int at = graph.start(timeline.startOffsetNs());
            if (timeline.currentStep() != null) {
                JobFacts current = before.jobs.getOrDefault(job, facts);
                at = graph.step(
                        timeline.work(current, timeline.currentStep(), seed),
                        timeline.progress(),
                        queuePairs(job, current),
                        at);
            }
            if (facts.isStopping()) {
                continue;
            }
            QueuePairs pairs = queuePairs(job, facts);
            long lastStep = timeline.lastStepFor(horizonFactor);
            SortedMap<Long, JobTrace.Step> jobSteps = new TreeMap<>();
            for (long step = timeline.firstStep(); step <= lastStep; step++) {
                StepBarriers built = graph.step(timeline.work(facts, step, seed), pairs, at);
                jobSteps.put(step, new JobTrace.Step(at, built));
                at = built.end();
            }
            steps.put(job, jobSteps);
            last.add(at);
            if (!timeline.askedSteps().isEmpty()) {
                JobTrace.Step asked = jobSteps.get(timeline.askedSteps().last());
                if (asked != null) {
                    stopAfter.add(asked.barriers().end());
                }
            }
        }
        List<Activity> activities = graph.activities();
        PortHistory history = new PortHistory(network);
        FluidResult result = Fluid.run(
                network,
                activities,
                storms(),
                background(),
                List.of(),
                history,
                stopAfter.stream().mapToInt(Integer::intValue).toArray(),
                seed);
        for (int barrier : last) {
            if (result.ended(barrier) && !stopAfter.contains(barrier)) {
                return null;
            }
        }
        SortedMap<JobId, SortedMap<Long, Double>> times = new TreeMap<>();
        SortedMap<JobId, JobTrace> traces = new TreeMap<>();
        MeasuredRun measured = new MeasuredRun(network, activities, result, List.copyOf(egressOfPort), history);
        steps.forEach((job, jobSteps) -> {
            SortedMap<Long, Double> own = new TreeMap<>();
            List<JobTrace.Step> toMeasure = new ArrayList<>();
            JobTimeline timeline = timelines.get(job);
            jobSteps.forEach((step, ids) -> {
                int end = ids.barriers().end();
                boolean isAsked = timeline != null && timeline.askedSteps().contains(step);
                if (isAsked && result.ended(end)) {
                    own.put(step, (double) (result.endNs(end) - result.endNs(ids.start())));
                }
                if (result.ended(end) && (isAsked || arrives(job))) {
                    toMeasure.add(ids);
                }
            });
            times.put(job, own);
            if (!toMeasure.isEmpty()) {
                traces.put(job, JobTrace.of(measured, toMeasure, hostPortsOfOthers(timelines, job)));
            }
        });
        return new Outcome(times, traces, result, network, List.copyOf(egressOfPort), hasDrawnPaths);
    }

    private boolean arrives(JobId job) {
        JobFacts facts = state.jobs.get(job);
        return facts != null && facts.arrival() != null;
    }

    /** Ports at which the hosts of other jobs of this run send. */
    private BitSet hostPortsOfOthers(SortedMap<JobId, JobTimeline> timelines, JobId job) {
        Set<String> hosts = new HashSet<>();
        state.jobs.forEach((other, facts) -> {
            if (!other.equals(job) && timelines.containsKey(other)) {
                facts.hosts().values().forEach(host -> hosts.add(host.value()));
            }
        });
        BitSet ports = new BitSet();
        for (int port = 0; port < network.portCount(); port++) {
            ports.set(port, hosts.contains(network.port(port).from()));
        }
        return ports;
    }

    private List<PauseStorm> storms() {
        List<PauseStorm> storms = new ArrayList<>();
        state.storms.forEach((host, storm) -> {
            for (int port = 0; port < egressOfPort.size(); port++) {
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
    private List<BackgroundLoad> background() {
        double[] bytesPerSecond = new double[network.portCount()];
        state.background.forEach((port, load) -> {
            int own = egressOfPort.indexOf(port);
            if (own >= 0) {
                bytesPerSecond[own] += load;
                return;
            }
            List<Integer> others = portsInsteadOf(port, before.neighbour(port));
            others.forEach(other -> bytesPerSecond[other] += load / others.size());
        });
        List<BackgroundLoad> loads = new ArrayList<>();
        for (int port = 0; port < bytesPerSecond.length; port++) {
            if (bytesPerSecond[port] > 0) {
                loads.add(new BackgroundLoad(port, bytesPerSecond[port]));
            }
        }
        return loads;
    }

    /** Other ports of the device to neighbours of the kind; where the device is gone, those of others to the same neighbour. */
    private List<Integer> portsInsteadOf(PortId port, @Nullable DeviceId neighbour) {
        List<Integer> others = new ArrayList<>();
        boolean isGone = !state.switches.containsKey(port.device()) && !state.hosts.containsKey(port.device());
        for (int other = 0; other < egressOfPort.size() && neighbour != null; other++) {
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

    private QueuePairs queuePairs(JobId job, JobFacts facts) {
        Map<List<Integer>, List<QueuePairs.Way>> cache = new HashMap<>();
        return (stream, source, destination) -> cache.computeIfAbsent(List.of(stream, source, destination), key -> {
            List<QueuePairs.Way> ways = new ArrayList<>();
            for (int pair = 0; pair < facts.queuePairs(); pair++) {
                ways.add(way(new Connections.Ends(job, stream, source, destination, pair), facts));
            }
            return ways;
        });
    }

    private QueuePairs.Way way(Connections.Ends ends, JobFacts facts) {
        DeviceId source = host(facts, ends.sourceRank());
        DeviceId destination = host(facts, ends.destinationRank());
        Job.Connection recorded = facts.hasNewPorts() ? null : connections.between(ends, source, destination);
        if (recorded != null && recordedPathsStay) {
            int[] ports = portsOn(recorded.path(), recorded.sourcePort(), recorded.destinationPort());
            if (ports != null) {
                return new QueuePairs.Way(
                        ports, ackPorts(source, destination, recorded.sourcePort(), recorded.destinationPort()));
            }
        }
        Connections.Ports ports = connections.ports(ends, facts.hasNewPorts(), seed);
        if (ports.isDrawn() || !isRuleKnown) {
            hasDrawnPaths = true;
        }
        int entropy = isRuleKnown ? 0 : (int) seed;
        List<DeviceId> path =
                routing.path(source, destination, ports.source(), ports.destination() ^ (entropy & 0x7fff));
        int[] onNetwork = path.isEmpty() ? null : portsOn(path, ports.source(), ports.destination());
        if (onNetwork == null) {
            throw new UnreachableHostException(source, destination);
        }
        return new QueuePairs.Way(onNetwork, ackPorts(source, destination, ports.source(), ports.destination()));
    }

    /** Acknowledgements have the ports of the data in turn, and a path of their own; null where no rule tells it. */
    private int @Nullable [] ackPorts(DeviceId sender, DeviceId receiver, int senderPort, int receiverPort) {
        if (!isRuleKnown) {
            return null;
        }
        List<DeviceId> path = routing.path(receiver, sender, receiverPort, senderPort);
        return path.isEmpty() ? null : portsOn(path, receiverPort, senderPort);
    }

    private static DeviceId host(JobFacts facts, int rank) {
        DeviceId host = facts.hosts().get(rank);
        if (host == null) {
            throw new IllegalStateException("rank " + rank + " is on no host");
        }
        return host;
    }

    /** The path as ports of the network; null where a link of it is not there. Parallel links share by the ports. */
    private int @Nullable [] portsOn(List<DeviceId> path, int sourcePort, int destinationPort) {
        int[] ports = new int[path.size() - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            int[] between = portsByEnds.get(path.get(hop) + ">" + path.get(hop + 1));
            if (between == null) {
                return null;
            }
            ports[hop] = between[parallel(sourcePort, destinationPort, between.length)];
        }
        return ports;
    }

    /** Which of several links between two devices a connection takes. */
    static int parallel(int sourcePort, int destinationPort, int links) {
        return Math.floorMod(31 * sourcePort + destinationPort, links);
    }
}
