package io.fabrictwin.model.training;

import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
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

    /** Host of the node of a rank. */
    int host(int rank) {
        return hostOfNode.get(rank / gpusPerNode);
    }

    /** Rail of a rank's NIC. */
    int rail(int rank) {
        return rank % gpusPerNode * fabric.rails() / gpusPerNode;
    }
}
