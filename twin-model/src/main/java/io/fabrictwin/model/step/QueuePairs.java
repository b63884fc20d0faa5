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
     * @param weight of what it carries beside the other ways
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to dense inputs of a hot loop, never compared
    record Way(int[] ports, int @Nullable [] ackPorts, double weight) {
        /** A way that carries as much as any other. */
        public Way(int[] ports, int @Nullable [] ackPorts) {
            this(ports, ackPorts, 1);
        }
    }

    /**
     * A message that is to be sent.
     *
     * @param sourceRank a rank, or a switch of the reduction tree
     * @param destinationRank the same
     * @param burst number of the collective in the run
     * @param message number of the message in the collective
     * @param idleNs how long connections of the stream have been idle before the collective at least, ns
     */
    record Sending(int stream, int sourceRank, int destinationRank, long burst, int message, long idleNs) {}

    /** One way or more for each queue pair, at least one. Ways without ports stay within a host. */
    List<Way> ways(int stream, int sourceRank, int destinationRank);

    /** The same for ways that may differ from message to message. */
    default List<Way> ways(Sending sending) {
        return ways(sending.stream(), sending.sourceRank(), sending.destinationRank());
    }
}
