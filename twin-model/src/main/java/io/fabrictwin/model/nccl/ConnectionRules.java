package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.LibrarySettings;

/**
 * How a version of NCCL sends over the network (net_ib.cc and the parameters of its source).
 *
 * @param queuePairs queue pairs of a connection
 * @param isSplit whether each message is split over them, rather than whole messages taking turns
 * @param hasPxn whether a GPU sends over the GPU that sits at the rail's NIC
 * @param adaptiveThresholdBytes with adaptive routing, messages above are followed by an empty write that tells of their end
 */
public record ConnectionRules(int queuePairs, boolean isSplit, boolean hasPxn, long adaptiveThresholdBytes) {
    /**
     * The rules of a version, with the number of queue pairs that is set by hand.
     *
     * @throws IllegalArgumentException if the version is not known
     */
    public static ConnectionRules of(LibrarySettings library) {
        Constants constants = Constants.of(NcclVersion.parse(library.version()));
        Integer set = library.queuePairsPerConnection();
        int queuePairs = set == null ? (int) constants.one("queue-pairs") : set;
        return new ConnectionRules(
                queuePairs, queuePairs > 1 && constants.flag("queue-pairs.split"), constants.flag("pxn"), (long)
                        constants.one("adaptive-routing.threshold"));
    }

    /** Writes that one message of {@code bytes} becomes. */
    public int writes(long bytes, boolean isAdaptive) {
        return (isSplit ? queuePairs : 1) + (isAdaptive && bytes > adaptiveThresholdBytes ? 1 : 0);
    }
}
