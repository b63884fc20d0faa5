package io.fabrictwin.model.training;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.NetworkDescription;
import io.fabrictwin.model.cluster.NodeDescription;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
import io.fabrictwin.model.nccl.ChannelSearch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The network under a job: which fabric, how connections find their way, and where the job's nodes are.
 *
 * @param fabric rates of its links are what a collective really gets of them, protocol overhead taken off
 * @param queuePairs of each connection, over which its messages are split
 * @param channelsPerNic channels that a ring or tree runs over each NIC, each with connections of its own
 * @param gpusPerNode consecutive ranks that share a node; GPU g uses the NIC of rail {@code g x rails / gpusPerNode}
 * @param hostOfNode host of each rail on which a node of the job is, node by node
 */
public record StepNetwork(
        RailFabric fabric,
        PathPicker picker,
        QueuePairs queuePairs,
        int channelsPerNic,
        int gpusPerNode,
        List<Integer> hostOfNode) {
    public StepNetwork {
        hostOfNode = List.copyOf(hostOfNode);
        Require.positive("channelsPerNic", channelsPerNic);
        Require.positive("gpusPerNode", gpusPerNode);
        if (queuePairs.policy() != QueuePairs.MessagePolicy.SPLIT) {
            throw new IllegalArgumentException("messages that take turns over queue pairs are not modelled for steps:"
                    + " give queue pairs that split them");
        }
        if (gpusPerNode % fabric.rails() != 0) {
            throw new IllegalArgumentException(
                    "gpusPerNode " + gpusPerNode + " is no multiple of the fabric's " + fabric.rails() + " rails");
        }
        Set<Integer> seen = new HashSet<>();
        for (int host : hostOfNode) {
            if (host < 0 || host >= fabric.hosts()) {
                throw new IllegalArgumentException("no host " + host + " among the fabric's " + fabric.hosts());
            }
            if (!seen.add(host)) {
                throw new IllegalArgumentException("two nodes on host " + host);
            }
        }
    }

    /** Share of a link that spraying fills where nothing was measured: the middle of published figures, 0.90 to 0.98. */
    private static final double SPRAY_EFFICIENCY = 0.95;

    /**
     * The network of a described cluster: a rail for each NIC of a node, and as many channels over it as NCCL would run
     * over all GPUs. All links give what the cluster's efficiency leaves of their rate.
     *
     * @param hostOfNode as above
     * @throws IllegalArgumentException if nodes have no NICs, or NICs of different rates
     */
    public static StepNetwork of(ClusterDescription cluster, List<Integer> hostOfNode) {
        NodeDescription node = cluster.node();
        NetworkDescription network = cluster.network();
        double nicBitsPerSecond = node.nics().stream()
                .mapToDouble(NodeDescription.NicGroup::bitsPerSecond)
                .distinct()
                .reduce((one, other) -> {
                    throw new IllegalArgumentException("NICs of " + one + " and " + other
                            + " bit/s in one node: steps are modelled on equal NICs only");
                })
                .orElseThrow(() -> new IllegalArgumentException("nodes without NICs: a step needs a network"));
        Double measured = cluster.efficiency();
        double bytesPerNs = nicBitsPerSecond / 8e9 * (measured == null ? 1 : measured);
        int perLeaf = network.spines() == 0 ? cluster.nodes() : Math.min(network.nodesPerLeaf(), cluster.nodes());
        int rails = node.nicCount();
        double oversubscription =
                perLeaf * rails * nicBitsPerSecond / (network.spines() * network.uplinkBitsPerSecond());
        RailFabric fabric = network.spines() == 0
                ? RailFabric.of(rails, 1, perLeaf, 1, bytesPerNs, 1)
                : RailFabric.of(
                        rails,
                        (cluster.nodes() + perLeaf - 1) / perLeaf,
                        perLeaf,
                        network.spines(),
                        bytesPerNs,
                        oversubscription);
        PathPicker picker = switch (network.routing()) {
            case ECMP -> new PathPicker.StaticHash();
            case SPRAY, ADAPTIVE -> new PathPicker.Spray(SPRAY_EFFICIENCY);
        };
        int channels = cluster.nodes() == 1
                ? rails
                : ChannelSearch.communicator(cluster, cluster.nodes() * node.gpus())
                        .channels();
        Integer queuePairs = cluster.library().queuePairsPerConnection();
        return new StepNetwork(
                fabric,
                picker,
                queuePairs == null ? QueuePairs.ONE : QueuePairs.split(queuePairs),
                Math.max(1, channels / rails),
                node.gpus(),
                hostOfNode);
    }

    /** Host of the node of a rank. */
    int host(int rank) {
        return hostOfNode.get(rank / gpusPerNode);
    }

    /** Rail of a rank's NIC. */
    int rail(int rank) {
        return rank % gpusPerNode * fabric.rails() / gpusPerNode;
    }
}
