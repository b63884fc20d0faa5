package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a run gave: times per activity and totals per port. What a transport does not model is empty, not zero. */
public final class FluidResult {
    private final long[] startNs;
    private final long[] endNs;
    private final long[] txBytes;
    private final @Nullable PortTotals totals;
    private final long events;

    FluidResult(long[] startNs, long[] endNs, long[] txBytes, @Nullable PortTotals totals, long events) {
        this.startNs = startNs;
        this.endNs = endNs;
        this.txBytes = txBytes;
        this.totals = totals;
        this.events = events;
    }

    /** Start of an activity, ns from the start of the run; -1 if it had not started when the run stopped. */
    public long startNs(int id) {
        return startNs[id];
    }

    /** End of an activity, ns from the start of the run; -1 if it had not ended when the run stopped. */
    public long endNs(int id) {
        return endNs[id];
    }

    /** Whether the activity had ended when the run stopped. */
    public boolean ended(int id) {
        return endNs[id] >= 0;
    }

    /** Latest end of all ended activities, ns from the start of the run. */
    public long makespanNs() {
        long latest = 0;
        for (long end : endNs) {
            latest = Math.max(latest, end);
        }
        return latest;
    }

    /** Bytes on the wire sent by a port: data and acknowledgements. */
    public long txBytes(int port) {
        return txBytes[port];
    }

    /** Mean depth in bytes of the port's egress queue over the run. */
    public OptionalDouble queueMeanBytes(int port) {
        return totals == null ? OptionalDouble.empty() : OptionalDouble.of(totals.queueMeanBytes()[port]);
    }

    /** Greatest depth in bytes of the port's egress queue. */
    public OptionalLong queuePeakBytes(int port) {
        return totals == null ? OptionalLong.empty() : OptionalLong.of(Math.round(totals.queuePeakBytes()[port]));
    }

    /** Bytes that the port dropped: there was no room for them, or a watchdog would not have them. */
    public OptionalLong droppedBytes(int port) {
        return totals == null ? OptionalLong.empty() : OptionalLong.of(Math.round(totals.droppedBytes()[port]));
    }

    /** Time in ns during which the port was not allowed to send. */
    public OptionalLong pausedNs(int port) {
        return totals == null ? OptionalLong.empty() : OptionalLong.of(Math.round(totals.pausedNs()[port]));
    }

    /** Expected share of the port's packets that it marked; empty too if it sent none or nobody heeds marks. */
    public OptionalDouble markedFraction(int port) {
        return totals == null || totals.packets()[port] <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(totals.markedPackets()[port] / totals.packets()[port]);
    }

    /** Whether any port marked a packet: then the run may come out otherwise by which packets those are. */
    public boolean hasMarks() {
        return totals != null && Arrays.stream(totals.markedPackets()).anyMatch(packets -> packets > 0);
    }

    /** Steps that the engine took: its cost, comparable between runs. */
    public long events() {
        return events;
    }

    /** Whether two runs gave the same, to the bit. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FluidResult that
                && events == that.events
                && Arrays.equals(startNs, that.startNs)
                && Arrays.equals(endNs, that.endNs)
                && Arrays.equals(txBytes, that.txBytes)
                && Objects.equals(totals, that.totals);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(endNs) + Long.hashCode(events);
    }

    /** Totals per port of transports that model queues. */
    @SuppressWarnings("ArrayRecordComponent") // handed from the run to its result, never shared; compared by content
    record PortTotals(
            double[] queueMeanBytes,
            double[] queuePeakBytes,
            double[] pausedNs,
            double[] packets,
            double[] markedPackets,
            double[] droppedBytes) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof PortTotals that
                    && Arrays.equals(queueMeanBytes, that.queueMeanBytes)
                    && Arrays.equals(queuePeakBytes, that.queuePeakBytes)
                    && Arrays.equals(pausedNs, that.pausedNs)
                    && Arrays.equals(packets, that.packets)
                    && Arrays.equals(markedPackets, that.markedPackets)
                    && Arrays.equals(droppedBytes, that.droppedBytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(queueMeanBytes);
        }
    }
}
