package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.CpuVendor;
import io.fabrictwin.model.cluster.GpuGeneration;
import org.jspecify.annotations.Nullable;

/**
 * What NCCL knows of its ranks when it chooses.
 *
 * @param nodes servers, at least 1
 * @param ranksPerNode equal on all servers
 * @param hasNvlink whether GPUs of a server talk over NVLink rather than PCIe
 * @param hasNvswitch whether there are NVSwitches
 * @param isCollNetEnabled whether reductions in switches of the network are on
 * @param isLl128Safe whether the way to the NIC keeps 128-byte stores whole: no worse than PXB
 * @param isPlainTree whether the trees are neither split nor balanced
 * @param nicLatencyNs latency of the NIC itself where the topology gives one, else 0
 * @param channels channels of the communicator, of which the search gave half or less
 * @param nvls graph of NVLS and NVLSTree; null where the GPUs have none
 */
public record Communicator(
        int nodes,
        int ranksPerNode,
        GpuGeneration generation,
        CpuVendor cpu,
        boolean hasNvlink,
        boolean hasNvswitch,
        boolean isCollNetEnabled,
        boolean isLl128Safe,
        boolean isPlainTree,
        double nicLatencyNs,
        int channels,
        Graph ring,
        Graph tree,
        Graph collNet,
        @Nullable Graph nvls) {
    public Communicator {
        if (nodes < 1 || ranksPerNode < 1 || nodes * (long) ranksPerNode > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "communicator of " + nodes + " nodes with " + ranksPerNode + " ranks each");
        }
        if (channels < 1) {
            throw new IllegalArgumentException("channels must be positive: " + channels);
        }
    }

    public int ranks() {
        return nodes * ranksPerNode;
    }

    /** Place in the lists of caps: one node, two, more. */
    int nodesIndex() {
        return Math.min(nodes, 3) - 1;
    }
}
