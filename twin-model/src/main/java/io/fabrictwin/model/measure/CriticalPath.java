package io.fabrictwin.model.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the time of the steps is made of, along the chain of computing and messages in which each waited for the one
 * before. The shares of computing, sending and all waits add up to 1.
 *
 * @param computeShare computing
 * @param lateShare of the computing, what ranks on the chain computed longer than the median rank of their step: for so
 *     long the others waited for a late arrival; null: not told (forecasts of an earlier version)
 * @param sendingShare messages, as long as each would take on a network that carries nothing else
 * @param waitingShare what the messages took beyond that
 * @param gates ports at which they waited, the longest wait first, at most {@link #MOST_GATES}; what a message took too
 *     long is put down to the port of its path that was sending, paused or with a queue for most of that time
 */
public record CriticalPath(
        double computeShare,
        @Nullable Double lateShare,
        double sendingShare,
        double waitingShare,
        List<PortWait> gates) {
    /** More ports than these are not told. */
    public static final int MOST_GATES = 5;

    public CriticalPath {
        gates = List.copyOf(gates);
    }
}
