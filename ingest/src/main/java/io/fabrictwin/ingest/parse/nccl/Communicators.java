package io.fabrictwin.ingest.parse.nccl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The communicators that are open, by the pointer that a process knows each by. A pointer means nothing in another process
 * and is used again once its communicator is gone.
 */
final class Communicators {
    private final Map<String, Map<String, Communicator>> byProcessAndPointer = new HashMap<>();
    private final Map<String, Communicator> byThread = new HashMap<>();
    private final Map<String, Communicator> widestByGpu = new HashMap<>();
    private final Map<String, Integer> createdByProcessAndSize = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> announcing = new HashSet<>();
    private int widest;

    /**
     * One member's view of a communicator.
     *
     * @param identity that all members share; null: not told yet
     * @param rank the member
     * @param rankCount number of members
     */
    record Communicator(@Nullable String identity, int rank, int rankCount) {}

    /** A message tells of it; what follows from the same thread is about it. */
    Communicator open(Message message, String pointer, @Nullable String identity, int rank, int rankCount) {
        Map<String, Communicator> open =
                byProcessAndPointer.computeIfAbsent(message.processKey(), key -> new HashMap<>());
        Communicator former = open.get(pointer);
        Communicator communicator =
                new Communicator(identity == null && former != null ? former.identity() : identity, rank, rankCount);
        open.put(pointer, communicator);
        byThread.put(message.threadKey(), communicator);
        Communicator wide = widestByGpu.get(message.gpuKey());
        if (wide == null || wide.rankCount() <= rankCount) {
            widestByGpu.put(message.gpuKey(), communicator);
        }
        return communicator;
    }

    /** The process tells of a communicator before it is complete: newer versions do. */
    void announce(Message message) {
        announcing.add(message.processKey());
    }

    /**
     * The one that a message is about that the library writes while it makes it. Versions before 2.17 name it only
     * afterwards: what was complete before is another one.
     */
    @Nullable
    Communicator emerging(Message message) {
        return announcing.contains(message.processKey()) ? around(message) : null;
    }

    void close(Message message, String pointer) {
        ofProcess(message).remove(pointer);
    }

    @Nullable
    Communicator find(Message message, String pointer) {
        return ofProcess(message).get(pointer);
    }

    private Map<String, Communicator> ofProcess(Message message) {
        Map<String, Communicator> open = byProcessAndPointer.get(message.processKey());
        return open == null ? new HashMap<>() : open;
    }

    /** The one that a message without a pointer is about: its thread's, or its process's only one. */
    @Nullable
    Communicator around(Message message) {
        Communicator ofThread = byThread.get(message.threadKey());
        if (ofThread != null) {
            return ofThread;
        }
        Map<String, Communicator> open = ofProcess(message);
        return open.size() == 1 ? open.values().iterator().next() : null;
    }

    /** The rank of who wrote it, in the widest communicator that it is in; null: it is in none. */
    @Nullable
    Integer rank(Message message) {
        Communicator wide = widestByGpu.get(message.gpuKey());
        return wide == null ? null : Integer.valueOf(wide.rank());
    }

    /** Whether it has more members than all before it. */
    boolean isWidest(int rankCount) {
        boolean isWider = rankCount > widest;
        widest = Math.max(widest, rankCount);
        return isWider;
    }

    /**
     * A name for one of the versions before 2.17, which print no identity: its size, and how many of that size the process
     * had before. Groups of one size that are made side by side share an order, so that a name whose rank is taken by
     * another process is passed over.
     */
    String nameByOrder(Message message, int rank, int rankCount) {
        int order = createdByProcessAndSize.merge(message.processKey() + "/" + rankCount, 1, Integer::sum) - 1;
        while (!taken.add(rankCount + "/" + order + "/" + rank)) {
            order++;
        }
        return rankCount + "-ranks-" + order;
    }
}
