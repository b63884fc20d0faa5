package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.PortActivity;
import java.util.List;

/** Sums over what ports did. */
final class Counters {
    private Counters() {}

    /** Increase of a counter over all; intervals that do not know it count as nothing. */
    static double sum(List<PortActivity> activities, String counter) {
        double sum = 0;
        for (PortActivity activity : activities) {
            sum += activity.deltas().getOrDefault(counter, 0L);
        }
        return sum;
    }

    /** Total length of all, ns. */
    static double spanNs(List<PortActivity> activities) {
        double spanNs = 0;
        for (PortActivity activity : activities) {
            spanNs += activity.intervalNs();
        }
        return spanNs;
    }
}
