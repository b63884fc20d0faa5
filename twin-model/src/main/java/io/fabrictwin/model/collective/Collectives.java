package io.fabrictwin.model.collective;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts collectives into messages. A message of round 0 starts once its sender has reached the collective; a rank is done
 * when all that it sends has been acknowledged and all that it is to receive has come. Chunks are rounded down, as the
 * libraries' padded chunks differ from that by less than one part in the number of ranks.
 */
public final class Collectives {
    private static final int ROOT = 0;

    private Collectives() {}

    /** Number of rounds, each of which waits for the one before. */
    public static int rounds(CollectiveOperation operation, int rankCount) {
        return switch (operation) {
            case ALL_REDUCE -> 2 * (rankCount - 1);
            case ALL_GATHER, REDUCE_SCATTER -> rankCount - 1;
            case BROADCAST, REDUCE -> depth(rankCount);
            case ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE -> rankCount > 1 ? 1 : 0;
        };
    }

    /**
     * The size of a collective in bytes as bandwidth is told by: the rank's buffer, and for gather and scatter the whole
     * of what the root holds (as NCCL's tests count it).
     */
    public static long sizeBytes(CollectiveOperation operation, int rankCount, long bytesPerRank) {
        return switch (operation) {
            case GATHER, SCATTER -> Math.multiplyExact(bytesPerRank, (long) rankCount);
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BROADCAST, REDUCE, SEND, RECEIVE -> bytesPerRank;
        };
    }

    /**
     * Bus bandwidth over algorithm bandwidth: what makes the size over the time comparable with the rate of a NIC whatever
     * the number of ranks (as NCCL's tests define it in their notes on performance).
     */
    public static double busFactor(CollectiveOperation operation, int rankCount) {
        double others = rankCount - 1;
        return switch (operation) {
            case ALL_REDUCE -> 2 * others / rankCount;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> others / rankCount;
            case BROADCAST, REDUCE, SEND, RECEIVE -> 1;
        };
    }

    /**
     * The messages of one collective, in an order in which each comes after those it waits for.
     *
     * @param operation all-reduce, all-gather and reduce-scatter go round the ring of ranks; broadcast and reduce use a
     *     binomial tree with rank 0 as root; gather and scatter move {@code bytesPerRank} between rank 0 and every other;
     *     a send goes from rank 0 to rank 1, and a receive is the same message seen from the other end
     * @param bytesPerRank the rank's buffer: for gathers of the ring the full result, for all-to-all what a rank sends
     *     in all, its own part included
     */
    public static List<Message> messages(CollectiveOperation operation, int rankCount, long bytesPerRank) {
        if (rankCount < 1) {
            throw new IllegalArgumentException("rankCount " + rankCount + " is not positive");
        }
        if (bytesPerRank < 0) {
            throw new IllegalArgumentException("bytesPerRank " + bytesPerRank + " is negative");
        }
        if (rankCount == 1) {
            return List.of();
        }
        return switch (operation) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER ->
                ring(rankCount, bytesPerRank / rankCount, rounds(operation, rankCount));
            case ALL_TO_ALL -> allToAll(rankCount, bytesPerRank / rankCount);
            case GATHER -> star(rankCount, bytesPerRank, true);
            case SCATTER -> star(rankCount, bytesPerRank, false);
            case BROADCAST -> broadcast(rankCount, bytesPerRank);
            case REDUCE -> reduce(rankCount, bytesPerRank);
            case SEND, RECEIVE -> List.of(new Message(0, 1, bytesPerRank, 0, List.of()));
        };
    }

    private static List<Message> ring(int ranks, long chunkBytes, int rounds) {
        List<Message> messages = new ArrayList<>(ranks * rounds);
        for (int round = 0; round < rounds; round++) {
            for (int rank = 0; rank < ranks; rank++) {
                int own = (round - 1) * ranks + rank;
                int fromLeft = (round - 1) * ranks + (rank + ranks - 1) % ranks;
                messages.add(new Message(
                        rank,
                        (rank + 1) % ranks,
                        chunkBytes,
                        round,
                        round == 0 ? List.of() : List.of(Math.min(own, fromLeft), Math.max(own, fromLeft))));
            }
        }
        return messages;
    }

    private static List<Message> allToAll(int ranks, long bytes) {
        List<Message> messages = new ArrayList<>(ranks * (ranks - 1));
        for (int source = 0; source < ranks; source++) {
            for (int distance = 1; distance < ranks; distance++) {
                messages.add(new Message(source, (source + distance) % ranks, bytes, 0, List.of()));
            }
        }
        return messages;
    }

    private static List<Message> star(int ranks, long bytes, boolean isToRoot) {
        List<Message> messages = new ArrayList<>(ranks - 1);
        for (int rank = 1; rank < ranks; rank++) {
            messages.add(new Message(isToRoot ? rank : ROOT, isToRoot ? ROOT : rank, bytes, 0, List.of()));
        }
        return messages;
    }

    /** Rounds of a binomial tree. */
    private static int depth(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** In round k the ranks below 2^k, which have the data, send it to the ranks 2^k above, one after the other. */
    private static List<Message> broadcast(int ranks, long bytes) {
        List<Message> messages = new ArrayList<>(ranks - 1);
        for (int rank = 1; rank < ranks; rank++) {
            int round = depth(rank + 1) - 1;
            int parent = rank - (1 << round);
            int roundOfParent = parent == ROOT ? -1 : depth(parent + 1) - 1;
            // message i is the one that rank i + 1 receives
            List<Integer> after;
            if (round - 1 > roundOfParent) {
                after = List.of(parent + (1 << (round - 1)) - 1);
            } else {
                after = parent == ROOT ? List.of() : List.of(parent - 1);
            }
            messages.add(new Message(parent, rank, bytes, round, after));
        }
        return messages;
    }

    /** The broadcast run backwards: a rank sends once it has what its children have. */
    private static List<Message> reduce(int ranks, long bytes) {
        int depth = depth(ranks);
        List<Message> messages = new ArrayList<>(ranks - 1);
        int[] messageOfRank = new int[ranks];
        for (int round = 0; round < depth; round++) {
            int distance = 1 << (depth - 1 - round);
            for (int rank = distance; rank < Math.min(ranks, 2 * distance); rank++) {
                List<Integer> after = new ArrayList<>();
                for (int child = 2 * distance; child + rank < ranks; child *= 2) {
                    after.add(messageOfRank[rank + child]);
                }
                after.sort(null);
                messageOfRank[rank] = messages.size();
                messages.add(new Message(rank, rank - distance, bytes, round, after));
            }
        }
        return messages;
    }
}
