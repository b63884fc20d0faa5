package io.fabrictwin.model.calibration;

/**
 * So many of so many.
 *
 * @param hits 0 to count
 */
public record Share(int hits, int count) {
    /** A predicted effect below is not taken to have a sign. */
    public static final double SIGN_FROM_LOG_RATIO = 0.02;

    public Share {
        if (hits < 0 || hits > count) {
            throw new IllegalArgumentException(hits + " of " + count + " is no share");
        }
    }

    /** Share of right signs among the effects predicted to be above 0.02, of either sign. */
    public static Share ofSigns(double[] predictedLogRatios, double[] observedLogRatios) {
        int right = 0;
        int count = 0;
        for (int index = 0; index < predictedLogRatios.length; index++) {
            if (Math.abs(predictedLogRatios[index]) > SIGN_FROM_LOG_RATIO) {
                count++;
                right += predictedLogRatios[index] * observedLogRatios[index] > 0 ? 1 : 0;
            }
        }
        return new Share(right, count);
    }

    /** The share itself. */
    public double value() {
        needsSome();
        return (double) hits / count;
    }

    /** Low end of the interval of Wilson (1927) for the true share. */
    public double low(double level) {
        return wilson(level, -1);
    }

    /** High end of that interval. */
    public double high(double level) {
        return wilson(level, 1);
    }

    private double wilson(double level, int side) {
        needsSome();
        double z = Normal.quantile((1 + level) / 2);
        double share = value();
        double centre = share + z * z / (2 * count);
        double reach = z * Math.sqrt(share * (1 - share) / count + z * z / (4.0 * count * count));
        double end = (centre + side * reach) / (1 + z * z / count);
        return Math.max(0, Math.min(1, end));
    }

    private void needsSome() {
        if (count == 0) {
            throw new IllegalArgumentException("there is no share of none");
        }
    }
}
