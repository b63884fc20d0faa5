package io.fabrictwin.model.multipath;

import io.fabrictwin.model.flow.MaxMin;
import java.util.List;

/**
 * Rates of the channels of a collective that run together over a fabric. A collective ends with its slowest channel, since
 * the split of its bytes over channels is fixed beforehand. Keeps its workspace; one problem at a time.
 */
public final class ChannelRates {
    private final QueuePairs queuePairs;
    private final Placement placement;
    private final MaxMin solver = new MaxMin();

    /** Over a fabric. */
    public ChannelRates(RailFabric fabric, PathPicker picker, QueuePairs queuePairs) {
        this.queuePairs = queuePairs;
        placement = new Placement(fabric, picker, queuePairs);
    }

    /** Smallest rate of some channels if host links alone bind, in bytes of a channel's share per ns. */
    public static double nominal(RailFabric fabric, List<Channel> channels) {
        return new ChannelRates(fabric.withoutFabricLimits(), new PathPicker.Spray(1), QueuePairs.ONE)
                .slowest(channels, 0);
    }

    /**
     * Rates under a hash seed. If messages take turns over queue pairs, these are solved as flows of their own first, and
     * each then carries its part of the connection in proportion to the rate it got.
     *
     * @return rate per channel in bytes of its share per ns; the array changes with the next call
     */
    public double[] solve(List<Channel> channels, int seed) {
        int count = queuePairs.count();
        placement.start(seed);
        if (count == 1 || queuePairs.policy() == QueuePairs.MessagePolicy.SPLIT) {
            for (int c = 0; c < channels.size(); c++) {
                placement.channel(channels.get(c), c * count);
            }
            return solver.solve(placement.problem());
        }
        int[] first = new int[channels.size()];
        for (int c = 0; c < first.length; c++) {
            first[c] = placement.queuePairsOf(channels.get(c), c * count);
        }
        double[] rate = solver.solve(placement.problem()).clone();
        placement.start(seed);
        for (int c = 0; c < first.length; c++) {
            placement.channel(channels.get(c), c * count, rate, first[c]);
        }
        return solver.solve(placement.problem());
    }

    /** Smallest rate under a hash seed: the one that the collective has when its channels carry equal shares. */
    public double slowest(List<Channel> channels, int seed) {
        double[] rate = solve(channels, seed);
        double slowest = Double.POSITIVE_INFINITY;
        for (double each : rate) {
            slowest = Math.min(slowest, each);
        }
        return slowest;
    }
}
