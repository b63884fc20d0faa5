package io.fabrictwin.model.pause;

import java.util.List;

/**
 * Buffers that can wait for each other in a ring, which is necessary for a deadlock, not sufficient.
 *
 * @param cycle a shortest ring of buffers, each waiting for the next one and the last for the first
 * @param routes routes that make a buffer of this knot wait for another one of it, by index, ascending
 * @param isProbable whether some ring of the knot has all its links full at once under the current traffic
 */
public record Deadlock(List<Buffer> cycle, List<Integer> routes, boolean isProbable) {
    /** The ingress buffer at the end of a directed link, of one priority or virtual lane. */
    public record Buffer(int link, int priority) {}

    public Deadlock {
        cycle = List.copyOf(cycle);
        routes = List.copyOf(routes);
    }
}
