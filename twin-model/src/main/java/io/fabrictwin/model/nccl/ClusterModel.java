package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import io.fabrictwin.model.collective.DoubleTree;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Collectives on a described cluster that nothing else uses: what NCCL would choose, and what the network then gives.
 *
 * <pre>time = latency + size / (efficiency x rate)</pre>
 *
 * where a ring's hops over the network hide behind its slices, see {@link Work}.
 *
 * The choice comes from {@link Tuning}, the described version, and the speeds of NCCL's search. Hops and rate do not: the
 * rate is the least of what NICs, NVLinks and uplinks really carry, each divided by the bytes that the algorithm sends over
 * it, and of the caps for protocols and channels; caps and latencies are those that NCCL's newest version has, as measured. Uplinks count by capacity alone: how a hash spreads flows over them is not in here,
 * so with {@code ecmp} the time is a lower bound.
 */
public final class ClusterModel {
    /** The newest constants are the best measured ones; an older library chooses by worse ones but runs no slower. */
    private static final Tuning MEASURED = Tuning.of(Constants.NEWEST);

    private final Constants constants;
    private final NodeDescription node;
    private final NetworkDescription network;
    private final Tuning tuning;
    private final Communicator ranks;
    private final Communicator links;
    private final PointToPoint sends;
    private final double nodeBytesPerNs;
    private final double gpuBytesPerNs;
    private final double efficiency;

    private ClusterModel(ClusterDescription cluster, int rankCount) {
        NcclVersion version = NcclVersion.parse(cluster.library().version());
        constants = Constants.of(version);
        node = cluster.node();
        network = cluster.network();
        tuning = Tuning.of(version)
                .allowing(
                        named(cluster.library().algorithms(), Algorithm::ofLibraryName),
                        named(cluster.library().protocols(), Protocol::ofLibraryName));
        ranks = ChannelSearch.communicator(cluster, rankCount);
        gpuBytesPerNs = ChannelSearch.gpuBytesPerNs(constants, node);
        double nics = 0;
        for (NicGroup group : node.nics()) {
            nics += group.count() * ChannelSearch.nicBytesPerNs(constants, node, group);
        }
        nodeBytesPerNs = nics;
        links = withRealRates();
        sends = new PointToPoint(constants, ranks, nodeBytesPerNs, gpuBytesPerNs, node.nicCount());
        Double fitted = cluster.efficiency();
        efficiency = fitted == null ? 1 : fitted;
    }

    /**
     * A model of the first {@code ranks} GPUs of a cluster.
     *
     * @throws IllegalArgumentException if they do not fill their servers evenly, the cluster is too small, or a name or
     *     version is not known
     */
    public static ClusterModel of(ClusterDescription cluster, int ranks) {
        return new ClusterModel(cluster, ranks);
    }

    private static <T> Set<T> named(Set<String> names, Function<String, T> lookup) {
        return names.stream().map(lookup).collect(Collectors.toUnmodifiableSet());
    }

    /** What NCCL knows of the ranks. */
    public Communicator communicator() {
        return ranks;
    }

    /**
     * Time of one collective. A send is that of nccl-tests: every rank sends to the next, round the ring.
     *
     * @param bytes size as nccl-tests counts it, at least 1
     */
    public Prediction predict(CollectiveOperation operation, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes must be positive: " + bytes);
        }
        Choice choice = chooses(operation) ? tuning.choose(ranks, operation, bytes) : null;
        Work work = choice == null ? sent(operation, bytes) : run(choice, operation, bytes);
        double timeNs = work.timeNs(efficiency);
        double latencyNs = timeNs - work.bytesNs() / efficiency;
        double rate = bytes / timeNs;
        return new Prediction(
                bytes,
                choice,
                choice == null ? sends.channelsPerPeer() : choice.channels(),
                latencyNs,
                timeNs,
                rate,
                rate * busFactor(operation, ranks.ranks()),
                latencyNs > timeNs / 2 ? Bound.LATENCY : work.bound());
    }

    /** Time of one collective at another efficiency. */
    double timeNs(CollectiveOperation operation, long bytes, double otherEfficiency) {
        Work work = chooses(operation)
                ? run(tuning.choose(ranks, operation, bytes), operation, bytes)
                : sent(operation, bytes);
        return work.timeNs(otherEfficiency);
    }

    /**
     * Time of an all-to-all in a given order, in which every rank has {@code bytes}, its own part included. Uplinks are left
     * out.
     */
    public double allToAllNs(long bytes, PointToPoint.Order order) {
        return sends.allToAll(bytes, order).timeNs(efficiency);
    }

    /**
     * Time of an all-to-all with unequal parts, all sent at once. Uplinks are left out.
     *
     * @param bytes what rank i sends to rank j, in row i
     * @throws IllegalArgumentException if there is not one row and one column a rank
     */
    public double allToAllNs(long[][] bytes) {
        return sends.allToAll(bytes).timeNs(efficiency);
    }

    private static boolean chooses(CollectiveOperation operation) {
        return switch (operation) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> true;
            case ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE -> false;
        };
    }

    private Work run(Choice choice, CollectiveOperation operation, long bytes) {
        Algorithm algorithm = choice.algorithm();
        Protocol protocol = choice.protocol();
        Estimate real = MEASURED.estimate(links, operation, algorithm, protocol);
        double nic = nicLimit(algorithm, operation);
        double uplink = uplinkLimit(algorithm, operation);
        double rate = Math.min(real.bytesPerNs(), Math.min(nic, uplink));
        Bound bound = rate == uplink ? Bound.UPLINK : rate == nic ? Bound.NIC : insideBound(choice);
        double bytesNs = bytes / (rate * MEASURED.correction(algorithm, protocol, bytes));
        if (algorithm != Algorithm.RING || protocol != Protocol.SIMPLE) {
            return new Work(real.latencyNs(), 0, bytesNs, 1, bound);
        }
        double networkNs = MEASURED.ringNetworkNs(links, operation, protocol);
        return new Work(
                real.latencyNs() - networkNs,
                networkNs,
                bytesNs,
                Buffers.of(constants).slicesPerChunk(),
                bound);
    }

    private Work sent(CollectiveOperation operation, long bytes) {
        Work sending = sends.sending(operation, bytes);
        double uplinkNs = bytes / uplinkLimit(null, operation);
        return uplinkNs < sending.bytesNs() ? sending : new Work(sending.latencyNs(), 0, uplinkNs, 1, Bound.UPLINK);
    }

    /** Bus over algorithm rate (performance notes of nccl-tests). */
    public static double busFactor(CollectiveOperation operation, int ranks) {
        double others = (ranks - 1.0) / ranks;
        return switch (operation) {
            case ALL_REDUCE -> 2 * others;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> others;
            case BROADCAST, REDUCE, SEND, RECEIVE -> 1;
        };
    }

    private Bound insideBound(Choice choice) {
        return ranks.nodes() == 1 && choice.protocol() == Protocol.SIMPLE ? Bound.NVLINK : Bound.PROTOCOL;
    }

    /** The same ranks with channels as fast as the links are, not as the search's list has them. */
    private Communicator withRealRates() {
        boolean isAlone = ranks.nodes() == 1;
        int perNode = ranks.ranksPerNode();
        double through = perNode == 1 ? Double.POSITIVE_INFINITY : gpuBytesPerNs * perNode / (perNode - 1);
        double ring = (isAlone ? gpuBytesPerNs : Math.min(nodeBytesPerNs, through))
                / ranks.ring().channels();
        double tree =
                (perNode == 1 ? nodeBytesPerNs : gpuBytesPerNs) / ranks.tree().channels();
        Graph nvls = ranks.nvls();
        return new Communicator(
                ranks.nodes(),
                perNode,
                ranks.generation(),
                ranks.cpu(),
                ranks.hasNvlink(),
                ranks.hasNvswitch(),
                ranks.isCollNetEnabled(),
                ranks.isLl128Safe(),
                ranks.isPlainTree(),
                ranks.nicLatencyNs(),
                ranks.channels(),
                new Graph(ranks.ring().channels(), ring, ring),
                new Graph(
                        ranks.tree().channels(),
                        tree,
                        isAlone ? tree : nodeBytesPerNs / ranks.tree().channels()),
                new Graph(ranks.collNet().channels(), ring, ring),
                // The share that NVSwitches reach was measured at the speeds of the search's list.
                nvls == null || isAlone
                        ? nvls
                        : new Graph(nvls.channels(), nvls.intraBytesPerNs(), nodeBytesPerNs / nvls.channels()));
    }

    private double nicLimit(Algorithm algorithm, CollectiveOperation operation) {
        if (ranks.nodes() == 1) {
            return Double.POSITIVE_INFINITY;
        }
        return nodeBytesPerNs / edgeShare(algorithm, operation);
    }

    /** Bytes that leave the busiest server, relative to the size. */
    private double edgeShare(Algorithm algorithm, CollectiveOperation operation) {
        return switch (algorithm) {
            case RING, PAT -> Tuning.steps(operation, ranks.ranks()) / (double) ranks.ranks();
            // Half of the data crosses each edge of each tree, up and down. Of every block of one server, the busiest.
            case TREE, NVLS_TREE -> DoubleTree.over(ranks.nodes()).crossings(1) / 2.0;
            case COLLNET_DIRECT, COLLNET_CHAIN, NVLS -> 1;
        };
    }

    private double uplinkLimit(@Nullable Algorithm algorithm, CollectiveOperation operation) {
        int onLeaf = Math.min(network.nodesPerLeaf(), ranks.nodes());
        if (network.spines() == 0 || ranks.nodes() <= network.nodesPerLeaf()) {
            return Double.POSITIVE_INFINITY;
        }
        double leafBytesPerNs = network.spines() * network.uplinkBitsPerSecond() / 8e9;
        double share;
        if (algorithm == null) {
            share = operation == CollectiveOperation.ALL_TO_ALL
                    ? onLeaf * (double) ranks.ranksPerNode() * (ranks.nodes() - onLeaf) / ranks.nodes()
                    : 1;
        } else if (algorithm == Algorithm.TREE || algorithm == Algorithm.NVLS_TREE) {
            share = DoubleTree.over(ranks.nodes()).crossings(network.nodesPerLeaf()) / 2.0;
        } else {
            // Rings follow the order of nodes and so leave a leaf once; switches that reduce send one sum up.
            share = edgeShare(algorithm, operation);
        }
        return leafBytesPerNs / share;
    }
}
