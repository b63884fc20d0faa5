package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.PortHistory.Interval;
import java.util.List;

/** Sums over what ports did. */
final class Counters {
    private Counters() {}

    /** Increase of a counter over all; intervals that do not know it count as nothing. */
    static double sum(List<Interval> intervals, String counter) {
        double sum = 0;
        for (Interval interval : intervals) {
            sum += interval.known(counter);
        }
        return sum;
    }

    /** Total length of all, ns. */
    static double spanNs(List<Interval> intervals) {
        double spanNs = 0;
        for (Interval interval : intervals) {
            spanNs += interval.lengthNs();
        }
        return spanNs;
    }
}
