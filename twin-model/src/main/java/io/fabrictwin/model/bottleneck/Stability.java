package io.fabrictwin.model.bottleneck;

/**
 * Whether small disturbances of the fixed point die out: the fluid model linearised there, with marks that take effect
 * one feedback delay after the queue that set them. After Zhu et al., "ECN or Delay", CoNEXT 2016: stable for few and
 * for many flows, least so between.
 */
public final class Stability {
    private static final double LEAST_RADIANS_PER_SECOND = 1;
    private static final double MOST_RADIANS_PER_SECOND = 1e8;
    private static final int GRID = 2_000;

    private Stability() {}

    /**
     * Phase margin of the loop in degrees: what is left to 180 where the loop's gain last falls below 1; above 0 is
     * stable.
     *
     * @param flows equal flows
     * @param feedbackNs delay from the queue to the effect of its marks, ns
     * @throws IllegalArgumentException if there is no fixed point on the slope of the marking curve
     */
    public static double phaseMarginDegrees(Bottleneck bottleneck, int flows, double feedbackNs) {
        FixedPoint rest = FixedPoint.of(bottleneck, flows);
        if (rest.isPinned()) {
            throw new IllegalArgumentException(
                    "the queue of " + flows + " flows is pinned at Kmax: no slope to linearise");
        }
        FluidModel model = FluidModel.of(bottleneck);
        Loop loop = new Loop(bottleneck, model, rest, flows, feedbackNs * 1e-9);
        double ratio = StrictMath.pow(MOST_RADIANS_PER_SECOND / LEAST_RADIANS_PER_SECOND, 1.0 / GRID);
        double phase = 0;
        double margin = 180;
        double before = LEAST_RADIANS_PER_SECOND;
        double angleBefore = loop.angle(before);
        boolean wasAbove = loop.gain(before) > 1;
        for (int k = 1; k <= GRID; k++) {
            double omega = before * ratio;
            double angle = loop.angle(omega);
            phase += wrapped(angle - angleBefore);
            boolean isAbove = loop.gain(omega) > 1;
            if (wasAbove && !isAbove) {
                margin = Math.min(margin, 180 + StrictMath.toDegrees(loop.angle(LEAST_RADIANS_PER_SECOND) + phase));
            }
            wasAbove = isAbove;
            before = omega;
            angleBefore = angle;
        }
        return margin;
    }

    private static double wrapped(double angle) {
        return angle - 2 * Math.PI * Math.rint(angle / (2 * Math.PI));
    }

    /**
     * Open loop at the fixed point: states alpha, target and rate with the Jacobian {@code j} and the effect {@code in} of
     * the mark probability on them; the queue integrates the rates, and the curve turns it into marks.
     */
    private static final class Loop {
        private final double[][] j = new double[3][3];
        private final double[] in = new double[3];
        private final double slopeTimesFlows;
        private final double delaySeconds;

        Loop(Bottleneck bottleneck, FluidModel model, FixedPoint rest, int flows, double delaySeconds) {
            double p = rest.markProbability();
            double rate = FixedPoint.rate(bottleneck, flows);
            double[] at = {rest.alpha(), model.targetAtRest(p, rate), rate, p};
            for (int column = 0; column < 4; column++) {
                double h = at[column] * 1e-5;
                double[] up = at.clone();
                double[] down = at.clone();
                up[column] += h;
                down[column] -= h;
                double[] above = slopes(model, up);
                double[] below = slopes(model, down);
                for (int row = 0; row < 3; row++) {
                    double derivative = (above[row] - below[row]) / (2 * h);
                    if (column < 3) {
                        j[row][column] = derivative;
                    } else {
                        in[row] = derivative;
                    }
                }
            }
            double perPacket = bottleneck.ecn().pmax()
                    * bottleneck.packetBytes()
                    / (bottleneck.ecn().kmaxBytes() - bottleneck.ecn().kminBytes());
            slopeTimesFlows = perPacket * flows;
            this.delaySeconds = delaySeconds;
        }

        private static double[] slopes(FluidModel model, double[] x) {
            return new double[] {
                model.alphaSlope(x[0], x[2], x[3]),
                model.targetSlope(x[1], x[2], x[3]),
                model.rateSlope(x[0], x[1], x[2], x[3])
            };
        }

        double gain(double omega) {
            double[] value = value(omega);
            return StrictMath.hypot(value[0], value[1]);
        }

        double angle(double omega) {
            double[] value = value(omega);
            return StrictMath.atan2(value[1], value[0]);
        }

        /**
         * Real and imaginary part of -k N e^(-s d) / s times the answer of the rate to p at s = i omega. alpha and the target
         * do not act on each other, so the answer is x = (in_R + J_Ra in_a / (s - J_aa) + J_Rt in_t / (s - J_tt)) / (s - J_RR
         * - J_Ra J_aR / (s - J_aa) - J_Rt J_tR / (s - J_tt)).
         */
        private double[] value(double omega) {
            double[] alpha = inverse(-j[0][0], omega);
            double[] target = inverse(-j[1][1], omega);
            double numeratorRe = in[2] + j[2][0] * in[0] * alpha[0] + j[2][1] * in[1] * target[0];
            double numeratorIm = j[2][0] * in[0] * alpha[1] + j[2][1] * in[1] * target[1];
            double denominatorRe = -j[2][2] - j[2][0] * j[0][2] * alpha[0] - j[2][1] * j[1][2] * target[0];
            double denominatorIm = omega - j[2][0] * j[0][2] * alpha[1] - j[2][1] * j[1][2] * target[1];
            double[] answer = times(new double[] {numeratorRe, numeratorIm}, inverse(denominatorRe, denominatorIm));
            double turn = -omega * delaySeconds;
            double[] delayed = times(answer, new double[] {StrictMath.cos(turn), StrictMath.sin(turn)});
            // -k N / (i omega) = i k N / omega
            return times(delayed, new double[] {0, slopeTimesFlows / omega});
        }

        private static double[] inverse(double re, double im) {
            double square = re * re + im * im;
            return new double[] {re / square, -im / square};
        }

        private static double[] times(double[] x, double[] y) {
            return new double[] {x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]};
        }
    }
}
