package io.fabrictwin.model.calibration;

/** The standard normal distribution. */
public final class Normal {
    private static final double ROOT_OF_TWO_PI = 2.5066282746310002;
    /** Beyond, a probability differs from 0 or 1 by less than 1e-15. */
    static final double FAR_OUT = 8;

    private Normal() {}

    /** Density at z. */
    public static double density(double z) {
        return StrictMath.exp(-z * z / 2) / ROOT_OF_TWO_PI;
    }

    /** Probability of a value up to z, to 1e-15; by the series of Marsaglia (2004). */
    public static double cumulative(double z) {
        if (Math.abs(z) >= FAR_OUT) {
            return z > 0 ? 1 : 0;
        }
        double term = z;
        double sum = z;
        double before = 0;
        for (int divisor = 3; sum != before; divisor += 2) {
            term *= z * z / divisor;
            before = sum;
            sum += term;
        }
        return 0.5 + sum * density(z);
    }

    /**
     * The z up to which a share of all values lies, by bisection.
     *
     * @param share above 0 and below 1
     */
    public static double quantile(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("there is no normal quantile of " + share + "; it needs 0 < share < 1");
        }
        double low = -FAR_OUT;
        double high = FAR_OUT;
        while (true) {
            double middle = (low + high) / 2;
            if (middle <= low || middle >= high) {
                return middle;
            }
            if (cumulative(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}
