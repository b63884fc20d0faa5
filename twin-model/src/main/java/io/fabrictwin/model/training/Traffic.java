package io.fabrictwin.model.training;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.multipath.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The connections between nodes that collectives of one dimension and shape use, when all groups run theirs at once. A
 * ring or a tree has a channel per NIC of each node (more, if the network says so). An all-to-all reaches each peer by the
 * rail of the peer: what is for it is handed over within the sender's node (NCCL's PXN, on by default since 2.12).
 *
 * <p>Kept as one bundle of connections for each GPU of a node and each channel over its NIC, not group by group: until the
 * first link is full all connections have one rate, and that is the rate of the slowest, for which a step waits.
 */
final class Traffic {
    /** How messages of a group travel. */
    enum Shape {
        RING,
        TREE,
        ALL_TO_ALL,
        SENDS
    }

    private final JobDescription job;
    private final StepNetwork network;
    private final Dimension dimension;
    private final Shape shape;
    private final int size;
    private final int stride;
    /** Ranks of a group on a node. */
    private final int lanes;

    private final Bundle[] bundles;
    private boolean crossesLeaves;

    private Traffic(JobDescription job, StepNetwork network, Dimension dimension, Shape shape) {
        this.job = job;
        this.network = network;
        this.dimension = dimension;
        this.shape = shape;
        size = dimension.size(job);
        stride = dimension.stride(job);
        lanes = Span.of(size, stride, network.gpusPerNode()).ranksPerNode();
        bundles = new Bundle[network.gpusPerNode() * network.channelsPerNic()];
        Arrays.setAll(bundles, b -> new Bundle());
    }

    static Traffic of(JobDescription job, StepNetwork network, Dimension dimension, Shape shape) {
        Traffic traffic = new Traffic(job, network, dimension, shape);
        for (int rank = 0; rank < job.parallelism().gpus(); rank++) {
            if (rank / traffic.stride % traffic.size == 0) {
                traffic.group(rank);
            }
        }
        return traffic;
    }

    private void group(int first) {
        if (shape == Shape.SENDS) {
            sends(first);
            return;
        }
        int[] hosts = new int[size / lanes];
        for (int node = 0; node < hosts.length; node++) {
            hosts[node] = network.host(first + node * lanes * stride);
        }
        for (int lane = 0; lane < lanes; lane++) {
            int rank = first + lane * stride;
            switch (shape) {
                case RING -> ring(rank, hosts);
                case TREE -> trees(rank, hosts);
                case ALL_TO_ALL -> allToAll(rank, hosts);
                case SENDS -> throw new AssertionError(shape);
            }
        }
    }

    private void ring(int rank, int[] hosts) {
        for (int copy = 0; copy < network.channelsPerNic(); copy++) {
            for (int node = 0; node < hosts.length; node++) {
                add(rank, copy, hosts[node], hosts[(node + 1) % hosts.length]);
            }
        }
    }

    private void trees(int rank, int[] hosts) {
        for (int copy = 0; copy < network.channelsPerNic(); copy++) {
            Channel tree = Channel.tree(0, copy % 2 == 1, hosts);
            for (int edge = 0; edge < tree.edges(); edge++) {
                add(rank, copy, tree.from(edge), tree.to(edge));
            }
        }
    }

    private void allToAll(int rank, int[] hosts) {
        for (int source = 0; source < hosts.length; source++) {
            for (int distance = 1; distance < hosts.length; distance++) {
                add(rank, 0, hosts[source], hosts[(source + distance) % hosts.length]);
            }
        }
    }

    /** From each rank to the next; interleaved, from the last to the first too. */
    private void sends(int first) {
        boolean isRound = dimension != Dimension.PIPELINE || job.parallelism().virtualStages() > 1;
        int count = isRound ? size : size - 1;
        for (int k = 0; k < count; k++) {
            int rank = first + k * stride;
            int from = network.host(rank);
            int to = network.host(first + (k + 1) % size * stride);
            if (from != to) {
                add(rank, 0, from, to);
            }
        }
    }

    private void add(int rank, int copy, int from, int to) {
        bundles[rank % network.gpusPerNode() * network.channelsPerNic() + copy].add(from, to);
        crossesLeaves |= network.fabric().leaf(from) != network.fabric().leaf(to);
    }

    boolean isOf(Dimension dimension, Shape shape) {
        return this.dimension == dimension && this.shape == shape;
    }

    /** Whether any of it goes over spines. */
    boolean crossesLeaves() {
        return crossesLeaves;
    }

    /** The bundles; a connection carries one byte per byte of its bundle's share. */
    List<Channel> channels() {
        List<Channel> channels = new ArrayList<>();
        for (int b = 0; b < bundles.length; b++) {
            if (bundles[b].size > 0) {
                channels.add(bundles[b].channel(network.rail(b / network.channelsPerNic())));
            }
        }
        return channels;
    }

    /** Bytes that one collective puts on each connection. */
    double connectionBytes(CollectiveOperation operation, double bytes) {
        return switch (shape) {
            case RING -> WireTime.wireShare(operation, size) * bytes / (lanes * network.channelsPerNic());
            case TREE -> bytes / (lanes * network.channelsPerNic());
            case ALL_TO_ALL -> bytes * lanes / size;
            case SENDS -> bytes;
        };
    }

    /** Growing lists of connections. */
    private static final class Bundle {
        private int[] from = new int[16];
        private int[] to = new int[16];
        private int size;

        void add(int source, int destination) {
            if (size == from.length) {
                from = Arrays.copyOf(from, 2 * size);
                to = Arrays.copyOf(to, 2 * size);
            }
            from[size] = source;
            to[size++] = destination;
        }

        Channel channel(int rail) {
            return Channel.of(rail, Arrays.copyOf(from, size), Arrays.copyOf(to, size), 1);
        }
    }
}
