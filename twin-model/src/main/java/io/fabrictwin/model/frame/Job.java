package io.fabrictwin.model.frame;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A job as the frame has it; null is unknown.
 *
 * @param isRunning false once it was told to have ended
 * @param hosts by rank
 * @param collectives what every step does, in order of the index
 * @param connections in order of stream, source, destination and queue pair
 */
public record Job(
        JobId id,
        boolean isRunning,
        @Nullable Integer rankCount,
        @Nullable Integer queuePairsPerConnection,
        @Nullable Long newestStep,
        @Nullable Long newestStepTimeNs,
        SortedMap<Integer, DeviceId> hosts,
        List<PlannedCollective> collectives,
        List<Connection> connections) {

    /** One collective of every step. */
    public record PlannedCollective(
            int index, CollectiveOperation operation, long bytesPerRank, double launchFraction, int stream) {}

    /**
     * A connection between two ranks.
     *
     * @param path devices from sender to receiver
     */
    public record Connection(
            int stream,
            int sourceRank,
            int destinationRank,
            int queuePair,
            DeviceId sourceHost,
            DeviceId destinationHost,
            int sourcePort,
            int destinationPort,
            List<DeviceId> path) {}
}
