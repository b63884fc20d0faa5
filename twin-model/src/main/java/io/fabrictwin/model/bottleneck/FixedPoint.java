package io.fabrictwin.model.bottleneck;

/**
 * Where equal flows under the published algorithm come to rest: each has its share of the link, and the marks that keep
 * it there come from a queue on the marking curve. Zhu et al., SIGCOMM 2015.
 *
 * @param markProbability probability of a mark, 0 to 1
 * @param alpha alpha of every sender
 * @param queueBytes queue that marks with this probability; at Kmax if the curve does not reach it
 * @param isPinned whether more marks are needed than the curve gives below Kmax, so that the queue sticks there
 */
public record FixedPoint(double markProbability, double alpha, double queueBytes, boolean isPinned) {
    private static final double LEAST_PROBABILITY = 1e-12;
    private static final double MOST_PROBABILITY = 1 - 1e-12;

    /**
     * The fixed point of {@code flows} equal flows.
     *
     * @throws IllegalArgumentException if there are no flows, the queue does not mark, or its senders do not run the
     *     published algorithm
     */
    public static FixedPoint of(Bottleneck bottleneck, int flows) {
        FluidModel model = FluidModel.of(bottleneck);
        double rate = rate(bottleneck, flows);
        // The excess grows with p: bisection on a logarithmic scale.
        double low = StrictMath.log(LEAST_PROBABILITY);
        double high = StrictMath.log(MOST_PROBABILITY);
        for (int k = 0; k < 100; k++) {
            double middle = (low + high) / 2;
            if (model.excess(StrictMath.exp(middle), rate) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double p = StrictMath.exp((low + high) / 2);
        boolean isPinned = p > bottleneck.ecn().pmax();
        double kmin = bottleneck.ecn().kminBytes();
        double kmax = bottleneck.ecn().kmaxBytes();
        double queue = isPinned ? kmax : kmin + p / bottleneck.ecn().pmax() * (kmax - kmin);
        return new FixedPoint(p, model.markedShare(p, rate), queue, isPinned);
    }

    /**
     * Mark probability to first order: (R_AI N^2 / (tau' C^2) (1/B + N / (T C))^2)^(1/3) in packets. 15 to 60 % above
     * the root where that lies between 0.01 % and 6 %.
     */
    public static double approximateMarkProbability(Bottleneck bottleneck, int flows) {
        FluidModel model = FluidModel.of(bottleneck);
        double rate = rate(bottleneck, flows);
        double rises = 1 / model.byteCounterPackets() + 1 / (model.timerSeconds() * rate);
        return StrictMath.cbrt(model.additiveIncrease() / (model.alphaSeconds() * rate * rate) * rises * rises);
    }

    /** Packets per second of each flow. */
    static double rate(Bottleneck bottleneck, int flows) {
        if (flows <= 0) {
            throw new IllegalArgumentException("flows must be positive: " + flows);
        }
        if (!bottleneck.ecn().enabled()) {
            throw new IllegalArgumentException("a queue that does not mark has no fixed point");
        }
        return bottleneck.bitsPerSecond() / 8 / bottleneck.packetBytes() / flows;
    }
}
