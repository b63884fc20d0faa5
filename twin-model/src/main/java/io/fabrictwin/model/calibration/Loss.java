package io.fabrictwin.model.calibration;

/**
 * What a residual of z standard deviations costs: z^2 near zero, less than that far out, so that a few wild observations do
 * not carry the fit away.
 */
public enum Loss {
    /** Square up to 1.345, straight beyond (Huber 1964): 95 % as efficient as least squares on normal noise. */
    HUBER(0.98969) {
        @Override
        double cost(double z) {
            double size = Math.abs(z);
            return size <= HUBER_CORNER ? z * z : HUBER_CORNER * (2 * size - HUBER_CORNER);
        }

        @Override
        double weight(double z) {
            double size = Math.abs(z);
            return size <= HUBER_CORNER ? 1 : HUBER_CORNER / size;
        }
    },
    /**
     * Minus twice the log density of Student's t with four degrees of freedom (Lange, Little and Taylor 1989): a residual far
     * out hardly pulls at all, the better choice where outliers all lie on one side.
     */
    STUDENT_T(0.87891) {
        @Override
        double cost(double z) {
            return (DEGREES_OF_FREEDOM + 1) * StrictMath.log1p(z * z / DEGREES_OF_FREEDOM);
        }

        @Override
        double weight(double z) {
            return (DEGREES_OF_FREEDOM + 1) / (DEGREES_OF_FREEDOM + z * z);
        }
    };

    private static final double HUBER_CORNER = 1.345;
    private static final double DEGREES_OF_FREEDOM = 4;

    private final double informationShare;

    Loss(double informationShare) {
        this.informationShare = informationShare;
    }

    /**
     * Information in an observation over its mean weight, under normal noise: {@code (E psi')^2 / (E psi^2 E w)} with psi half
     * the slope of the cost (Huber 1964). Weights alone would make the posterior a little too sure.
     */
    double informationShare() {
        return informationShare;
    }

    /** The cost of a residual, on the scale of a squared one. */
    abstract double cost(double z);

    /** Weight of the residual in the least squares problem with the same slope: half the slope of the cost over z. */
    abstract double weight(double z);
}
