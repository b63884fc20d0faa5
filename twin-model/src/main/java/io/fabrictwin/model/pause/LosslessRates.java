package io.fabrictwin.model.pause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rates of flows that lossless links alone hold back, in one priority, without any control between the ends. Two rules
 * differ from max-min fairness.
 *
 * <p><em>By input port.</em> A full link serves its backlogged input ports equally; within a port it takes what that
 * port's queue holds, mixed by the same rule one hop up; a host mixes its flows equally. So a flow alone on its port gets
 * as much as all flows of another port together: the parking-lot effect.
 *
 * <p><em>Head of line.</em> A queue is first in, first out. Once one of its flows, the culprit, may pass a later link at
 * rate {@code r_c} only, the whole queue is held to the pace at which the culprit leaves it, and a victim beside it gets no
 * more than its share of the mix relative to the culprit's: {@code r_v <= r_c (1 - x_c) / x_c}. That goes on upstream, to
 * the hosts.
 *
 * <p>Each flow has an allowance at each link; the allowances are worked out link by link, in order and again, until none
 * changes. A flow's rate is its least allowance.
 */
public final class LosslessRates {
    private static final double TOLERANCE = 1e-10;
    private static final int MOST_PASSES = 2000;
    /** Passes after which steps become shorter and shorter, so that what swings between two links comes to rest. */
    private static final int UNDAMPED_PASSES = 20;
    /** How much faster than the first culprit a flow may pass on, as a share, to be one in part. */
    private static final double BLAME = 0.01;

    private final double[] capacity;
    private final int[] offset;
    private final int[] link;
    private final double[] demand;
    private final int[] flowOf;

    // Incidences of a link, those of one input port side by side.
    private final int[] firstOfLink;
    private final int[] incidence;

    private final double[] mix;
    private final double[] allowance;
    private final double[] up;
    private final double[] down;
    /** Per link the incidence of the culprit that holds it; -1 without. */
    private final int[] culprit;

    private double unrest;

    private LosslessRates(double[] capacity, int[] offset, int[] link, double[] demand) {
        this.capacity = capacity;
        this.offset = offset;
        this.link = link;
        this.demand = demand;
        int incidences = link.length;
        flowOf = new int[incidences];
        for (int flow = 0; flow < demand.length; flow++) {
            Arrays.fill(flowOf, offset[flow], offset[flow + 1], flow);
        }
        firstOfLink = new int[capacity.length + 1];
        for (int at : link) {
            firstOfLink[at + 1]++;
        }
        for (int l = 0; l < capacity.length; l++) {
            firstOfLink[l + 1] += firstOfLink[l];
        }
        // By link, then by input port, then by flow: keys are unique, so the order is the same every time.
        Integer[] sorted = new Integer[incidences];
        Arrays.setAll(sorted, k -> k);
        Arrays.sort(sorted, (a, b) -> {
            int byLink = Integer.compare(link[a], link[b]);
            int byPort = byLink != 0 ? byLink : Integer.compare(port(a), port(b));
            return byPort != 0 ? byPort : Integer.compare(a, b);
        });
        incidence = Arrays.stream(sorted).mapToInt(k -> k).toArray();
        mix = new double[incidences];
        allowance = new double[incidences];
        up = new double[incidences];
        down = new double[incidences];
        culprit = new int[capacity.length];
        Arrays.setAll(allowance, k -> capacity[link[k]]);
    }

    /**
     * Rates of flows over links, and the links that are held.
     *
     * @param capacity per link, any unit, positive
     * @param offset per flow and one more: where its links start in {@code link}
     * @param link links of each flow in order, the first one that of its host
     * @param demand per flow, in the unit of the capacities; infinite: as much as it gets
     * @throws IllegalArgumentException for a number outside its range, a flow without links, or an unknown link
     */
    public static Result of(double[] capacity, int[] offset, int[] link, double[] demand) {
        if (offset.length != demand.length + 1) {
            throw new IllegalArgumentException("offset must fit " + demand.length + " flows: " + offset.length);
        }
        for (double c : capacity) {
            Require.positive("capacity", c);
        }
        for (int flow = 0; flow < demand.length; flow++) {
            if (!(demand[flow] >= 0) || offset[flow + 1] <= offset[flow]) {
                throw new IllegalArgumentException("flow " + flow + " must have links and a demand: " + demand[flow]);
            }
        }
        for (int at : link) {
            if (at < 0 || at >= capacity.length) {
                throw new IllegalArgumentException("no capacity for link " + at);
            }
        }
        LosslessRates rates = new LosslessRates(capacity, offset, link, demand);
        rates.findMix();
        rates.settle();
        return rates.result();
    }

    /**
     * What the links let through, and which of them are held.
     *
     * @param rate per flow, in the unit of the capacities
     * @param holds links that pauses of a later link hold, by link
     * @param unrest 0 if the allowances came to rest; else the largest share by which one would still change. Queues that
     *     hold up each other have no rest now and then; rates are then means that the links can carry
     */
    @SuppressWarnings("ArrayRecordComponent") // results by index, as from MaxMin
    public record Result(double[] rate, List<Hold> holds, double unrest) {
        public Result {
            holds = List.copyOf(holds);
        }
    }

    /**
     * A link whose queue stands because one of its flows may not pass a later link any faster.
     *
     * @param link the link that is held
     * @param root the full link that its culprit has to wait for
     * @param hops from the held link to the root on the culprit's way, 1 for neighbours
     * @param share share of the time for which the link is held
     */
    public record Hold(int link, int root, int hops, double share) {}

    /** Input port of an incidence: the link before it; a host's flows come by ports of their own, below 0. */
    private int port(int k) {
        return k == offset[flowOf[k]] ? -1 - flowOf[k] : link[k - 1];
    }

    /** Share of each flow within its input port, from the hosts on. */
    private void findMix() {
        Arrays.fill(mix, 1);
        for (int pass = 0; pass <= capacity.length; pass++) {
            boolean changed = false;
            for (int l = 0; l < capacity.length; l++) {
                int ports = ports(l);
                for (int from = firstOfLink[l]; from < firstOfLink[l + 1]; ) {
                    int until = endOfPort(l, from);
                    double sum = 0;
                    for (int i = from; i < until; i++) {
                        sum += mix[incidence[i]];
                    }
                    for (int i = from; i < until; i++) {
                        int k = incidence[i];
                        // On the next link this flow comes with this much of what this link carries.
                        if (k + 1 < offset[flowOf[k] + 1]) {
                            double next = mix[k] / sum / ports;
                            changed |= Math.abs(next - mix[k + 1]) > TOLERANCE * next;
                            mix[k + 1] = next;
                        }
                    }
                    from = until;
                }
            }
            if (!changed) {
                return;
            }
        }
    }

    private int ports(int l) {
        int ports = 0;
        for (int from = firstOfLink[l]; from < firstOfLink[l + 1]; from = endOfPort(l, from)) {
            ports++;
        }
        return ports;
    }

    private int endOfPort(int l, int from) {
        int until = from + 1;
        while (until < firstOfLink[l + 1] && port(incidence[until]) == port(incidence[from])) {
            until++;
        }
        return until;
    }

    private void settle() {
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            double pace = pass < UNDAMPED_PASSES ? 1 : (double) UNDAMPED_PASSES / pass;
            unrest = 0;
            for (int l = 0; l < capacity.length; l++) {
                allow(l, pace);
            }
            if (unrest <= TOLERANCE) {
                unrest = 0;
                return;
            }
        }
    }

    /** Works out the allowances at a link, and moves towards them. */
    private void allow(int l, double pace) {
        int first = firstOfLink[l];
        int end = firstOfLink[l + 1];
        double offered = 0;
        for (int i = first; i < end; i++) {
            int k = incidence[i];
            int flow = flowOf[k];
            up[k] = Math.min(demand[flow], least(offset[flow], k));
            down[k] = least(k + 1, offset[flow + 1]);
            offered += up[k];
        }
        double full = offered > capacity[l] * (1 + TOLERANCE) ? portLevel(l) : Double.POSITIVE_INFINITY;
        double level = full;
        culprit[l] = -1;
        for (int from = first; from < end; ) {
            int until = endOfPort(l, from);
            double fullMix = mixLevel(from, until, full);
            for (int i = from; i < until; i++) {
                int k = incidence[i];
                if (down[k] < Math.min(up[k], mix[k] * fullMix) * (1 - TOLERANCE)) {
                    double held = throughPort(from, until, down[k] / mix[k]);
                    if (held < level) {
                        level = held;
                        culprit[l] = k;
                    }
                }
            }
            from = until;
        }
        for (int from = first; from < end; ) {
            int until = endOfPort(l, from);
            double fullMix = mixLevel(from, until, full);
            double heldMix = mixLevel(from, until, level);
            for (int i = from; i < until; i++) {
                int k = incidence[i];
                // A culprit is held by the later link, not by the queue that it holds up itself; two that hold it up
                // alike share that, or there would be no rest between them.
                double fullest = Math.min(capacity[l], mix[k] * fullMix);
                double heldBack = Math.min(capacity[l], mix[k] * heldMix);
                double blame = Math.min(1, Math.max(0, 1 - (down[k] / heldBack - 1) / BLAME));
                double next = heldBack + (fullest - heldBack) * blame;
                unrest = Math.max(unrest, Math.abs(next - allowance[k]) / next);
                allowance[k] += (next - allowance[k]) * pace;
            }
            from = until;
        }
    }

    private double least(int from, int until) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = from; k < until; k++) {
            least = Math.min(least, allowance[k]);
        }
        return least;
    }

    /** Rate that every input port of a full link may have: what some do not use is for the others. */
    private double portLevel(int l) {
        double left = capacity[l];
        double level = 0;
        boolean[] below = new boolean[firstOfLink[l + 1] - firstOfLink[l]];
        int open = ports(l);
        while (true) {
            level = left / open;
            boolean changed = false;
            for (int from = firstOfLink[l]; from < firstOfLink[l + 1]; ) {
                int until = endOfPort(l, from);
                double wanted = throughPort(from, until, Double.POSITIVE_INFINITY);
                if (!below[from - firstOfLink[l]] && wanted < level) {
                    below[from - firstOfLink[l]] = true;
                    left -= wanted;
                    open--;
                    changed = true;
                }
                from = until;
            }
            if (!changed) {
                return level;
            }
        }
    }

    /** What a port brings if each of its flows is held to its share of the mix times {@code mixLevel}. */
    private double throughPort(int from, int until, double mixLevel) {
        double sum = 0;
        for (int i = from; i < until; i++) {
            int k = incidence[i];
            sum += Math.min(up[k], mix[k] * mixLevel);
        }
        return sum;
    }

    /** Level of the mix at which a port brings {@code rate}; infinite if it has no more than that. */
    private double mixLevel(int from, int until, double rate) {
        if (throughPort(from, until, Double.POSITIVE_INFINITY) <= rate * (1 + TOLERANCE)) {
            return Double.POSITIVE_INFINITY;
        }
        double left = rate;
        double weight = 0;
        for (int i = from; i < until; i++) {
            weight += mix[incidence[i]];
        }
        boolean[] below = new boolean[until - from];
        while (true) {
            double level = left / weight;
            boolean changed = false;
            for (int i = from; i < until; i++) {
                int k = incidence[i];
                if (!below[i - from] && up[k] < mix[k] * level) {
                    below[i - from] = true;
                    left -= up[k];
                    weight -= mix[k];
                    changed = true;
                }
            }
            if (!changed) {
                return level;
            }
        }
    }

    private Result result() {
        double[] rate = new double[demand.length];
        for (int flow = 0; flow < rate.length; flow++) {
            rate[flow] = allowed(flow);
        }
        double[] load = load(rate);
        if (unrest > 0) {
            for (int k = 0; k < link.length; k++) {
                int flow = flowOf[k];
                rate[flow] = Math.min(rate[flow], allowed(flow) * Math.min(1, capacity[link[k]] / load[link[k]]));
            }
            load = load(rate);
        }
        List<Hold> holds = new ArrayList<>();
        for (int l = 0; l < capacity.length; l++) {
            int k = culprit[l];
            if (k >= 0) {
                int root = k + 1;
                for (int later = k + 2; later < offset[flowOf[k] + 1]; later++) {
                    root = allowance[later] < allowance[root] * (1 - TOLERANCE) ? later : root;
                }
                holds.add(new Hold(l, link[root], root - k, Math.max(0, 1 - load[l] / capacity[l])));
            }
        }
        return new Result(rate, holds, unrest);
    }

    private double allowed(int flow) {
        return Math.min(demand[flow], least(offset[flow], offset[flow + 1]));
    }

    private double[] load(double[] rate) {
        double[] load = new double[capacity.length];
        for (int k = 0; k < link.length; k++) {
            load[link[k]] += rate[flowOf[k]];
        }
        return load;
    }
}
