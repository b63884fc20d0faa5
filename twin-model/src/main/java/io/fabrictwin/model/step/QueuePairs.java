package io.fabrictwin.model.step;

import java.util.List;

/** The queue pairs over which a message between two ranks is split. */
@FunctionalInterface
public interface QueuePairs {
    /** One path of egress ports for each queue pair, at least one. Not to be changed. */
    List<int[]> paths(int stream, int sourceRank, int destinationRank);
}
