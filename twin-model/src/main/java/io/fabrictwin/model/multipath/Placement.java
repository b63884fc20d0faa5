package io.fabrictwin.model.multipath;

import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.route.Murmur3;
import java.util.Arrays;

/**
 * Lays traffic on the links of a fabric: each channel, connection or queue pair becomes a variable of a max-min problem
 * whose constraints are the links. Keeps its arrays: placing again under another seed allocates nothing once warm.
 */
public final class Placement {
    private final RailFabric fabric;
    private final PathPicker picker;
    private final QueuePairs queuePairs;
    private final Problem problem = new Problem();
    private final int[] leafSeed;

    /** All spines, and some of them. */
    private final int[] all;

    private final int[] some;
    private final int[] message;
    private final double[] fraction;

    /** What each queue pair of a connection carries. */
    private final double[] part;

    private final double[] load;
    private final int[] touched;
    private int touches;
    private final double[] placed;

    /** For a fabric; traffic comes after {@link #start}. */
    public Placement(RailFabric fabric, PathPicker picker, QueuePairs queuePairs) {
        this.fabric = fabric;
        this.picker = picker;
        this.queuePairs = queuePairs;
        leafSeed = new int[fabric.rails() * fabric.leaves()];
        all = new int[fabric.spines()];
        Arrays.setAll(all, k -> k);
        some = new int[fabric.spines()];
        fraction = new double[fabric.spines()];
        message = new int[fabric.spines()];
        part = new double[queuePairs.count()];
        load = new double[fabric.links()];
        touched = new int[fabric.links()];
        placed = new double[fabric.links()];
        for (int link = 0; link < fabric.links(); link++) {
            problem.addConstraint(fabric.bytesPerNs(link));
        }
        start(0);
    }

    /** Starts anew without traffic, under hash seeds drawn from this one. */
    public void start(int seed) {
        problem.clearVariables();
        Arrays.fill(placed, 0);
        for (int leaf = 0; leaf < leafSeed.length; leaf++) {
            leafSeed[leaf] = Murmur3.hash(seed, leaf, 0, 0);
        }
    }

    /** What has been placed since the start: constraints are the fabric's links by index, capacities in bytes per ns. */
    public Problem problem() {
        return problem;
    }

    /**
     * Places a channel as one variable.
     *
     * @param port first source port: channels between the same hosts need ports of their own, {@code count} of queue
     *     pairs apart
     * @return its variable
     */
    public int channel(Channel channel, int port) {
        int variable = problem.addVariable(1, Double.POSITIVE_INFINITY);
        Arrays.fill(part, channel.volume() / part.length);
        for (int edge = 0; edge < channel.edges(); edge++) {
            place(channel.rail(), channel.from(edge), channel.to(edge), port, part.length, channel.volume());
        }
        use();
        return variable;
    }

    /**
     * Places a channel whose queue pairs carry unequal parts.
     *
     * @param rate rate of each queue pair, by variable as {@link #queuePairsOf} has numbered them
     * @param first variable of the channel's first queue pair there
     * @return its variable
     */
    int channel(Channel channel, int port, double[] rate, int first) {
        int variable = problem.addVariable(1, Double.POSITIVE_INFINITY);
        int at = first;
        for (int edge = 0; edge < channel.edges(); edge++, at += part.length) {
            double sum = 0;
            for (int pair = 0; pair < part.length; pair++) {
                sum += rate[at + pair];
            }
            for (int pair = 0; pair < part.length; pair++) {
                // With a host's link down nothing moves, whatever the parts.
                part[pair] = channel.volume() * (sum > 0 ? rate[at + pair] / sum : 1.0 / part.length);
            }
            place(channel.rail(), channel.from(edge), channel.to(edge), port, part.length, channel.volume());
        }
        use();
        return variable;
    }

    /** Places every queue pair of a channel as a variable of its own; returns the first, edge by edge. */
    int queuePairsOf(Channel channel, int port) {
        int first = problem.variables();
        for (int edge = 0; edge < channel.edges(); edge++) {
            eachByItself(channel.rail(), channel.from(edge), channel.to(edge), port, Double.POSITIVE_INFINITY);
        }
        return first;
    }

    private void eachByItself(int rail, int from, int to, int port, double cap) {
        part[0] = 1;
        for (int pair = 0; pair < queuePairs.count(); pair++) {
            problem.addVariable(1, cap);
            place(rail, from, to, port + pair, 1, 1);
            use();
        }
    }

    /**
     * Places an independent connection: one variable if messages are split over its queue pairs, one per queue pair if
     * they take turns (the connection's rate is their sum).
     *
     * @param port its first source port
     * @param capBytesPerNs largest rate of a variable; may be infinite
     * @return its first variable
     */
    public int connection(int rail, int from, int to, int port, double capBytesPerNs) {
        int first = problem.variables();
        if (queuePairs.policy() == QueuePairs.MessagePolicy.ROUND_ROBIN) {
            eachByItself(rail, from, to, port, capBytesPerNs);
            return first;
        }
        problem.addVariable(1, capBytesPerNs);
        Arrays.fill(part, 1.0 / part.length);
        place(rail, from, to, port, part.length, 1);
        use();
        return first;
    }

    /** Puts the parts of a connection's first queue pairs, {@code volume} together, on their links. */
    private void place(int rail, int from, int to, int port, int pairs, double volume) {
        add(fabric.hostUp(rail, from), volume);
        add(fabric.hostDown(rail, to), volume);
        int fromLeaf = fabric.leaf(from);
        int toLeaf = fabric.leaf(to);
        if (fromLeaf == toLeaf) {
            return;
        }
        boolean whole = fabric.isWhole(rail, fromLeaf) && fabric.isWhole(rail, toLeaf);
        int[] spine = whole ? all : some;
        int count = whole ? spine.length : fabric.spinesBetween(rail, fromLeaf, toLeaf, some);
        int uplinks = fabric.uplink(rail, fromLeaf, 0);
        int downlinks = fabric.downlink(rail, toLeaf, 0);
        if (picker instanceof PathPicker.Spray spray) {
            fractions(fabric, rail, fromLeaf, toLeaf, spine, count, fraction);
            for (int k = 0; k < count; k++) {
                add(uplinks + spine[k], volume * fraction[k] / spray.efficiency());
                add(downlinks + spine[k], volume * fraction[k] / spray.efficiency());
            }
            return;
        }
        int seed = leafSeed[rail * fabric.leaves() + fromLeaf];
        for (int pair = 0; pair < pairs; pair++) {
            int hash = Murmur3.hash(seed, from, to, port + pair);
            if (picker instanceof PathPicker.Flowlet flowlet) {
                countMessages(hash, count, flowlet);
                for (int k = 0; k < count; k++) {
                    if (message[k] > 0) {
                        add(uplinks + spine[k], part[pair] * message[k] / flowlet.messages());
                        add(downlinks + spine[k], part[pair] * message[k] / flowlet.messages());
                    }
                }
            } else {
                int chosen = picker instanceof PathPicker.LeastLoaded least
                        ? leastLoaded(uplinks, spine, count, hash, least.choices())
                        : spine[Integer.remainderUnsigned(hash, count)];
                placed[uplinks + chosen] += part[pair];
                add(uplinks + chosen, part[pair]);
                add(downlinks + chosen, part[pair]);
            }
        }
    }

    /** Shares of the paths over some spines, in proportion to the capacity of each path's narrower link. */
    static void fractions(
            RailFabric fabric, int rail, int fromLeaf, int toLeaf, int[] spine, int count, double[] fraction) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            fraction[k] = Math.min(
                    fabric.bytesPerNs(fabric.uplink(rail, fromLeaf, spine[k])),
                    fabric.bytesPerNs(fabric.downlink(rail, toLeaf, spine[k])));
            sum += fraction[k];
        }
        for (int k = 0; k < count; k++) {
            fraction[k] = sum < Double.POSITIVE_INFINITY ? fraction[k] / sum : 1.0 / count;
        }
    }

    /** How many messages of a queue pair take each path: over time, each counts where its flowlet was drawn. */
    private void countMessages(int hash, int count, PathPicker.Flowlet flowlet) {
        Arrays.fill(message, 0, count, 0);
        int draw = hash;
        for (int m = 0; m < flowlet.messages(); m++) {
            int gap = Murmur3.hash(hash, m, 0, 0);
            if (m > 0 && (gap >>> 1) * 0x1p-31 < flowlet.redrawProbability()) {
                draw = Murmur3.hash(gap, m, 0, 0);
            }
            message[Integer.remainderUnsigned(draw, count)]++;
        }
    }

    /** The spine, among some drawn, whose uplink has the least load so far; the first drawn wins a tie. */
    private int leastLoaded(int uplinks, int[] spine, int count, int hash, int choices) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        boolean every = choices >= count;
        for (int choice = 0; choice < Math.min(choices, count); choice++) {
            // All of them, from a drawn start; or drawn one by one.
            int draw = every ? Integer.remainderUnsigned(hash, count) + choice : Murmur3.hash(hash, choice, 0, 0);
            int candidate = spine[Integer.remainderUnsigned(draw, count)];
            double relative = placed[uplinks + candidate] / fabric.bytesPerNs(uplinks + candidate);
            if (relative < least) {
                least = relative;
                best = candidate;
            }
        }
        return best;
    }

    private void add(int link, double volume) {
        if (load[link] == 0) {
            touched[touches++] = link;
        }
        load[link] += volume;
    }

    /** Gives what has been added to the newest variable. */
    private void use() {
        for (int t = 0; t < touches; t++) {
            problem.use(touched[t], load[touched[t]]);
            load[touched[t]] = 0;
        }
        touches = 0;
    }
}
