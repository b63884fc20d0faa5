package io.fabrictwin.model.congestion;

import java.util.Arrays;

/**
 * Marks by hop: every packet that leaves a queue adds its hazard of being marked, and the next mark is due when the sum
 * passes an exponential draw. Each hop has its own seeded stream, so two runs share their luck.
 */
final class Marking {
    private static final double LARGEST_HAZARD = 60;
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final Paths paths;
    private final double wireBytes;
    private final double resolutionNs;
    private final int controlled;
    private final boolean isAny;
    private final long seed;
    /** Hazard from the last mark to the time that {@link #bookedAt} tells. */
    private final double[] hazard;

    private final double[] hazardLimit;
    /** Hazard of the queue, by unit of rate, up to which that is booked. */
    private final double[] bookedAt;
    /** Hazard of the queue at which the next mark is due. */
    private final double[] due;

    private final long[] draw;
    private final double[] packetPhase;
    /** Bytes that have to pass a hop before it may be marked again; 0: it may. */
    private final double[] restsUntilBytes;

    /**
     * Marks of one transfer that are closer together than {@code resolutionNs} count once. Transfers from number {@code
     * controlled} on heed no marks.
     */
    Marking(Paths paths, double wireBytes, double resolutionNs, int controlled, boolean isAny, long seed) {
        this.paths = paths;
        this.wireBytes = wireBytes;
        this.resolutionNs = resolutionNs;
        this.controlled = controlled;
        this.isAny = isAny;
        this.seed = seed;
        int hops = paths.port.length;
        hazard = new double[hops];
        hazardLimit = new double[hops];
        bookedAt = new double[hops];
        due = new double[hops];
        Arrays.fill(due, NEVER);
        draw = new long[hops];
        packetPhase = new double[hops];
        restsUntilBytes = new double[hops];
    }

    /** Whether any queue marks for anybody. */
    boolean isAny() {
        return isAny;
    }

    void open(int id) {
        long stream = Draws.stream(seed, id);
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            draw[hop] = Draws.next(Draws.stream(stream, hop - paths.offset[id]));
            hazardLimit[hop] = id < controlled ? Draws.exponential(draw[hop]) : NEVER;
            draw[hop] = Draws.next(draw[hop]);
            packetPhase[hop] = Draws.uniform(draw[hop]);
        }
    }

    /** Hazard of a byte in packets that are marked with this probability. */
    double hazardPerByte(double probability) {
        double hazardOfPacket =
                probability < 1 ? Math.min(LARGEST_HAZARD, Draws.minusLog(1 - probability)) : LARGEST_HAZARD;
        return hazardOfPacket / wireBytes;
    }

    /**
     * The rate at which a flow leaves, by unit of its queue's hazard, changes when that is {@code at}; returns the hazard
     * at which it is marked next.
     */
    double turn(int hop, double before, double after, double at) {
        if (isResting(hop)) {
            due[hop] = after > 0 ? at : NEVER;
            return due[hop];
        }
        hazard[hop] += before * (at - bookedAt[hop]);
        bookedAt[hop] = at;
        due[hop] = after > 0 ? at + Math.max(0, hazardLimit[hop] - hazard[hop]) / after : NEVER;
        return due[hop];
    }

    /** Hazard of the queue at which a hop is marked next, or at which to look whether it still rests. */
    double due(int hop) {
        return due[hop];
    }

    /** Bytes from a place in those that pass a hop to the end of the packet there, which carries the mark. */
    double toPacketEnd(int hop, double place) {
        double packets = packetPhase[hop] + place / wireBytes;
        return (Math.floor(packets) + 1 - packets) * wireBytes;
    }

    /** A marked hop is not marked again before so many bytes have passed it. */
    void rest(int hop, double untilBytes, double at) {
        restsUntilBytes[hop] = untilBytes;
        due[hop] = at;
    }

    boolean isResting(int hop) {
        return restsUntilBytes[hop] > 0;
    }

    double restsUntilBytes(int hop) {
        return restsUntilBytes[hop];
    }

    /** From {@code at} on, by the hazard of its queue, a hop that leaves at {@code rate} may be marked again. */
    void resume(int hop, double rate, double at) {
        restsUntilBytes[hop] = 0;
        draw[hop] = Draws.next(draw[hop]);
        hazardLimit[hop] = Draws.exponential(draw[hop]);
        hazard[hop] = 0;
        bookedAt[hop] = at;
        due[hop] = at + hazardLimit[hop] / rate;
    }

    double resolutionNs() {
        return resolutionNs;
    }
}
