package io.fabrictwin.model.scenario;

import io.fabrictwin.model.step.QueuePairs.Sending;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the flowlets of a job's connections. Within a message RDMA leaves no gap. Between messages of one collective a
 * connection is idle for a round trip, as the next waits for the acknowledgement of the last; before a collective for as long as
 * the ranks compute.
 */
final class Flowlets {
    /** Enough to tell messages of different collectives apart. */
    private static final long MESSAGES = 1L << 24;

    /** By stream and gap, the newest collective before which the connections were idle for so long. */
    private final Map<List<Long>, Long> newestAfterGap = new HashMap<>();

    /** The flowlet that a message belongs to, for a switch with this gap; 0 before the first gap. Collectives are asked about in order. */
    long number(long gapNs, Sending sending, double roundTripNs) {
        if (gapNs <= roundTripNs) {
            return (sending.burst() + 1) * MESSAGES + sending.message();
        }
        List<Long> key = List.of((long) sending.stream(), gapNs);
        if (sending.idleNs() >= gapNs) {
            newestAfterGap.put(key, sending.burst() + 1);
        }
        return newestAfterGap.getOrDefault(key, 0L) * MESSAGES;
    }
}
