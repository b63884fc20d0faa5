package io.fabrictwin.replay.operator;

/**
 * Events of a fabric that are after what was asked.
 *
 * @param count how many; duplicates count each
 * @param firstNs event time of the first, ns since 1970
 * @param lastNs event time of the last, ns since 1970
 */
public record Later(long count, long firstNs, long lastNs) {
    Later and(Later others) {
        return new Later(count + others.count, Math.min(firstNs, others.firstNs), Math.max(lastNs, others.lastNs));
    }
}
