package io.fabrictwin.model.multipath;

import io.fabrictwin.model.collective.DoubleTree;
import io.fabrictwin.model.route.Murmur3;
import java.util.Arrays;

/**
 * A channel of a collective on one rail: connections between hosts that move at one rate, since each host forwards what it
 * has got. Rates are in bytes of the channel's share of the collective; an edge carries its volume per such byte. Immutable.
 */
public final class Channel {
    private final int rail;
    private final int[] from;
    private final int[] to;
    private final double volume;

    private Channel(int rail, int[] from, int[] to, double volume) {
        this.rail = rail;
        this.from = from;
        this.to = to;
        this.volume = volume;
    }

    /**
     * Ring all-reduce: every host sends {@code 2 (n - 1) / n} of the share to the next in order.
     *
     * @param order hosts in ring order, at least two
     */
    public static Channel ring(int rail, int... order) {
        int n = order.length;
        if (n < 2) {
            throw new IllegalArgumentException("a ring needs two hosts: " + Arrays.toString(order));
        }
        int[] to = new int[n];
        for (int at = 0; at < n; at++) {
            to[at] = order[(at + 1) % n];
        }
        return new Channel(rail, order.clone(), to, 2.0 * (n - 1) / n);
    }

    /**
     * One of the two trees of a double binary tree all-reduce: the share goes up every edge once and down once.
     *
     * @param second which of the two of {@link DoubleTree}
     * @param order host of each member, at least two
     */
    public static Channel tree(int rail, boolean second, int... order) {
        int n = order.length;
        if (n < 2) {
            throw new IllegalArgumentException("a tree needs two hosts: " + Arrays.toString(order));
        }
        DoubleTree trees = DoubleTree.over(n);
        int[] from = new int[2 * (n - 1)];
        int[] to = new int[2 * (n - 1)];
        int at = 0;
        for (int member = 0; member < n; member++) {
            int parent = trees.parent(second ? 1 : 0, member);
            if (parent >= 0) {
                from[at] = order[member];
                to[at++] = order[parent];
                from[at] = order[parent];
                to[at++] = order[member];
            }
        }
        return new Channel(rail, from, to, 1);
    }

    /**
     * Connections that move at one rate.
     *
     * @param from sending host of each connection
     * @param to receiving host of each
     * @param volume bytes that each carries per byte of the share
     */
    public static Channel of(int rail, int[] from, int[] to, double volume) {
        if (from.length != to.length || !(volume > 0)) {
            throw new IllegalArgumentException("a channel needs as many receivers as senders and a positive volume: "
                    + from.length + ", " + to.length + ", " + volume);
        }
        return new Channel(rail, from.clone(), to.clone(), volume);
    }

    /** Numbers from 0 to {@code count - 1} in a random order; the same seed gives the same order. */
    public static int[] shuffled(int count, int seed) {
        int[] order = new int[count];
        for (int at = 0; at < count; at++) {
            int other = Integer.remainderUnsigned(Murmur3.hash(seed, at, 0, 0), at + 1);
            order[at] = order[other];
            order[other] = at;
        }
        return order;
    }

    /** Its rail. */
    public int rail() {
        return rail;
    }

    /** Number of its connections. */
    public int edges() {
        return from.length;
    }

    /** Sending host of a connection. */
    public int from(int edge) {
        return from[edge];
    }

    /** Receiving host of a connection. */
    public int to(int edge) {
        return to[edge];
    }

    /** Bytes that a connection carries per byte of the channel's share. */
    public double volume() {
        return volume;
    }
}
