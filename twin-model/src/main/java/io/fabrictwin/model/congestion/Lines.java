package io.fabrictwin.model.congestion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How lanes share a line: strict ones first, in order of priority, the others by weight; what a lane does not need others
 * may have. Rates are bytes per ns.
 */
final class Lines {
    private static final double TOLERANCE = 1e-6;
    private static final int[] NONE = {};

    private final @Nullable Lane[] lane;
    /** By port, the other lanes of its line. */
    private final int[][] others;

    private final double[] demand;

    Lines(Network network) {
        int ports = network.portCount();
        lane = new Lane[ports];
        Map<Integer, List<Integer>> byLine = new HashMap<>();
        for (int p = 0; p < ports; p++) {
            lane[p] = network.lane(p);
        }
        others = new int[ports][];
        Arrays.fill(others, NONE);
        for (int p = 0; p < ports; p++) {
            Lane own = lane[p];
            if (own != null) {
                byLine.computeIfAbsent(own.line(), line -> new ArrayList<>()).add(p);
            }
        }
        byLine.values()
                .forEach(lanes -> lanes.forEach(p -> others[p] = lanes.stream()
                        .mapToInt(Integer::intValue)
                        .filter(q -> q != p)
                        .toArray()));
        demand = new double[ports];
    }

    /** Other lanes of the line of a port. */
    int[] others(int port) {
        return others[port];
    }

    /** Sets at which rate a lane would send; infinite where something waits. Whether that is another rate than before. */
    boolean demand(int port, double rate) {
        double before = demand[port];
        if (others[port].length == 0
                || before == rate
                || Math.abs(rate - before) <= TOLERANCE * Math.min(rate, before)) {
            return false;
        }
        demand[port] = rate;
        return true;
    }

    /** What a lane may have of a line's rate if it needs all that it can get. */
    double share(int port, double rate) {
        Lane own = lane[port];
        if (own == null || others[port].length == 0) {
            return rate;
        }
        double left = rate;
        for (int other : others[port]) {
            Lane their = lane[other];
            if (their != null && their.isStrict() && !(own.isStrict() && own.priority() > their.priority())) {
                left -= Math.min(left, demand[other]);
            }
        }
        return own.isStrict() ? left : weighted(port, own, left);
    }

    /** Lanes that need less than their part leave the rest to the others. */
    private double weighted(int port, Lane own, double rate) {
        int[] sharing = IntStream.of(others[port])
                .filter(other -> !required(lane[other]).isStrict())
                .toArray();
        double left = rate;
        double weights = own.weight();
        for (int other : sharing) {
            weights += required(lane[other]).weight();
        }
        boolean[] isServed = new boolean[sharing.length];
        for (int round = 0; round < sharing.length; round++) {
            boolean isAny = false;
            for (int k = 0; k < sharing.length; k++) {
                double weight = required(lane[sharing[k]]).weight();
                if (!isServed[k] && demand[sharing[k]] <= left * weight / weights) {
                    isServed[k] = true;
                    isAny = true;
                    left -= demand[sharing[k]];
                    weights -= weight;
                }
            }
            if (!isAny) {
                break;
            }
        }
        return left * own.weight() / weights;
    }

    private static Lane required(@Nullable Lane lane) {
        if (lane == null) {
            throw new IllegalStateException("a line has a port that is no lane");
        }
        return lane;
    }
}
