package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.BackgroundLoad;
import io.fabrictwin.model.congestion.Contention;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Lane;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transport;
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
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of the recorded work on one state of the fabric. */
final class ForkRun {
    /** An acknowledgement with its headers. */
    static final int ACK_BYTES = 60;

    /** Steps are built for so much more than the window, as the changes may make them shorter. */
    static final double HORIZON_FACTOR = 1.3;

    /** A quarter of a switch's hop in SHARP, 0.6 us (Graham et al. 2020): data comes and goes, and so do acknowledgements. */
    private static final long REDUCTION_DELAY_NS = 150;
    /** What adaptive routing still sends to a port that others fill. */
    private static final double LEAST_FREE_SHARE = 0.01;

    private static final LinkFacts NO_LINK = new LinkFacts(false, 1, 0);
    private static final PfcProfile NO_PAUSING = new PfcProfile(false, 0.125, 0, 0, null);

    /** A port of the network is known by its ends. */
    private final Map<String, int[]> portsByEnds = new HashMap<>();

    private final ForkState state;
    private final ForkState before;
    private final RunKind kind;
    private final Contention contention;
    private final long seed;
    private final Network network;
    private final List<PortId> egressOfPort = new ArrayList<>();
    /** Of the first priority. */
    private final Map<PortId, Integer> portOfEgress = new HashMap<>();

    private final Map<String, List<Integer>> portsFromHost = new HashMap<>();
    /** By priority that has queues. */
    private final Map<Integer, Integer> firstPortOf = new HashMap<>();
    /** Ports of one priority, both of each link that is up. */
    private int portsOfLinks;

    /** Of jobs for which switches reduce, before the changes and with them. */
    private final Map<JobId, ReductionTrees.Placed> treesBefore;

    private final Map<JobId, ReductionTrees.Placed> trees;
    private final Ways ways;

    /**
     * @param before the state without changes: steps that are under way at the base time end as they began
     * @param isRuleKnown whether the routing rule gives the recorded paths
     * @param contention what runs at shares have found of full ports, and will find
     */
    ForkRun(
            ForkState state,
            ForkState before,
            Connections connections,
            boolean isRuleKnown,
            RunKind kind,
            Contention contention,
            long seed) {
        this.state = state;
        this.before = before;
        this.kind = kind;
        this.contention = contention;
        this.seed = seed;
        this.treesBefore = trees(before);
        this.trees = trees(state);
        this.network = network();
        for (int port = 0; port < network.portCount(); port++) {
            portOfEgress.putIfAbsent(egressOfPort.get(port), port);
            String from = network.port(port).from();
            if (network.isHost(from)) {
                portsFromHost.computeIfAbsent(from, host -> new ArrayList<>()).add(port);
            }
        }
        this.ways = new Ways(state, before, connections, network, portsByEnds, freeRates(), isRuleKnown, seed);
    }

    /**
     * What a run gave.
     *
     * @param stepTimesNs by job, the steps asked about
     * @param traces by job, what its measures are made of; jobs without a step that was over are left out
     * @param egress the port of the frame behind each port of the network
     * @param hasDrawnPaths some connections are new, and their paths drawn
     * @param choosing switches that do not spread traffic as recorded, and had more than one way to choose from
     */
    record Outcome(
            SortedMap<JobId, SortedMap<Long, Double>> stepTimesNs,
            SortedMap<JobId, JobTrace> traces,
            FluidResult result,
            Network network,
            List<PortId> egress,
            boolean hasDrawnPaths,
            SortedSet<DeviceId> choosing) {}

    private static Map<JobId, ReductionTrees.Placed> trees(ForkState state) {
        Map<JobId, ReductionTrees.Placed> trees = new TreeMap<>();
        ReductionTrees all = new ReductionTrees(state, state.reducing);
        state.jobs.forEach((job, facts) -> {
            if (facts.needsReduction()) {
                ReductionTrees.Placed placed = all.of(job, facts);
                if (placed == null) {
                    throw new UnreachableHostException("no tree of switches that reduce joins the hosts of " + job);
                }
                trees.put(job, placed);
            }
        });
        return trees;
    }

    /** The node of the network at which a switch reduces what a neighbour sends, or from which it sends to it. */
    static String reducer(DeviceId device, DeviceId neighbour) {
        return "reduction in " + device + " for " + neighbour;
    }

    private Network network() {
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
        addReducers(builder);
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
    private void addReducers(Network.Builder builder) {
        SortedMap<String, LinkId> edges = new TreeMap<>();
        for (Map<JobId, ReductionTrees.Placed> both : List.of(treesBefore, trees)) {
            both.values()
                    .forEach(placed -> state.links.keySet().forEach(link -> {
                        for (PortId end : List.of(link.a(), link.b())) {
                            if (placed.reduces(end.device(), link.opposite(end).device())) {
                                edges.putIfAbsent(
                                        reducer(end.device(), link.opposite(end).device()), link);
                            }
                        }
                    }));
        }
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
    private double[] freeRates() {
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

    /** Runs all jobs until every step asked about is over; null where a rank cannot reach another. */
    Outcome run(SortedMap<JobId, JobTimeline> timelines) {
        double horizonFactor = HORIZON_FACTOR;
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
        StepGraph graph = kind == RunKind.SHARES ? StepGraph.bundled(network) : new StepGraph();
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
                        work(timeline, current, timeline.currentStep(), treesBefore.get(job)),
                        timeline.progress(),
                        inPriority(ways.of(job, current, treesBefore.get(job)), before.priorityOf(job)),
                        at);
            }
            if (facts.isStopping()) {
                continue;
            }
            QueuePairs pairs = inPriority(ways.of(job, facts, trees.get(job)), state.priorityOf(job));
            long lastStep = timeline.lastStepFor(horizonFactor);
            SortedMap<Long, JobTrace.Step> jobSteps = new TreeMap<>();
            for (long step = timeline.firstStep(); step <= lastStep; step++) {
                StepBarriers built = graph.step(work(timeline, facts, step, trees.get(job)), pairs, at);
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
        PortHistory history = kind == RunKind.QUEUES && state.transport.hasQueues() ? new PortHistory(network) : null;
        int[] stopIds = stopAfter.stream().mapToInt(Integer::intValue).toArray();
        FluidResult result = kind == RunKind.SHARES
                ? Fluid.runAtShares(
                        network,
                        activities,
                        storms(),
                        background(),
                        Math.max(1, graph.usualMessageBytes()),
                        contention,
                        stopIds)
                : Fluid.run(network, activities, storms(), background(), List.of(), history, stopIds, seed);
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
        return new Outcome(times, traces, result, network, List.copyOf(egressOfPort), ways.hasDrawn(), ways.choosing());
    }

    private StepWork work(JobTimeline timeline, JobFacts facts, long step, ReductionTrees.@Nullable Placed placed) {
        StepWork work = timeline.work(facts, step, seed);
        return placed == null ? work : new StepWork(work.computeNs(), work.collectives(), placed.tree());
    }

    private boolean arrives(JobId job) {
        JobFacts facts = state.jobs.get(job);
        return facts != null && facts.arrival() != null;
    }

    /** Ports at which the hosts of other jobs of this run send. */
    private BitSet hostPortsOfOthers(SortedMap<JobId, JobTimeline> timelines, JobId job) {
        BitSet ports = new BitSet();
        state.jobs.forEach((other, facts) -> {
            if (!other.equals(job) && timelines.containsKey(other)) {
                for (DeviceId host : facts.hosts().values()) {
                    portsFromHost.getOrDefault(host.value(), List.of()).forEach(ports::set);
                }
            }
        });
        return ports;
    }

    private List<PauseStorm> storms() {
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
    private List<BackgroundLoad> background() {
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

    private QueuePairs inPriority(QueuePairs pairs, int priority) {
        int first = firstPortOf.getOrDefault(priority, 0);
        return first == 0 ? pairs : new LaneWays(pairs, portsOfLinks, first);
    }
}
