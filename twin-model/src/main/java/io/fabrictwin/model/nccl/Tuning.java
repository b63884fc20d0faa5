package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * NCCL's choice of algorithm and protocol, coded once more from the rules of its source (ncclTopoTuneModel and
 * ncclTopoGetAlgoTime, versions 2.8 to 2.30):
 *
 * <pre>time = latency + size / (rate x correction)</pre>
 *
 * with a latency that adds up hops, a rate that is the graph's bus rate after shares and caps, and a correction for trees of
 * middle sizes. The library never sees congestion, so neither does this class: it says what would be chosen, not what comes
 * of it. All-to-all and sends are not chosen but sent, see {@link PointToPoint}.
 */
public final class Tuning {
    private static final int SMALLEST_CORRECTED_BYTES = 64;
    private static final double NS_PER_US = 1000;

    private final Constants constants;
    private final Set<Algorithm> algorithms;
    private final Set<Protocol> protocols;

    private Tuning(Constants constants, Set<Algorithm> algorithms, Set<Protocol> protocols) {
        this.constants = constants;
        this.algorithms = algorithms;
        this.protocols = protocols;
    }

    /**
     * All algorithms and protocols of a version.
     *
     * @throws IllegalArgumentException for a version before 2.8
     */
    public static Tuning of(NcclVersion version) {
        return new Tuning(Constants.of(version), EnumSet.allOf(Algorithm.class), EnumSet.allOf(Protocol.class));
    }

    /** The same with NCCL_ALGO and NCCL_PROTO set; an empty set leaves all. */
    public Tuning allowing(Set<Algorithm> onlyAlgorithms, Set<Protocol> onlyProtocols) {
        return new Tuning(
                constants,
                onlyAlgorithms.isEmpty() ? algorithms : Set.copyOf(onlyAlgorithms),
                onlyProtocols.isEmpty() ? protocols : Set.copyOf(onlyProtocols));
    }

    /**
     * NCCL's figures for every pair that may run the operation, in the order of {@link Algorithm} and {@link Protocol}.
     *
     * @throws IllegalArgumentException for an operation that NCCL does not choose for
     */
    public List<Estimate> estimates(Communicator ranks, CollectiveOperation operation) {
        List<Estimate> estimates = new ArrayList<>();
        for (Algorithm algorithm : Algorithm.values()) {
            for (Protocol protocol : Protocol.values()) {
                if (algorithms.contains(algorithm)
                        && protocols.contains(protocol)
                        && isPossible(ranks, operation, algorithm, protocol)) {
                    estimates.add(estimate(ranks, operation, algorithm, protocol));
                }
            }
        }
        return estimates;
    }

    /** NCCL's figures for one pair, possible or not. */
    Estimate estimate(Communicator ranks, CollectiveOperation operation, Algorithm algorithm, Protocol protocol) {
        return new Estimate(
                algorithm,
                protocol,
                bytesPerNs(ranks, operation, algorithm, protocol),
                latencyNs(ranks, operation, algorithm, protocol));
    }

    /**
     * What the newest version takes a hop over the network to cost, ns. Protocols that an algorithm does not run have the
     * figure of Simple.
     */
    public static double networkHopNs(Algorithm algorithm, Protocol protocol) {
        Constants newest = Constants.of(Constants.NEWEST);
        double us = newest.of("latency.network." + algorithm.key(), protocol);
        return (us > 0 ? us : newest.of("latency.network." + algorithm.key(), Protocol.SIMPLE)) * NS_PER_US;
    }

    /** The part of a ring's latency that passes on the network. */
    double ringNetworkNs(Communicator ranks, CollectiveOperation operation, Protocol protocol) {
        return ranks.nodes() == 1
                ? 0
                : ringNetworkSteps(ranks, operation) * networkUs(ranks, Algorithm.RING, protocol) * NS_PER_US;
    }

    /**
     * The pair of least time; of equal ones the first.
     *
     * @param bytes size as nccl-tests counts it: the full buffer, for a gather or scatter all ranks' parts together
     * @throws IllegalArgumentException if the settings leave no pair for this operation
     */
    public Choice choose(Communicator ranks, CollectiveOperation operation, long bytes) {
        Estimate best = null;
        double leastNs = Double.POSITIVE_INFINITY;
        for (Estimate estimate : estimates(ranks, operation)) {
            double timeNs = timeNs(ranks, operation, estimate, bytes);
            if (timeNs < leastNs) {
                best = estimate;
                leastNs = timeNs;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("no algorithm and protocol is left for " + operation + " of "
                    + ranks.ranks() + " ranks with " + libraryNames());
        }
        return new Choice(
                best.algorithm(), best.protocol(), channels(ranks, best.algorithm(), best.protocol(), bytes), leastNs);
    }

    /** What NCCL expects one pair to take. */
    public double timeNs(Communicator ranks, CollectiveOperation operation, Estimate estimate, long bytes) {
        double latencyNs = estimate.latencyNs();
        if (estimate.algorithm() == Algorithm.RING
                && estimate.protocol() == Protocol.SIMPLE
                && operation == CollectiveOperation.ALL_REDUCE
                && ranks.nodes() > 1) {
            double[] plateau = constants.all("latency.ring.plateau");
            if (bytes / (double) ((long) ranks.channels() * ranks.ranks()) >= plateau[2]) {
                latencyNs *= ranks.generation() == GpuGeneration.VOLTA ? plateau[0] : plateau[1];
            }
        }
        double rate = estimate.bytesPerNs() * correction(estimate.algorithm(), estimate.protocol(), bytes);
        return latencyNs + bytes / rate;
    }

    /** Factor on the rate of a tree at one size: trees keep to the model at neither end of the middle sizes. */
    public double correction(Algorithm algorithm, Protocol protocol, long bytes) {
        if (algorithm != Algorithm.TREE) {
            return 1;
        }
        double[] factors = constants.all("correction." + protocol.key());
        int octave = floorLog2(Math.max(1, bytes / SMALLEST_CORRECTED_BYTES));
        return octave < factors.length ? factors[octave] : 1;
    }

    /** Channels left when small messages give up those that they could not fill; NVLS keeps all of its own. */
    public int channels(Communicator ranks, Algorithm algorithm, Protocol protocol, long bytes) {
        Graph nvls = ranks.nvls();
        if (nvls != null && (algorithm == Algorithm.NVLS || algorithm == Algorithm.NVLS_TREE)) {
            return nvls.channels();
        }
        double bytesPerChannel =
                constants.of("channels.threads", protocol) * constants.of("channels.thread-bytes", protocol);
        if (algorithm == Algorithm.RING && protocol == Protocol.LL) {
            bytesPerChannel *= ranks.ranks();
        }
        return (int) Math.max(1, Math.min(ranks.channels(), bytes / bytesPerChannel));
    }

    private boolean isPossible(
            Communicator ranks, CollectiveOperation operation, Algorithm algorithm, Protocol protocol) {
        if (!constants.has("latency.base." + algorithm.key()) || !runs(algorithm, operation)) {
            return false;
        }
        boolean hasFlags = algorithm == Algorithm.TREE || algorithm == Algorithm.RING;
        if (protocol != Protocol.SIMPLE && !hasFlags) {
            return false;
        }
        if (protocol == Protocol.LL128
                && ((!ranks.hasNvlink() && ranks.ranksPerNode() > 1) || (ranks.nodes() > 1 && !ranks.isLl128Safe()))) {
            return false;
        }
        Graph nvls = ranks.nvls();
        return switch (algorithm) {
            case TREE, RING -> true;
            case COLLNET_DIRECT -> ranks.isCollNetEnabled() && ranks.nodes() > 1 && ranks.hasNvswitch();
            case COLLNET_CHAIN -> ranks.isCollNetEnabled() && ranks.nodes() > 1;
            case NVLS -> nvls != null && nvls.channels() > 1 && (ranks.nodes() == 1 || ranks.isCollNetEnabled());
            case NVLS_TREE -> nvls != null && nvls.channels() > 1 && ranks.nodes() > 1;
            case PAT -> ranks.nodes() > 1 && ranks.ranksPerNode() == 1;
        };
    }

    private static boolean runs(Algorithm algorithm, CollectiveOperation operation) {
        return switch (operation) {
            case ALL_REDUCE -> algorithm != Algorithm.PAT;
            case ALL_GATHER, REDUCE_SCATTER ->
                switch (algorithm) {
                    case RING, NVLS, COLLNET_DIRECT, PAT -> true;
                    case TREE, COLLNET_CHAIN, NVLS_TREE -> false;
                };
            case BROADCAST, REDUCE -> algorithm == Algorithm.RING;
            case ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE ->
                throw new IllegalArgumentException("NCCL does not choose an algorithm for " + operation);
        };
    }

    /** Steps of a ring, each of which sends one n-th of the size. */
    static int steps(CollectiveOperation operation, int ranks) {
        return switch (operation) {
            case ALL_REDUCE -> 2 * (ranks - 1);
            case ALL_GATHER, REDUCE_SCATTER -> ranks - 1;
            case BROADCAST, REDUCE, ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE -> ranks;
        };
    }

    private double bytesPerNs(
            Communicator ranks, CollectiveOperation operation, Algorithm algorithm, Protocol protocol) {
        return switch (algorithm) {
            case RING -> ring(ranks, operation, protocol);
            case TREE -> tree(ranks, protocol);
            case COLLNET_DIRECT -> collNetDirect(ranks, operation);
            case COLLNET_CHAIN -> ranks.collNet().channels() * ranks.collNet().intraBytesPerNs() / 2;
            case NVLS, NVLS_TREE -> nvls(ranks, operation, algorithm);
            case PAT -> bus(ranks, ranks.ring()) * constants.one("share.pat");
        };
    }

    private static double bus(Communicator ranks, Graph graph) {
        return graph.channels() * (ranks.nodes() <= 2 ? graph.intraBytesPerNs() : graph.interBytesPerNs());
    }

    private double ring(Communicator ranks, CollectiveOperation operation, Protocol protocol) {
        double bus = bus(ranks, ranks.ring());
        boolean adds = operation == CollectiveOperation.ALL_REDUCE || operation == CollectiveOperation.REDUCE;
        double rate = switch (protocol) {
            case LL -> Math.min(llCap(ranks), bus * constants.all("share.ring.ll")[ranks.nodes() > 1 || adds ? 0 : 1]);
            case LL128 ->
                Math.min(
                        bus * constants.all("share.ring.ll128")[ranks.ranksPerNode() < 2 ? 0 : 1],
                        ranks.ring().channels() * cap("cap.ring.ll128.", ranks));
            case SIMPLE -> bus;
        };
        return rate * ranks.ranks() / steps(operation, ranks.ranks());
    }

    private double tree(Communicator ranks, Protocol protocol) {
        int channels = ranks.tree().channels();
        double rate = Math.min(
                bus(ranks, ranks.tree()) * constants.one("share.tree"), channels * cap("cap.tree.simple.", ranks));
        rate = switch (protocol) {
            case LL -> Math.min(rate * constants.one("share.tree.ll"), llCap(ranks));
            case LL128 ->
                Math.min(
                        rate * constants.all("share.tree.ll128")[ranks.nodes() == 1 ? 0 : 1],
                        channels * cap("cap.tree.ll128.", ranks));
            case SIMPLE -> rate;
        };
        return (ranks.isPlainTree() ? rate * constants.one("share.tree.plain") : rate) / 2;
    }

    private double collNetDirect(Communicator ranks, CollectiveOperation operation) {
        Graph graph = ranks.collNet();
        if (operation != CollectiveOperation.ALL_REDUCE) {
            return ranks.ranksPerNode()
                    * Math.min(
                            graph.intraBytesPerNs(),
                            graph.interBytesPerNs() * constants.one("share.collnet-direct.gather"));
        }
        // A GPU without a NIC of its own slows the others down by half of what is missing.
        double gpusPerNic = ranks.ranksPerNode() / (double) graph.channels();
        double rate = graph.channels() * graph.intraBytesPerNs() / (gpusPerNic - (gpusPerNic - 1) / 2);
        boolean isHopperOn = ranks.generation().compareTo(GpuGeneration.HOPPER) >= 0;
        return (isHopperOn ? rate * constants.one("share.collnet-direct.hopper") : rate) / 2;
    }

    private double nvls(Communicator ranks, CollectiveOperation operation, Algorithm algorithm) {
        Graph graph = ranks.nvls();
        if (graph == null) {
            throw new IllegalArgumentException("no graph for " + algorithm);
        }
        boolean isAllReduce = operation == CollectiveOperation.ALL_REDUCE;
        double othersShare = (ranks.ranksPerNode() - 1.0) / ranks.ranksPerNode();
        double intra = graph.intraBytesPerNs();
        double inter = graph.interBytesPerNs();
        if (!constants.has("efficiency.nvls.hopper")) {
            double share = constants.one("share.nvls");
            if (algorithm == Algorithm.NVLS_TREE) {
                return graph.channels() * Math.min(intra, ranks.nodes() <= 2 ? inter : inter / 2) * share;
            }
            return isAllReduce
                    ? graph.channels() * Math.min(intra, inter) * share
                    : graph.channels()
                            * Math.min(intra * othersShare, inter * constants.one("share.collnet-direct.gather"));
        }
        // One channel is lost to synchronization; an all-reduce keeps both directions busy.
        double rate = intra
                * constants.one("efficiency.nvls." + Constants.key(ranks.generation()))
                * (graph.channels() - 1)
                / graph.channels()
                * (isAllReduce ? 2 : othersShare);
        if (ranks.nodes() > 1) {
            rate = Math.min(rate, algorithm == Algorithm.NVLS_TREE && ranks.nodes() == 2 ? 2 * inter : inter);
        }
        if (algorithm == Algorithm.NVLS_TREE) {
            rate = Math.min(rate, cap("cap.nvls-tree.", ranks));
        }
        double bus = rate * graph.channels();
        return isAllReduce ? bus * ranks.ranks() / steps(operation, ranks.ranks()) : bus;
    }

    private double cap(String family, Communicator ranks) {
        return constants.all(family + Constants.key(ranks.generation()))[ranks.nodesIndex()];
    }

    private double llCap(Communicator ranks) {
        GpuGeneration row = ranks.generation();
        if (ranks.nodes() > 1) {
            // Over several nodes the CPU decides, and its rows are named after GPUs.
            row = ranks.cpu() == CpuVendor.AMD ? GpuGeneration.AMPERE : GpuGeneration.VOLTA;
        }
        return constants.all("cap.ll." + Constants.key(row))[ranks.nodesIndex()];
    }

    private double latencyNs(
            Communicator ranks, CollectiveOperation operation, Algorithm algorithm, Protocol protocol) {
        double base = constants.of("latency.base." + algorithm.key(), protocol);
        double intra = intraUs(ranks, algorithm, protocol);
        double network = networkUs(ranks, algorithm, protocol);
        int nodes = ranks.nodes();
        int others = ranks.ranksPerNode() - 1;
        double us = switch (algorithm) {
            case RING -> base + ringHopsUs(ranks, operation, protocol, intra, network);
            case TREE -> base + 2 * (others * intra + floorLog2(nodes) * network);
            case COLLNET_DIRECT ->
                base + 2 * (Math.min(1, others) * intra + others * constants.one("latency.arity")) + network;
            case COLLNET_CHAIN -> base + 2 * others * intra + network;
            case NVLS -> base + intra + (nodes > 1 ? network : 0);
            case NVLS_TREE -> base + intra + 2 * floorLog2(nodes) * network;
            case PAT -> {
                double[] parts = constants.all("latency.pat");
                yield base + floorLog2(nodes) * network / parts[0] + ranks.ranks() * parts[1];
            }
        };
        return us * NS_PER_US;
    }

    private double ringHopsUs(
            Communicator ranks, CollectiveOperation operation, Protocol protocol, double intra, double network) {
        int nodes = ranks.nodes();
        int steps = steps(operation, ranks.ranks());
        if (nodes == 1) {
            return steps * intra;
        }
        int between = ringNetworkSteps(ranks, operation);
        return (steps - between) * Math.max(intra, overheadUs(ranks.cpu(), protocol)) + between * network;
    }

    private int ringNetworkSteps(Communicator ranks, CollectiveOperation operation) {
        int nodes = ranks.nodes();
        int between = switch (operation) {
            case ALL_REDUCE -> 2 * (nodes - 1) + (int) constants.one("latency.ring.extra-steps");
            case ALL_GATHER, REDUCE_SCATTER -> nodes - 1;
            case BROADCAST, REDUCE, ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE -> nodes;
        };
        return Math.min(between, steps(operation, ranks.ranks()));
    }

    private double overheadUs(CpuVendor cpu, Protocol protocol) {
        double overhead = constants.one("latency.overhead." + cpu.name().toLowerCase(Locale.ROOT));
        return protocol == Protocol.SIMPLE ? overhead * constants.one("latency.overhead.simple") : overhead;
    }

    private double intraUs(Communicator ranks, Algorithm algorithm, Protocol protocol) {
        double[] hop = constants.find((ranks.hasNvlink() ? "latency.nvlink." : "latency.pci.") + algorithm.key());
        return hop == null ? 0 : hop[protocol.place()];
    }

    private double networkUs(Communicator ranks, Algorithm algorithm, Protocol protocol) {
        boolean asTree = ranks.ranksPerNode() == 1 && constants.flag("latency.ring.as-tree");
        double hop = constants.of("latency.network." + (asTree ? Algorithm.TREE : algorithm).key(), protocol);
        // Simple also flushes the NIC.
        return hop + ranks.nicLatencyNs() / NS_PER_US * (protocol == Protocol.SIMPLE ? 2 : 1);
    }

    private String libraryNames() {
        return algorithms.stream().sorted().map(Algorithm::libraryName).toList() + " and "
                + protocols.stream().sorted().map(Protocol::libraryName).toList();
    }

    private static int floorLog2(long value) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    }
}
