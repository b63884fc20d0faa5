package io.fabrictwin.model.collective;

import java.util.List;

/**
 * Bytes that one rank sends to another within a collective.
 *
 * @param round 0 for messages that start with the sender's part of the collective
 * @param after indices of messages of the same collective that must have ended first
 */
public record Message(int sourceRank, int destinationRank, long bytes, int round, List<Integer> after) {
    public Message {
        after = List.copyOf(after);
        if (sourceRank == destinationRank || sourceRank < 0 || destinationRank < 0) {
            throw new IllegalArgumentException("message from rank " + sourceRank + " to rank " + destinationRank);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes " + bytes + " is negative");
        }
        if (round < 0) {
            throw new IllegalArgumentException("round " + round + " is negative");
        }
    }
}
