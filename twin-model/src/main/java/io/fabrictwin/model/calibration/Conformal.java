package io.fabrictwin.model.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Split conformal prediction: how many spreads an interval must reach so that it holds the truth as often as it says, by how
 * many the past forecasts missed (Vovk, Gammerman and Shafer 2005). Past and new must be of one kind, so scores lie in
 * buckets (Mondrian); a bucket with few falls back to the one above it.
 */
public final class Conformal {
    /** A bucket with fewer scores gives way to the one above it. */
    public static final int ENOUGH_IN_BUCKET = 20;

    private static final double ROUNDING = 1e-9;

    private final List<Score> scores;

    /**
     * How one past forecast did.
     *
     * @param bucket from the widest to the narrowest kind, such as change type, size band, algorithm family
     * @param value absolute error over the predicted spread, 0 or more
     */
    public record Score(List<String> bucket, double value) {
        public Score {
            bucket = List.copyOf(bucket);
            if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("score " + value + " of a past forecast is not 0 or more");
            }
        }
    }

    /**
     * The reach of an interval.
     *
     * @param spreads how many predicted spreads to either side; empty where too few forecasts were scored ("prior only")
     * @param count scores it rests on
     * @param bucket the bucket they lie in; empty: all
     */
    public record Reach(OptionalDouble spreads, int count, List<String> bucket) {}

    public Conformal(List<Score> scores) {
        this.scores = List.copyOf(scores);
    }

    /** Number of scores that a level needs: 9 for 90 %, 19 for 95 %. */
    public static int needed(double level) {
        int count = 1;
        while (rank(count, level) > count) {
            count++;
        }
        return count;
    }

    /** Which of the smallest scores counts: the ceil((n + 1) level)-th. */
    private static int rank(int count, double level) {
        return (int) Math.ceil((count + 1) * level - ROUNDING);
    }

    /**
     * The reach for a forecast of a bucket.
     *
     * @param level above 0 and below 1, such as 0.9
     */
    public Reach reach(List<String> bucket, double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level " + level + " of an interval; it needs 0 < level < 1");
        }
        List<String> used = bucket;
        double[] within = within(used);
        while (within.length < ENOUGH_IN_BUCKET && !used.isEmpty()) {
            used = used.subList(0, used.size() - 1);
            within = within(used);
        }
        int rank = rank(within.length, level);
        return new Reach(
                rank <= within.length ? OptionalDouble.of(within[rank - 1]) : OptionalDouble.empty(),
                within.length,
                List.copyOf(used));
    }

    /** Scores of a bucket and all below it, least first. */
    private double[] within(List<String> bucket) {
        List<Double> within = new ArrayList<>();
        for (Score score : scores) {
            if (score.bucket().size() >= bucket.size()
                    && score.bucket().subList(0, bucket.size()).equals(bucket)) {
                within.add(score.value());
            }
        }
        double[] sorted = within.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
