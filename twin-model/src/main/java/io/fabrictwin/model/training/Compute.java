package io.fabrictwin.model.training;

/** How fast a GPU computes. */
public sealed interface Compute {
    /**
     * By operations.
     *
     * @param flopsPerSecond operations per second that a GPU achieves while it computes (not its peak, and without the
     *     time it waits for others)
     */
    record Speed(double flopsPerSecond) implements Compute {
        public Speed {
            Require.positive("compute.flopsPerSecond", flopsPerSecond);
        }

        @Override
        public Compute slowedBy(double factor) {
            return new Speed(flopsPerSecond / factor);
        }
    }

    /**
     * By observed times of one micro-batch through one layer on one GPU, without communication.
     *
     * @param backwardSeconds with what is computed once more, if anything is
     */
    record LayerTime(double forwardSeconds, double backwardSeconds) implements Compute {
        public LayerTime {
            Require.positive("compute.forwardSeconds", forwardSeconds);
            Require.positive("compute.backwardSeconds", backwardSeconds);
        }

        @Override
        public Compute slowedBy(double factor) {
            return new LayerTime(forwardSeconds * factor, backwardSeconds * factor);
        }
    }

    /** The same with all computing times multiplied. */
    Compute slowedBy(double factor);
}
