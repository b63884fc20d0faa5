package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.cluster.GpuGeneration;
import io.fabrictwin.model.cluster.LibrarySettings;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.cluster.NodeDescription.NicGroup;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The channels that NCCL finds on a server, in short: its search (search.cc) walks every way through the server's topology,
 * this one only counts. It takes the fastest speed of the list whose channels, as many as NICs and NVLinks can carry, move
 * most; a channel fast enough is then run twice at half the speed. On the usual servers that gives what NCCL's log shows:
 * eight channels at 48 GB/s with eight 400G NICs and twelve at 30 GB/s within an H100 server. Unusual servers may differ; the
 * number of channels can then be set by hand.
 */
public final class ChannelSearch {
    private final Constants constants;
    private final ClusterDescription cluster;
    private final NodeDescription node;
    private final int nodes;
    private final int ranksPerNode;

    private ChannelSearch(ClusterDescription cluster, int ranks) {
        this.constants = Constants.of(NcclVersion.parse(cluster.library().version()));
        this.cluster = cluster;
        this.node = cluster.node();
        this.ranksPerNode = Math.min(ranks, node.gpus());
        if (ranks < 2 || ranks % ranksPerNode != 0 || ranks / ranksPerNode > cluster.nodes()) {
            throw new IllegalArgumentException("ranks must be at least 2, fill whole nodes of " + node.gpus()
                    + " GPUs, and be at most " + (long) cluster.nodes() * node.gpus() + ": " + ranks);
        }
        this.nodes = ranks / ranksPerNode;
    }

    /**
     * What NCCL would know of {@code ranks} ranks, packed on as few servers as hold them.
     *
     * @throws IllegalArgumentException if they do not fill their servers evenly, or the cluster is too small
     */
    public static Communicator communicator(ClusterDescription cluster, int ranks) {
        return new ChannelSearch(cluster, ranks).communicator();
    }

    /** What the NVLinks of a GPU, or without them its PCIe link, carry in one direction (B/ns). */
    static double gpuBytesPerNs(Constants constants, NodeDescription node) {
        return node.nvlinks() > 0
                ? node.nvlinks() * constants.one("link.nvlink." + Constants.key(node.generation()))
                : node.pcieBytesPerNs();
    }

    /** What a NIC carries in one direction (B/ns): its line, its PCIe link, or the link between sockets before it. */
    static double nicBytesPerNs(Constants constants, NodeDescription node, NicGroup nics) {
        double rate = Math.min(nics.bitsPerSecond() / 8e9, node.pcieBytesPerNs());
        return nics.distance() == GpuDistance.SYS ? Math.min(rate, socketBytesPerNs(constants, node.cpu())) : rate;
    }

    private static double socketBytesPerNs(Constants constants, CpuVendor cpu) {
        return constants.one("link.socket." + cpu.name().toLowerCase(Locale.ROOT));
    }

    private Communicator communicator() {
        Graph ring = nodes == 1 ? within() : between();
        LibrarySettings library = cluster.library();
        Integer fixed = library.channels();
        return new Communicator(
                nodes,
                ranksPerNode,
                node.generation(),
                node.cpu(),
                node.nvlinks() > 0,
                node.hasNvswitch(),
                library.isCollNetEnabled(),
                node.nics().stream().allMatch(nics -> nics.distance().compareTo(GpuDistance.PXB) <= 0),
                false,
                0,
                fixed == null ? channels(ring) : fixed,
                ring,
                nodes == 1 ? ring : tree(ring),
                ring,
                nvls(ring));
    }

    private int channels(Graph ring) {
        boolean isHopperOn = node.generation().compareTo(GpuGeneration.HOPPER) >= 0;
        int copies = isHopperOn && nodes > 1 && ranksPerNode < 8 ? 4 : 2;
        return Math.min(ring.channels() * copies, (int) constants.one("channels.limit"));
    }

    private Graph within() {
        double limit = gpuBytesPerNs(constants, node);
        double[] speeds = constants.all("search.intra." + Constants.key(node.generation()));
        Graph best = null;
        for (double speed : speeds) {
            if (best != null && speed < constants.one("search.slowest") * best.intraBytesPerNs()) {
                break;
            }
            int channels = (int) (limit / speed);
            if (channels > 0 && (best == null || channels * speed > best.channels() * best.intraBytesPerNs())) {
                best = new Graph(channels, speed, speed);
            }
        }
        if (best == null) {
            double slowest = speeds[speeds.length - 1];
            best = new Graph(1, Math.min(slowest, limit), Math.min(slowest, limit));
        }
        return duplicated(best);
    }

    private Graph between() {
        double[] speeds = constants.all("search.inter." + Constants.key(node.generation()));
        Graph best = null;
        for (double speed : speeds) {
            if (best != null && speed < constants.one("search.slowest") * best.interBytesPerNs()) {
                break;
            }
            int channels = 0;
            for (NicGroup nics : node.nics()) {
                channels += nics.count() * (int) (nicBytesPerNs(constants, node, nics) / speed);
            }
            channels = Math.min(channels, (int) (throughNode() / speed));
            if (channels > 0 && (best == null || channels * speed > best.channels() * best.interBytesPerNs())) {
                best = new Graph(channels, speed, speed);
            }
        }
        if (best == null) {
            throw new IllegalArgumentException(
                    "no NIC carries the slowest channel of " + speeds[speeds.length - 1] + " GB/s");
        }
        return duplicated(best);
    }

    /** What rings may carry through a server: a ring enters at one GPU and leaves at another, so each GPU has one end of it. */
    private double throughNode() {
        return ranksPerNode == 1
                ? Double.POSITIVE_INFINITY
                : gpuBytesPerNs(constants, node) * ranksPerNode / (ranksPerNode - 1);
    }

    private Graph duplicated(Graph graph) {
        double[] rule = constants.all("search.duplicate");
        boolean isHopperOn = node.generation().compareTo(GpuGeneration.HOPPER) >= 0;
        double speed = graph.intraBytesPerNs();
        if (speed < rule[0] || (isHopperOn && speed < rule[2] && graph.channels() > rule[1])) {
            return graph;
        }
        return new Graph(2 * graph.channels(), speed / 2, graph.interBytesPerNs() / 2);
    }

    /** Trees may be faster within a node than between nodes, up to twice, as two nodes need that. */
    private Graph tree(Graph ring) {
        double fastest = ring.interBytesPerNs();
        for (double speed : constants.all("search.inter." + Constants.key(node.generation()))) {
            if (speed <= 2 * ring.interBytesPerNs() && ring.channels() * speed <= throughNode()) {
                fastest = Math.max(fastest, speed);
            }
        }
        return new Graph(ring.channels(), fastest, ring.interBytesPerNs());
    }

    /** Every GPU is the head of one channel. */
    private @Nullable Graph nvls(Graph ring) {
        if (!node.hasNvswitch()
                || node.generation().compareTo(GpuGeneration.HOPPER) < 0
                || !constants.has("channels.nvls")
                || ranksPerNode < 2) {
            return null;
        }
        int channels = Math.min(ranksPerNode, (int) constants.one("channels.nvls"));
        if (nodes > 1) {
            double speed = ring.channels() * ring.interBytesPerNs() / channels;
            return new Graph(channels, speed, speed);
        }
        for (double speed : constants.all("search.intra." + Constants.key(node.generation()))) {
            if (channels * speed <= gpuBytesPerNs(constants, node)) {
                return new Graph(channels, speed, speed);
            }
        }
        return null;
    }
}
