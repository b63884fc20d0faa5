package io.fabrictwin.model.step;

import io.fabrictwin.model.collective.Collectives;
import io.fabrictwin.model.collective.Message;
import io.fabrictwin.model.collective.ReductionTree;
import io.fabrictwin.model.collective.Schedules;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a collective as the library's algorithm sends them. An algorithm that does not run an operation leaves it
 * as {@link Collectives} has it.
 */
public final class LibraryMessages {
    /** Bytes of a channel's step, and halves of it that the library goes down to (NCCL's enqueue.cc, Simple). */
    private static final long CHUNK_BYTES = 512 << 10;

    private static final long SMALLEST_CHUNK_BYTES = 32 << 10;
    /** Streaming aggregation reaches this share of the line rate (Graham et al. 2020). */
    private static final double REDUCING_SHARE = 0.95;
    /** Switches pass on what they have reduced packet by packet; two at most of the largest. */
    private static final long REDUCED_BYTES = 8 << 10;

    private LibraryMessages() {}

    /** Whether the algorithm has messages of its own for the operation. */
    public static boolean runs(Algorithm algorithm, CollectiveOperation operation) {
        return switch (algorithm) {
            case RING ->
                operation == CollectiveOperation.ALL_REDUCE
                        || operation == CollectiveOperation.ALL_GATHER
                        || operation == CollectiveOperation.REDUCE_SCATTER;
            case TREE, NVLS_TREE, COLLNET_CHAIN -> operation == CollectiveOperation.ALL_REDUCE;
            case COLLNET_DIRECT, NVLS ->
                operation == CollectiveOperation.ALL_REDUCE
                        || operation == CollectiveOperation.ALL_GATHER
                        || operation == CollectiveOperation.REDUCE_SCATTER;
            case PAT -> operation == CollectiveOperation.ALL_GATHER || operation == CollectiveOperation.REDUCE_SCATTER;
        };
    }

    /** Whether the switches of the network reduce. */
    public static boolean needsSwitches(Algorithm algorithm) {
        return switch (algorithm) {
            case COLLNET_DIRECT, COLLNET_CHAIN, NVLS -> true;
            case RING, TREE, NVLS_TREE, PAT -> false;
        };
    }

    /** Whether the collective goes round a ring, each rank waiting for what the one before has. */
    static boolean isRing(CollectiveWork work) {
        Algorithm algorithm = work.library().algorithm();
        return runs(Algorithm.RING, work.operation())
                && (algorithm == Algorithm.RING || !runs(algorithm, work.operation()));
    }

    /** Bytes on the wire for a byte of data: LL sends a flag with every four, LL128 eight in 128 (NCCL's device code). */
    public static double wireShare(Protocol protocol) {
        return switch (protocol) {
            case LL -> 2;
            case LL128 -> 128 / 120.0;
            case SIMPLE -> 1;
        };
    }

    /**
     * The messages, in an order in which each comes after those it waits for.
     *
     * @param tree of the switches that reduce; null where none do
     * @throws IllegalArgumentException where switches are to reduce and there is no tree of them
     */
    public static List<Message> of(CollectiveWork work, int ranks, @Nullable ReductionTree tree) {
        LibraryChoice library = work.library();
        Algorithm algorithm = library.algorithm();
        long bytes = Math.round(work.bytesPerRank() * wireShare(library.protocol()));
        if (ranks < 2 || algorithm == Algorithm.RING || !runs(algorithm, work.operation())) {
            return Collectives.messages(work.operation(), ranks, bytes);
        }
        return switch (algorithm) {
            case TREE, NVLS_TREE ->
                Schedules.streamedDoubleTree(ranks, bytes, chunkBytes(bytes / 2, library.channels(), depth(ranks)));
            case PAT -> Schedules.logarithmicGather(ranks, bytes);
            case COLLNET_DIRECT, COLLNET_CHAIN, NVLS -> {
                if (tree == null) {
                    throw new IllegalArgumentException(algorithm + " without switches that reduce");
                }
                yield tree.messages(work.operation(), Math.round(bytes / REDUCING_SHARE), REDUCED_BYTES);
            }
            case RING -> throw new IllegalStateException("rings are done");
        };
    }

    /**
     * What a pair of ranks, or of a rank and a switch that reduces, sends in a collective.
     *
     * @param messages how many, one after the other
     * @param messageBytes payload of the longest
     */
    public record PairTraffic(int sourceRank, int destinationRank, int messages, long messageBytes) {}

    /**
     * The messages by pair of ranks, without one by one: a ring of a thousand ranks has millions.
     *
     * @param tree of the switches that reduce; null where none do
     */
    public static List<PairTraffic> traffic(CollectiveWork work, int ranks, @Nullable ReductionTree tree) {
        List<PairTraffic> traffic = new ArrayList<>();
        if (isRing(work) && ranks > 1) {
            int rounds = Collectives.rounds(work.operation(), ranks);
            for (int rank = 0; rank < ranks; rank++) {
                traffic.add(new PairTraffic(rank, (rank + 1) % ranks, rounds, ringMessageBytes(work, ranks)));
            }
            return traffic;
        }
        Map<Long, PairTraffic> byPair = new LinkedHashMap<>();
        for (Message message : of(work, ranks, tree)) {
            byPair.merge(
                    (long) message.sourceRank() << Integer.SIZE | message.destinationRank(),
                    new PairTraffic(message.sourceRank(), message.destinationRank(), 1, message.bytes()),
                    (one, other) -> new PairTraffic(
                            one.sourceRank(),
                            one.destinationRank(),
                            one.messages() + other.messages(),
                            Math.max(one.messageBytes(), other.messageBytes())));
        }
        return List.copyOf(byPair.values());
    }

    private static long ringMessageBytes(CollectiveWork work, int ranks) {
        return Math.round(work.bytesPerRank() * wireShare(work.library().protocol())) / ranks;
    }

    /** Messages of a collective, roughly where they are many: those of a ring and of all to all are counted, not made. */
    public static long count(CollectiveWork work, int ranks) {
        if (isRing(work)) {
            return (long) ranks * Collectives.rounds(work.operation(), ranks);
        }
        return work.operation() == CollectiveOperation.ALL_TO_ALL
                ? (long) ranks * (ranks - 1)
                : needsSwitches(work.library().algorithm())
                        ? 4L * ranks
                        : of(work, ranks, null).size();
    }

    /** Rounds of a collective, each of which waits for the one before; chunks of a tree follow each other in the same. */
    public static int rounds(CollectiveWork work, int ranks) {
        if (ranks < 2) {
            return 0;
        }
        Algorithm algorithm = work.library().algorithm();
        if (!runs(algorithm, work.operation())) {
            return Collectives.rounds(work.operation(), ranks);
        }
        return switch (algorithm) {
            case RING -> Collectives.rounds(work.operation(), ranks);
            case TREE, NVLS_TREE -> rounds(Schedules.doubleTree(ranks, 0, 1));
            case PAT -> depth(ranks);
            // up and down, once: a switch costs no message of its own
            case COLLNET_DIRECT, COLLNET_CHAIN, NVLS -> 2;
        };
    }

    /** Bytes that the busiest rank sends. */
    public static double mostSentBytes(CollectiveWork work, int ranks) {
        if (ranks < 2) {
            return 0;
        }
        Algorithm algorithm = work.library().algorithm();
        if (needsSwitches(algorithm) && runs(algorithm, work.operation())) {
            double share = work.operation() == CollectiveOperation.ALL_GATHER ? 1.0 / ranks : 1;
            return work.bytesPerRank() * share * wireShare(work.library().protocol()) / REDUCING_SHARE;
        }
        if (isRing(work)) {
            return (double) Collectives.rounds(work.operation(), ranks) * ringMessageBytes(work, ranks);
        }
        double[] sent = new double[ranks];
        of(work, ranks, null).forEach(message -> sent[message.sourceRank()] += message.bytes());
        return Arrays.stream(sent).max().orElse(0);
    }

    /** Rounds of the messages: each waits for the one before. */
    static int rounds(List<Message> messages) {
        return 1 + messages.stream().mapToInt(Message::round).max().orElse(-1);
    }

    private static int depth(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** Of all channels together; the library halves its chunks until the pipeline is longer than the way, or they are small. */
    private static long chunkBytes(long bytes, int channels, int depth) {
        long chunkBytes = CHUNK_BYTES;
        while (chunkBytes > SMALLEST_CHUNK_BYTES && bytes / (channels * chunkBytes) < 4L * depth) {
            chunkBytes /= 2;
        }
        return channels * chunkBytes;
    }
}
