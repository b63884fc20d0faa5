package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.step.QueuePairs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ways of all jobs' connections through the network of one run. */
final class Ways {
    /** Where the hash rule is known, any other link may move paths; else only new links do. */
    private final boolean recordedPathsStay;

    private final Connections connections;
    private final Routing routing;
    private final Map<String, int[]> portsByEnds;
    private final boolean isRuleKnown;
    private final long seed;
    private final @Nullable PathWalk walk;
    private final Network network;
    private boolean hasDrawn;

    /** @param portsByEnds ports of the network by the names of the devices that they join */
    Ways(
            ForkState state,
            ForkState before,
            Connections connections,
            Network network,
            Map<String, int[]> portsByEnds,
            double[] freeRate,
            boolean isRuleKnown,
            long seed) {
        recordedPathsStay = isRuleKnown
                ? state.links.equals(before.links)
                : before.links.keySet().containsAll(state.links.keySet());
        this.connections = connections;
        this.network = network;
        this.portsByEnds = portsByEnds;
        this.isRuleKnown = isRuleKnown;
        this.seed = seed;
        routing = new Routing(state);
        walk = state.spreading.isEmpty()
                ? null
                : new PathWalk(routing, state.spreading, portsByEnds, freeRate, isRuleKnown, seed);
    }

    /** Whether any way was drawn. */
    boolean hasDrawn() {
        return hasDrawn || (walk != null && walk.hasDrawn());
    }

    /** Switches that do not spread as recorded, and had a choice. */
    SortedSet<DeviceId> choosing() {
        return walk == null ? new TreeSet<>() : walk.choosing();
    }

    /**
     * The connections of a job.
     *
     * @param tree over which switches reduce for it; null: none do
     */
    QueuePairs of(JobId job, JobFacts facts, ReductionTrees.@Nullable Placed tree) {
        return new OfJob(job, facts, tree);
    }

    /** Messages that take the same ways. */
    private record Course(int stream, int sourceRank, int destinationRank, long burst, int message) {}

    private final class OfJob implements QueuePairs {
        private final JobId job;
        private final JobFacts facts;
        private final ReductionTrees.@Nullable Placed tree;
        private final Map<Course, List<Way>> known = new HashMap<>();
        private final Flowlets flowlets = new Flowlets();

        OfJob(JobId job, JobFacts facts, ReductionTrees.@Nullable Placed tree) {
            this.job = job;
            this.facts = facts;
            this.tree = tree;
        }

        @Override
        public List<Way> ways(int stream, int source, int destination) {
            return ways(new Sending(stream, source, destination, 0, 0, 0));
        }

        @Override
        public List<Way> ways(Sending sending) {
            boolean mayMove = walk != null && walk.hasFlowlets();
            return known.computeIfAbsent(
                    new Course(
                            sending.stream(),
                            sending.sourceRank(),
                            sending.destinationRank(),
                            mayMove ? sending.burst() : 0,
                            mayMove ? sending.message() : 0),
                    key -> waysOf(sending));
        }

        private List<Way> waysOf(Sending sending) {
            if (tree != null
                    && (sending.sourceRank() >= tree.tree().ranks()
                            || sending.destinationRank() >= tree.tree().ranks())) {
                return List.of(onTree(tree, sending));
            }
            List<Way> ways = new ArrayList<>();
            for (int pair = 0; pair < facts.queuePairs(); pair++) {
                Connections.Ends ends = new Connections.Ends(
                        job, sending.stream(), sending.sourceRank(), sending.destinationRank(), pair);
                if (walk == null) {
                    ways.add(way(ends, facts));
                } else {
                    addBranches(ways, walk, ends, sending);
                }
            }
            return ways;
        }

        private void addBranches(List<Way> ways, PathWalk walk, Connections.Ends ends, Sending sending) {
            DeviceId source = host(facts, ends.sourceRank());
            DeviceId destination = host(facts, ends.destinationRank());
            Job.Connection recorded = facts.hasNewPorts() ? null : connections.between(ends, source, destination);
            boolean isPathValid = recorded != null && recordedPathsStay;
            Connections.Ports ports = connections.ports(ends, facts.hasNewPorts(), seed);
            hasDrawn |= ports.isDrawn();
            double roundTripNs = roundTripNs(source, destination);
            List<PathWalk.Branch> branches = walk.branches(new PathWalk.Flow(
                    source,
                    destination,
                    ports.source(),
                    ports.destination(),
                    isPathValid && recorded != null ? recorded.path() : null,
                    gapNs -> flowlets.number(gapNs, sending, roundTripNs)));
            if (branches.isEmpty()) {
                throw new UnreachableHostException(source, destination);
            }
            int[] back =
                    branches.size() == 1 ? ackPorts(source, destination, ports.source(), ports.destination()) : null;
            branches.forEach(branch -> ways.add(new Way(branch.ports(), back, branch.weight())));
        }

        private Way onTree(ReductionTrees.Placed tree, Sending sending) {
            int ranks = tree.tree().ranks();
            DeviceId source = tree.members().get(sending.sourceRank());
            DeviceId destination = tree.members().get(sending.destinationRank());
            List<String> path = new ArrayList<>(List.of(source.value(), destination.value()));
            if (sending.sourceRank() >= ranks) {
                path.add(0, ForkNetwork.reducer(source, destination));
            }
            if (sending.destinationRank() >= ranks) {
                path.add(ForkNetwork.reducer(destination, source));
            }
            int[] ports = new int[path.size() - 1];
            int[] back = new int[ports.length];
            for (int hop = 0; hop < ports.length; hop++) {
                int[] between = portsByEnds.get(path.get(hop) + ">" + path.get(hop + 1));
                if (between == null) {
                    throw new UnreachableHostException(source, destination);
                }
                ports[hop] = between[0];
                back[ports.length - 1 - hop] = Network.reverse(ports[hop]);
            }
            return new Way(ports, back);
        }
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
            hasDrawn = true;
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

    /**
     * Acknowledgements have the ports of the data in turn, and a path of their own; null where no rule tells it, or switches
     * do not keep to it.
     */
    private int @Nullable [] ackPorts(DeviceId sender, DeviceId receiver, int senderPort, int receiverPort) {
        if (!isRuleKnown) {
            return null;
        }
        if (walk != null) {
            List<PathWalk.Branch> back =
                    walk.branches(new PathWalk.Flow(receiver, sender, receiverPort, senderPort, null, gapNs -> 0));
            return back.size() == 1 ? back.get(0).ports() : null;
        }
        List<DeviceId> path = routing.path(receiver, sender, receiverPort, senderPort);
        return path.isEmpty() ? null : portsOn(path, receiverPort, senderPort);
    }

    static DeviceId host(JobFacts facts, int rank) {
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

    /** There and back on an empty network by any shortest path. */
    private double roundTripNs(DeviceId source, DeviceId destination) {
        List<DeviceId> path = routing.path(source, destination, 0, 0);
        double ns = 0;
        for (int hop = 0; hop + 1 < path.size(); hop++) {
            int[] between = portsByEnds.getOrDefault(path.get(hop) + ">" + path.get(hop + 1), new int[0]);
            ns += between.length == 0 ? 0 : 2.0 * network.port(between[0]).delayNs();
        }
        return ns;
    }
}
