package io.fabrictwin.model.incident;

import org.jspecify.annotations.Nullable;

/**
 * One step of a job, or a time between two steps in which it came no further.
 *
 * @param step its number; of a standstill that of the last step before it
 * @param startNs ns since 1970
 * @param endNs ns since 1970; of a standstill that lasts, how far the record reaches
 * @param isStandstill nothing was finished
 * @param isSlow beyond the limit of the job's own healthy steps
 * @param parts null where computing times are not known, and of a standstill
 */
public record Lap(
        long step,
        long startNs,
        long endNs,
        boolean isStandstill,
        boolean isSlow,
        @Nullable Parts parts) {
    /** How long it took. */
    public long durationNs() {
        return endNs - startNs;
    }
}
