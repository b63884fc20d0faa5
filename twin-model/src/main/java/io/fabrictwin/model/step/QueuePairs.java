package io.fabrictwin.model.step;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queue pairs over which a message between two ranks is split. */
@FunctionalInterface
public interface QueuePairs {
    /**
     * The way of a queue pair through the network. Not to be changed.
     *
     * @param ports egress ports of its data
     * @param ackPorts egress ports of its acknowledgements; null: unknown, any shortest path
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to dense inputs of a hot loop, never compared
    record Way(int[] ports, int @Nullable [] ackPorts) {}

    /** One way for each queue pair, at least one. */
    List<Way> ways(int stream, int sourceRank, int destinationRank);
}
