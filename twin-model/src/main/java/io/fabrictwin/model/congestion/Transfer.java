package io.fabrictwin.model.congestion;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A message over a fixed path. It ends when the sender has the last acknowledgement; an empty one ends at once.
 *
 * @param id dense id
 * @param ports egress ports in order, from the sending host's to the last one before the receiver
 * @param bytes payload bytes
 * @param earliestStartNs earliest start, ns from the start of the run
 * @param after ids that must have ended first
 * @param ackPorts egress ports that the acknowledgements take from the receiver back to the sender; null: unknown, any
 *     shortest path
 */
@SuppressWarnings("ArrayRecordComponent") // dense inputs of a hot loop; compared and printed by content below
public record Transfer(int id, int[] ports, long bytes, long earliestStartNs, int[] after, int @Nullable [] ackPorts)
        implements Activity {
    /** A transfer whose acknowledgements may take any shortest path. */
    public Transfer(int id, int[] ports, long bytes, long earliestStartNs, int[] after) {
        this(id, ports, bytes, earliestStartNs, after, null);
    }

    public Transfer {
        Require.notNegative("id", id);
        Require.notNegative("bytes", bytes);
        Require.notNegative("earliestStartNs", earliestStartNs);
        if (ports.length == 0) {
            throw new IllegalArgumentException("ports must not be empty: transfer " + id);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Transfer that
                && id == that.id
                && bytes == that.bytes
                && earliestStartNs == that.earliestStartNs
                && Arrays.equals(ports, that.ports)
                && Arrays.equals(after, that.after)
                && Arrays.equals(ackPorts, that.ackPorts);
    }

    @Override
    public int hashCode() {
        return 31 * id + Long.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Transfer[id=" + id + ", ports=" + Arrays.toString(ports) + ", bytes=" + bytes + ", earliestStartNs="
                + earliestStartNs + ", after=" + Arrays.toString(after) + ", ackPorts=" + Arrays.toString(ackPorts)
                + "]";
    }
}
