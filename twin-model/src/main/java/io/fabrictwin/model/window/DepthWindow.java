package io.fabrictwin.model.window;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.state.AttributeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How deep a queue was in a window, by the samples that are kept. A depth stands from the sample before until its own, as far
 * as that lies in the window; the first that is known, with none before it, counts where it is the only one.
 *
 * @param samples how many, at least one
 * @param meanBytes mean over time; null: only peaks were told
 * @param maxBytes the deepest sample, or peak between two where the device tells of it
 */
public record DepthWindow(int samples, @Nullable Double meanBytes, long maxBytes) {
    /**
     * The window after an instant; null where no sample lies in it.
     *
     * @param all of one queue, oldest first
     * @param fromNs ns since 1970, exclusive
     */
    static @Nullable DepthWindow of(List<CounterSample> all, long fromNs) {
        int samples = 0;
        long maxBytes = 0;
        Long only = null;
        double sum = 0;
        double sumNs = 0;
        for (int at = 0; at < all.size(); at++) {
            CounterSample sample = all.get(at);
            if (sample.eventTimeNs() <= fromNs) {
                continue;
            }
            samples++;
            Long depth = sample.counters().get(AttributeName.DEPTH_BYTES);
            Long peak = sample.counters().get(AttributeName.DEPTH_MAX_BYTES);
            maxBytes = Math.max(maxBytes, Math.max(depth == null ? 0 : depth, peak == null ? 0 : peak));
            if (depth != null) {
                only = depth;
                double standsNs = at == 0
                        ? 0
                        : sample.eventTimeNs() - Math.max(all.get(at - 1).eventTimeNs(), fromNs);
                sum += depth * standsNs;
                sumNs += standsNs;
            }
        }
        Double meanBytes = sumNs > 0 ? (Double) (sum / sumNs) : only == null ? null : (Double) (double) only;
        return samples == 0 ? null : new DepthWindow(samples, meanBytes, maxBytes);
    }
}
