package io.fabrictwin.model.scenario;

import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import org.jspecify.annotations.Nullable;

/**
 * What the mean time of a step is made of: the shares of the runs' critical path, of the step time that was recorded or
 * forecast. The parts add up to it.
 *
 * @param computeNs computing, as long as the median rank takes, ns
 * @param lateNs waiting for ranks that compute longer than the median rank: late arrival, ns
 * @param transferNs messages, as long as they would take on a network that carries nothing else, ns
 * @param congestionNs what messages take beyond that, ns
 */
public record StepParts(double computeNs, double lateNs, double transferNs, double congestionNs) {
    /** Null where the step time, or what it is made of, is not known. */
    static @Nullable StepParts of(@Nullable Double stepTimeNs, @Nullable Measures measures) {
        CriticalPath path = measures == null ? null : measures.criticalPath();
        Double lateShare = path == null ? null : path.lateShare();
        if (stepTimeNs == null || path == null || lateShare == null) {
            return null;
        }
        return new StepParts(
                stepTimeNs * (path.computeShare() - lateShare),
                stepTimeNs * lateShare,
                stepTimeNs * path.sendingShare(),
                stepTimeNs * path.waitingShare());
    }
}
