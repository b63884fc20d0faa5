package io.fabrictwin.model.congestion;

/**
 * First-in first-out queue of one egress port in the fluid limit. Flows come at rates that stay until they change, and leave
 * in the proportion in which they came: a change gets to the head once all that waited before it has left. Between
 * changes nothing has to be done flow by flow: what one has got is its rate times {@link #service}, the service that
 * all have had by unit of rate.
 */
final class EgressQueue {
    /** A power of two, as all lengths of rings are. */
    private static final int FIRST_LENGTH = 64;
    /** What rounding may leave. */
    private static final double LEAST_BYTES = 1e-3;
    /** Changes that follow each other within these bytes came at the same time. */
    private static final double SAME_BYTES = 1e-6;

    private static final int[] NO_INTS = {};
    private static final double[] NO_DOUBLES = {};

    private final Flows flows;
    private final Marking marking;
    private final double packetBytes;

    private int[] changeHop = NO_INTS;
    private double[] changeRate = NO_DOUBLES;
    private double[] changeSum = NO_DOUBLES;
    private double[] changeAtBytes = NO_DOUBLES;
    private int first;
    private int changes;

    private int comers;
    private double comingRate;
    private double headingRate;
    private double bytes;
    private double served;
    private boolean isClear;
    private double clearSinceNs;
    private double service;
    private double hazard;
    private double nextMark = Double.POSITIVE_INFINITY;

    EgressQueue(Flows flows, Marking marking, double packetBytes) {
        this.flows = flows;
        this.marking = marking;
        this.packetBytes = packetBytes;
    }

    /** Bytes that wait. */
    double bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return bytes == 0;
    }

    /** Bytes that have left so far. */
    double served() {
        return served;
    }

    /** Sum of the rates at which flows come. */
    double comingRate() {
        return comingRate;
    }

    /** Share of its rate of old at which each flow leaves if all leave at {@code rate}. */
    double share(double rate) {
        return headingRate > 0 ? rate / headingRate : 0;
    }

    /** Bytes that a flow with unit rate has got by the end of the step. */
    double service() {
        return isClear ? service + flows.nowNs - clearSinceNs : service;
    }

    /** From now on nothing waits, and all that comes leaves at once. */
    void clear(double nowNs) {
        settle(nowNs);
        isClear = true;
        clearSinceNs = nowNs;
    }

    /** From now on steps have to be told. */
    void step(double nowNs) {
        settle(nowNs);
        isClear = false;
    }

    private void settle(double nowNs) {
        if (isClear) {
            service += nowNs - clearSinceNs;
            clearSinceNs = nowNs;
        }
    }

    /** Hazard of being marked that a flow with unit rate has had so far. */
    double hazard() {
        return hazard;
    }

    /** Hazard at which the next flow is marked, or less. */
    double nextMark() {
        return nextMark;
    }

    void nextMark(double atHazard) {
        nextMark = atHazard;
    }

    /** Bytes of a flow that have left by now. */
    double passed(int hop) {
        return flows.passed[hop] + flows.heading[hop] * (service() - flows.passedAtService[hop]);
    }

    /** A flow comes at another rate from now on. */
    void come(int hop, double rate, double nowNs) {
        settle(nowNs);
        double before = flows.coming[hop];
        comers += (rate > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
        comingRate = comers == 0 ? 0 : Math.max(0, comingRate + (rate - before));
        flows.coming[hop] = rate;
        flows.leavesAtBytes[hop] = served + bytes;
        if (isEmpty()) {
            turn(hop, rate);
            headingRate = comingRate;
            return;
        }
        append(hop, rate);
    }

    private void append(int hop, double rate) {
        int mask = changeHop.length - 1;
        if (flows.changesAhead[hop] > 0) {
            // What came at the rate before is nothing if no byte has come since.
            int last = flows.lastChange[hop] & mask;
            if (changeAtBytes[last] == served + bytes) {
                changeRate[last] = rate;
                changeSum[(first + changes - 1) & mask] = comingRate;
                return;
            }
        }
        if (changes == changeHop.length) {
            grow();
            mask = changeHop.length - 1;
        }
        int at = (first + changes++) & mask;
        changeHop[at] = hop;
        changeRate[at] = rate;
        changeSum[at] = comingRate;
        changeAtBytes[at] = served + bytes;
        flows.lastChange[hop] = at;
        flows.changesAhead[hop]++;
    }

    /** Whether the proportion in which flows leave changes before {@code budget} bytes have left. */
    boolean turnsWithin(double budget) {
        return changes > 0 && changeAtBytes[first] - served <= budget;
    }

    /** Nothing waits, and all that comes in {@code spanNs} leaves at once. */
    void passThrough(double spanNs) {
        service += spanNs;
    }

    /**
     * Serves up to {@code budget} bytes in a step in which {@code came} come.
     *
     * @param hazardPerByte of what leaves
     */
    void serve(double came, double budget, double fromNs, double spanNs, double hazardPerByte) {
        double all = Math.min(budget, bytes + came);
        double left = all;
        double nsPerByte = budget > 0 ? spanNs / budget : 0;
        while (changes > 0) {
            double ahead = changeAtBytes[first] - served;
            if (ahead > left) {
                break;
            }
            if (ahead > 0) {
                pass(ahead, hazardPerByte);
                left -= ahead;
            }
            turnFirst(fromNs + (all - left) * nsPerByte, nsPerByte);
        }
        pass(left, hazardPerByte);
        bytes += came - all;
        if (bytes < LEAST_BYTES) {
            bytes = 0;
            turnAll(fromNs + all * nsPerByte);
        }
    }

    private void pass(double amount, double hazardPerByte) {
        if (headingRate > 0) {
            double more = amount / headingRate;
            service += more;
            hazard += more * hazardPerByte;
        }
        served += amount;
    }

    private void turnAll(double atNs) {
        while (changes > 0) {
            turnFirst(atNs, 0);
        }
        headingRate = comingRate;
    }

    private void turnFirst(double atNs, double nsPerByte) {
        int mask = changeHop.length - 1;
        int hop = changeHop[first];
        double rate = changeRate[first];
        headingRate = changeSum[first];
        double atBytes = changeAtBytes[first];
        first = (first + 1) & mask;
        changes--;
        flows.changesAhead[hop]--;
        if (rate == 0) {
            // Packets of flows that end together alternate, so they end one packet after the other.
            int others = 0;
            while (others < changes
                    && changeRate[(first + others) & mask] == 0
                    && changeAtBytes[(first + others) & mask] - atBytes < SAME_BYTES) {
                others++;
            }
            flows.lastServiceNs[hop] = atNs - others * packetBytes * nsPerByte;
        }
        turn(hop, rate);
    }

    /** A change of a flow gets to the head. */
    private void turn(int hop, double rate) {
        flows.passed[hop] += flows.heading[hop] * (service - flows.passedAtService[hop]);
        flows.passedAtService[hop] = service;
        if (marking.isAny()) {
            nextMark = Math.min(nextMark, marking.turn(hop, flows.heading[hop], rate, hazard));
        }
        flows.heading[hop] = rate;
    }

    /** Takes out bytes that came last, at most all. */
    void drop(double amount) {
        bytes = amount < bytes - LEAST_BYTES ? bytes - amount : 0;
        for (int k = changes - 1; k >= 0; k--) {
            int at = (first + k) & (changeHop.length - 1);
            if (changeAtBytes[at] <= served + bytes) {
                break;
            }
            changeAtBytes[at] = served + bytes;
            flows.leavesAtBytes[changeHop[at]] = Math.min(flows.leavesAtBytes[changeHop[at]], served + bytes);
        }
    }

    /** All that waits is gone at {@code atNs}. */
    void dropAll(double atNs) {
        bytes = 0;
        turnAll(atNs);
    }

    private void grow() {
        int length = Math.max(FIRST_LENGTH, changeHop.length * 2);
        int[] hops = new int[length];
        double[] rates = new double[length];
        double[] sums = new double[length];
        double[] places = new double[length];
        for (int k = 0; k < changes; k++) {
            int at = (first + k) & (changeHop.length - 1);
            hops[k] = changeHop[at];
            rates[k] = changeRate[at];
            sums[k] = changeSum[at];
            places[k] = changeAtBytes[at];
            flows.lastChange[hops[k]] = k;
        }
        changeHop = hops;
        changeRate = rates;
        changeSum = sums;
        changeAtBytes = places;
        first = 0;
    }
}
