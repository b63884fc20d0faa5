package io.fabrictwin.model.congestion;

/**
 * One of several queues that share the line of a port, each a port of its own to the paths that take it.
 *
 * @param line the port whose line it is; that one is a lane of itself
 * @param priority which traffic it is for: ingresses of one priority pause queues of that priority alone
 * @param weight part of the line that it may have among queues that are not strict, positive
 * @param isStrict whether it goes before all that are not, and before strict ones of lower priority
 */
public record Lane(int line, int priority, double weight, boolean isStrict) {
    public Lane {
        Require.notNegative("line", line);
        Require.positive("weight", weight);
    }
}
