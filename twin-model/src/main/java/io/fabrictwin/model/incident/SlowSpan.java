package io.fabrictwin.model.incident;

import io.fabrictwin.model.id.JobId;
import java.util.List;
import java.util.Objects;

/**
 * A stretch of slow steps of a job, beside its other steps.
 *
 * @param fromNs begin of the first slow one, ns since 1970
 * @param toNs end of the last slow one
 * @param healthyStepNs what a healthy step of this job takes
 * @param limitNs what takes longer is slow
 * @param laps of the whole record, in order of time
 */
public record SlowSpan(JobId job, long fromNs, long toNs, long healthyStepNs, long limitNs, List<Lap> laps) {
    /** Share of the span after which what is wrong has shown, and has not been mended yet. */
    private static final double TELLING_SHARE = 0.6;

    public SlowSpan {
        laps = List.copyOf(laps);
    }

    /** The slow ones. */
    public List<Lap> slow() {
        return laps.stream()
                .filter(lap -> lap.isSlow() && lap.endNs() > fromNs && lap.startNs() < toNs)
                .toList();
    }

    /** Time that the job lost, ns. */
    public long lostNs() {
        return slow().stream()
                .mapToLong(lap -> lap.durationNs() - (lap.isStandstill() ? 0 : healthyStepNs))
                .sum();
    }

    /** When the state of the fabric tells most of what went wrong: late within the span, but before its end. */
    public long tellingNs() {
        return fromNs + Math.round(TELLING_SHARE * (toNs - fromNs));
    }

    /** Mean of the healthy steps' parts; of none where they are not known. */
    Parts healthyParts() {
        return mean(laps.stream().filter(lap -> !lap.isSlow()).toList());
    }

    /** Mean of the slow steps' parts. */
    Parts slowParts() {
        return mean(slow());
    }

    private static Parts mean(List<Lap> laps) {
        List<Parts> parts =
                laps.stream().map(Lap::parts).filter(Objects::nonNull).toList();
        Parts sum = Parts.NONE;
        for (Parts one : parts) {
            sum = sum.plus(one);
        }
        return parts.isEmpty() ? sum : sum.times(1.0 / parts.size());
    }
}
