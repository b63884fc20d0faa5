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
    private final Map<String, Communicator> byPointer = new HashMap<>();
    private final Map<String, Communicator> byThread = new HashMap<>();
    private final Map<String, Integer> openByProcess = new HashMap<>();
    private final Map<String, Communicator> newestByProcess = new HashMap<>();
    private final Map<String, Integer> createdByProcessAndSize = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    /**
     * One member's view of a communicator.
     *
     * @param identity that all members share; null: not told yet
     * @param rank the member
     */
    record Communicator(@Nullable String identity, int rank) {}

    /** A message tells of it; what follows from the same thread is about it. */
    void open(Message message, String pointer, @Nullable String identity, int rank) {
        String key = message.processKey() + pointer;
        Communicator former = byPointer.get(key);
        Communicator communicator =
                new Communicator(identity == null && former != null ? former.identity() : identity, rank);
        if (byPointer.put(key, communicator) == null) {
            openByProcess.merge(message.processKey(), 1, Integer::sum);
        }
        byThread.put(message.threadKey(), communicator);
        newestByProcess.put(message.processKey(), communicator);
    }

    void close(Message message, String pointer) {
        if (byPointer.remove(message.processKey() + pointer) != null) {
            openByProcess.merge(message.processKey(), -1, Integer::sum);
        }
    }

    @Nullable
    Communicator find(Message message, String pointer) {
        return byPointer.get(message.processKey() + pointer);
    }

    /** The one that a message without a pointer is about: its thread's, or its process's only one. */
    @Nullable
    Communicator around(Message message) {
        Communicator ofThread = byThread.get(message.threadKey());
        if (ofThread != null) {
            return ofThread;
        }
        return openByProcess.getOrDefault(message.processKey(), 0) == 1
                ? newestByProcess.get(message.processKey())
                : null;
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
