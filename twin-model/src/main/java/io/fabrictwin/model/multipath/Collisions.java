package io.fabrictwin.model.multipath;

import io.fabrictwin.model.route.Murmur3;
import java.util.Arrays;

/**
 * Equal flows that a hash spreads over links: the distribution of the largest number of flows on one link.
 *
 * <p>Exact: link by link, the number of flows that land on it is binomial given how many the links before it have left.
 * Cost: the cube of the number of flows and links; up to a few hundred of each.
 */
public final class Collisions {
    /** By number of flows: probability that no link has more. */
    private final double[] atMost;

    private Collisions(double[] atMost) {
        this.atMost = atMost;
    }

    /** {@code flows} drawn independently and evenly over {@code links}; both at least 1. */
    public static Collisions of(int flows, int links) {
        if (flows < 1 || links < 1) {
            throw new IllegalArgumentException("flows and links must be positive: " + flows + ", " + links);
        }
        double[] atMost = new double[flows + 1];
        for (int most = 1; most <= flows; most++) {
            atMost[most] = most == flows || atMost[most - 1] > 1 - 1e-15 ? 1 : atMost(flows, links, most);
        }
        return new Collisions(atMost);
    }

    private static double atMost(int flows, int links, int most) {
        // after[n]: probability that n flows over the links so far load none with more than most.
        double[] after = new double[flows + 1];
        for (int n = 0; n <= flows; n++) {
            after[n] = n <= most ? 1 : 0;
        }
        for (int link = 2; link <= links; link++) {
            double[] next = new double[flows + 1];
            double odds = 1.0 / (link - 1);
            for (int n = 0; n <= flows; n++) {
                double binomial = StrictMath.pow(1 - 1.0 / link, n);
                for (int here = 0; here <= Math.min(n, most); here++) {
                    next[n] += binomial * after[n - here];
                    binomial *= odds * (n - here) / (here + 1);
                }
            }
            after = next;
        }
        return after[flows];
    }

    /** Expected number of flows on the fullest link: the slowdown of a collective that waits for its slowest flow. */
    public double meanWorst() {
        double mean = 0;
        for (int k = 0; k + 1 < atMost.length; k++) {
            mean += 1 - atMost[k];
        }
        return mean;
    }

    /** Least number that the fullest link does not exceed with this probability. */
    public int worst(double probability) {
        int k = 1;
        while (k + 1 < atMost.length && atMost[k] < probability) {
            k++;
        }
        return k;
    }

    /** Probability that no two flows meet; 0 if there are more flows than links. */
    public double probabilityOfNone() {
        return atMost[1];
    }

    /** Expected share of its rate that the slowest flow keeps. */
    public double meanRate() {
        double mean = 0;
        for (int k = 1; k < atMost.length; k++) {
            mean += (atMost[k] - atMost[k - 1]) / k;
        }
        return mean;
    }

    /**
     * The fullest link under one seed of the hash that {@link Placement} uses, in connections.
     *
     * @param load room for one number a link, overwritten
     */
    public static double hashedWorst(int seed, int connections, int queuePairs, int[] load) {
        Arrays.fill(load, 0);
        int worst = 0;
        for (int connection = 0; connection < connections; connection++) {
            for (int pair = 0; pair < queuePairs; pair++) {
                int hash = Murmur3.hash(seed, connection, connections + connection, pair);
                worst = Math.max(worst, ++load[Integer.remainderUnsigned(hash, load.length)]);
            }
        }
        return (double) worst / queuePairs;
    }

    /** Expected number of different paths among {@code paths} that flows hashed without flaw take. */
    public static double expectedPaths(int flows, int paths) {
        return paths * (1 - StrictMath.pow(1 - 1.0 / paths, flows));
    }
}
