package io.fabrictwin.model.clock;

import io.fabrictwin.model.clock.Meeting.Stay;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far one clock is ahead of another, by meetings of both.
 *
 * <p>Neither leaves before the other has come. So in each meeting the offset lies between <i>own coming - other's
 * leaving</i> and <i>own leaving - other's coming</i>, whatever the network did: bounds that hold, as those that NTP
 * intersects (Marzullo and Owicki, 1983; RFC 5905, 11.2.1). Clocks drift evenly: the bounds of all meetings leave a range
 * of slopes, and of offsets at the last meeting (the linear program of Moon, Skelly and Towsley, INFOCOM 1999). Within
 * it the likeliest is taken, as all leave at nearly the same time: the median difference of leaving along the median
 * slope (Theil-Sen; Sen, 1968). What is said to be uncertain is the whole range.
 *
 * @param facts meetings that it is made of
 * @param offsetNs at the last of them
 * @param uncertaintyNs the true offset is not further away
 * @param skew ns a ns that the offset grows by; null: meetings lie too close together to tell
 * @param skewUncertainty the true skew is not further away; null where skew is
 */
record PairFit(
        int facts,
        double offsetNs,
        double uncertaintyNs,
        @Nullable Double skew,
        @Nullable Double skewUncertainty) {
    /** Fewer do not show whether they agree. */
    static final int LEAST_FACTS = 4;
    /** No clock that NTP would discipline drifts faster (MAXFREQ, RFC 5905). */
    static final double MOST_SKEW = 500e-6;

    /** A meeting of the two, as times before the last one and bounds of the offset. */
    private static final class Bounds {
        private final double[] beforeNs;
        private final double[] leastNs;
        private final double[] mostNs;
        private final double[] leavingNs;

        Bounds(int size) {
            beforeNs = new double[size];
            leastNs = new double[size];
            mostNs = new double[size];
            leavingNs = new double[size];
        }

        int size() {
            return beforeNs.length;
        }

        /** The median difference of leaving, carried to the last meeting along a slope. */
        double middleNs(double skew) {
            double[] carried = new double[size()];
            for (int at = 0; at < carried.length; at++) {
                carried[at] = leavingNs[at] + skew * beforeNs[at];
            }
            return median(carried, carried.length);
        }

        /** Least offset at the last meeting: the greater the slope, the greater. */
        double leastNs(double skew) {
            double least = Double.NEGATIVE_INFINITY;
            for (int at = 0; at < size(); at++) {
                least = Math.max(least, leastNs[at] + skew * beforeNs[at]);
            }
            return least;
        }

        /** Greatest offset at the last meeting: the greater the slope, the greater. */
        double mostNs(double skew) {
            double most = Double.POSITIVE_INFINITY;
            for (int at = 0; at < size(); at++) {
                most = Math.min(most, mostNs[at] + skew * beforeNs[at]);
            }
            return most;
        }
    }

    /**
     * The fit of the newest meetings that agree: a clock that was set in between agrees with itself from then on.
     *
     * @param meetings of both, in order of time; each the stay by the own clock and by the other
     * @return null where fewer than {@link #LEAST_FACTS} agree
     */
    static @Nullable PairFit of(List<Stay[]> meetings) {
        for (int from = 0; meetings.size() - from >= LEAST_FACTS; from += Math.max(1, (meetings.size() - from) / 2)) {
            PairFit fit = fit(bounds(meetings.subList(from, meetings.size())));
            if (fit != null) {
                return fit;
            }
        }
        return null;
    }

    private static Bounds bounds(List<Stay[]> meetings) {
        int count = meetings.size();
        Bounds bounds = new Bounds(count);
        long lastNs = meetings.get(count - 1)[1].leavingNs();
        for (int at = 0; at < count; at++) {
            Stay own = meetings.get(at)[0];
            Stay other = meetings.get(at)[1];
            bounds.beforeNs[at] = lastNs - other.leavingNs();
            bounds.leastNs[at] = own.comingNs() - other.leavingNs();
            bounds.mostNs[at] = own.leavingNs() - other.comingNs();
            bounds.leavingNs[at] = own.leavingNs() - other.leavingNs();
        }
        return bounds;
    }

    private static @Nullable PairFit fit(Bounds bounds) {
        int count = bounds.size();
        double leastSkew = -MOST_SKEW;
        double mostSkew = MOST_SKEW;
        double[] slopes = new double[count * (count - 1) / 2];
        int slopeCount = 0;
        for (int later = 0; later < count; later++) {
            for (int earlier = 0; earlier < count; earlier++) {
                double apartNs = bounds.beforeNs[earlier] - bounds.beforeNs[later];
                if (apartNs > 0) {
                    leastSkew = Math.max(leastSkew, (bounds.leastNs[later] - bounds.mostNs[earlier]) / apartNs);
                    mostSkew = Math.min(mostSkew, (bounds.mostNs[later] - bounds.leastNs[earlier]) / apartNs);
                    slopes[slopeCount++] = (bounds.leavingNs[later] - bounds.leavingNs[earlier]) / apartNs;
                } else if (apartNs == 0 && bounds.leastNs[later] > bounds.mostNs[earlier]) {
                    return null;
                }
            }
        }
        if (leastSkew > mostSkew) {
            return null;
        }
        boolean isSkewKnown = leastSkew > -MOST_SKEW && mostSkew < MOST_SKEW;
        double skew = clamped(isSkewKnown ? median(slopes, slopeCount) : 0, leastSkew, mostSkew);
        double offsetNs = clamped(bounds.middleNs(skew), bounds.leastNs(skew), bounds.mostNs(skew));
        return new PairFit(
                count,
                offsetNs,
                Math.max(bounds.mostNs(mostSkew) - offsetNs, offsetNs - bounds.leastNs(leastSkew)),
                isSkewKnown ? (Double) skew : null,
                isSkewKnown ? (Double) Math.max(mostSkew - skew, skew - leastSkew) : null);
    }

    private static double clamped(double value, double least, double most) {
        return Math.min(most, Math.max(least, value));
    }

    private static double median(double[] values, int count) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }

    /** Seen over another clock that this one's reference was seen against. */
    PairFit over(PairFit nearer) {
        Double near = nearer.skew;
        Double nearUncertainty = nearer.skewUncertainty;
        return new PairFit(
                Math.min(facts, nearer.facts),
                offsetNs + nearer.offsetNs,
                uncertaintyNs + nearer.uncertaintyNs,
                skew != null && near != null ? (Double) (skew + near) : null,
                skewUncertainty != null && nearUncertainty != null
                        ? (Double) (skewUncertainty + nearUncertainty)
                        : null);
    }
}
