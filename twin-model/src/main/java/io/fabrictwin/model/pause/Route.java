package io.fabrictwin.model.pause;

import java.util.Arrays;

/**
 * The way of one flow.
 *
 * @param links directed links in order, by number
 * @param priorities per link: priority or virtual lane on it; negative: one that is not lossless, so that nothing waits
 */
@SuppressWarnings("ArrayRecordComponent") // dense inputs of graph algorithms; compared and printed by content below
public record Route(int[] links, int[] priorities) {
    public Route {
        if (links.length == 0 || links.length != priorities.length) {
            throw new IllegalArgumentException("a route must have links, and one priority for each: "
                    + Arrays.toString(links) + ", " + Arrays.toString(priorities));
        }
        for (int link : links) {
            if (link < 0) {
                throw new IllegalArgumentException("links must not be negative: " + Arrays.toString(links));
            }
        }
    }

    /** A route that keeps one priority. */
    public static Route of(int priority, int... links) {
        int[] priorities = new int[links.length];
        Arrays.fill(priorities, priority);
        return new Route(links, priorities);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Route that
                && Arrays.equals(links, that.links)
                && Arrays.equals(priorities, that.priorities);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(links) + Arrays.hashCode(priorities);
    }

    @Override
    public String toString() {
        return "Route[links=" + Arrays.toString(links) + ", priorities=" + Arrays.toString(priorities) + "]";
    }
}
