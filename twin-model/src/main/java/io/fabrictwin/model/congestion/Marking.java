package io.fabrictwin.model.congestion;

/**
 * Marks by transfer: every packet that leaves a queue adds its hazard of being marked, and the transfer's next mark is due
 * when the sum passes an exponential draw. Each transfer has its own seeded stream, so two runs share their luck.
 */
final class Marking {
    private static final double LARGEST_HAZARD = 60;

    private final Paths paths;
    private final double wireBytes;
    private final double resolutionNs;
    private final long seed;
    private final double[] hazard;
    private final double[] hazardLimit;
    private final long[] draw;
    private final double[] packetPhase;

    /** Marks of one transfer that are closer together than {@code resolutionNs} count once. */
    Marking(Paths paths, double wireBytes, double resolutionNs, long seed) {
        this.paths = paths;
        this.wireBytes = wireBytes;
        this.resolutionNs = resolutionNs;
        this.seed = seed;
        hazard = new double[paths.transfers()];
        hazardLimit = new double[paths.transfers()];
        draw = new long[paths.transfers()];
        packetPhase = new double[paths.port.length];
    }

    void open(int id) {
        draw[id] = Draws.next(Draws.stream(seed, id));
        hazardLimit[id] = Draws.exponential(draw[id]);
        for (int hop = paths.offset[id] + 1; hop < paths.offset[id + 1]; hop++) {
            draw[id] = Draws.next(draw[id]);
            packetPhase[hop] = Draws.uniform(draw[id]);
        }
    }

    /** Hazard of a packet that is marked with this probability. */
    static double hazard(double probability) {
        return Math.min(LARGEST_HAZARD, -StrictMath.log1p(-probability));
    }

    /** Whole packets that end within these bytes of a hop. */
    double packets(int hop, double bytes) {
        double phase = packetPhase[hop] + bytes / wireBytes;
        double whole = Math.floor(phase);
        packetPhase[hop] = phase - whole;
        return whole;
    }

    /**
     * Time in ns of the transfer's next mark, if {@code total} hazard is spread evenly from {@code fromNs} to {@code
     * untilNs}; infinite if there is none, and the hazard is then kept.
     */
    double nextMarkNs(int id, double total, double fromNs, double untilNs) {
        double before = hazard[id];
        double perNs = total / (untilNs - fromNs);
        if (before + total < hazardLimit[id]) {
            hazard[id] = before + total;
            return Double.POSITIVE_INFINITY;
        }
        double atNs = Math.min(untilNs, fromNs + (hazardLimit[id] - before) / perNs);
        hazard[id] = 0;
        draw[id] = Draws.next(draw[id]);
        hazardLimit[id] = Draws.exponential(draw[id]);
        return atNs;
    }

    double resolutionNs() {
        return resolutionNs;
    }
}
