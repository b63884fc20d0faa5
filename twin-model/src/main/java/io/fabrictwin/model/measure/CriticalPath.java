package io.fabrictwin.model.measure;

import java.util.List;

/**
 * What the time of the steps is made of, along the chain of computing and messages in which each waited for the one
 * before. The shares of computing, sending and all waits add up to 1.
 *
 * @param computeShare computing
 * @param sendingShare messages, as long as each would take on a network that carries nothing else
 * @param waitingShare what the messages took beyond that
 * @param gates ports at which they waited, the longest wait first, at most {@link #MOST_GATES}; what a message took too
 *     long is put down to the port of its path that was sending, paused or with a queue for most of that time
 */
public record CriticalPath(double computeShare, double sendingShare, double waitingShare, List<PortWait> gates) {
    /** More ports than these are not told. */
    public static final int MOST_GATES = 5;

    public CriticalPath {
        gates = List.copyOf(gates);
    }
}
