package io.fabrictwin.model.congestion;

import java.util.Arrays;

/**
 * Time that passes without traffic: computing, or a barrier if the duration is 0.
 *
 * @param id dense id
 * @param durationNs how long it takes, ns
 * @param earliestStartNs earliest start, ns from the start of the run
 * @param after ids that must have ended first
 */
@SuppressWarnings("ArrayRecordComponent") // dense inputs of a hot loop; compared and printed by content below
public record Delay(int id, long durationNs, long earliestStartNs, int[] after) implements Activity {
    public Delay {
        Require.notNegative("id", id);
        Require.notNegative("durationNs", durationNs);
        Require.notNegative("earliestStartNs", earliestStartNs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Delay that
                && id == that.id
                && durationNs == that.durationNs
                && earliestStartNs == that.earliestStartNs
                && Arrays.equals(after, that.after);
    }

    @Override
    public int hashCode() {
        return 31 * id + Long.hashCode(durationNs);
    }

    @Override
    public String toString() {
        return "Delay[id=" + id + ", durationNs=" + durationNs + ", earliestStartNs=" + earliestStartNs + ", after="
                + Arrays.toString(after) + "]";
    }
}
