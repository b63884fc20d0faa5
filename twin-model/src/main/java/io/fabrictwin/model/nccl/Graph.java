package io.fabrictwin.model.nccl;

/**
 * What NCCL's search found for one pattern.
 *
 * @param channels parallel rings or trees
 * @param intraBytesPerNs speed of a channel within a node (B/ns, which is GB/s)
 * @param interBytesPerNs speed of a channel between nodes (B/ns)
 */
public record Graph(int channels, double intraBytesPerNs, double interBytesPerNs) {
    public Graph {
        if (channels < 1 || !(intraBytesPerNs > 0) || !(interBytesPerNs > 0)) {
            throw new IllegalArgumentException("graph of " + channels + " channels at " + intraBytesPerNs + " and "
                    + interBytesPerNs + " B/ns is no graph");
        }
    }
}
