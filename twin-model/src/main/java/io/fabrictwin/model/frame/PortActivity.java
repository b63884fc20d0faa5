package io.fabrictwin.model.frame;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.named.NamedNumbers;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.Value;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * What a port did between two samples of its counters.
 *
 * @param fromNs event time of the earlier sample
 * @param toNs event time of the later sample, after {@code fromNs}
 * @param deltas increase of each counter that both samples have; a counter that decreased was reset, and is absent
 */
public record PortActivity(long fromNs, long toNs, SortedMap<String, Long> deltas) {
    public PortActivity {
        if (toNs <= fromNs) {
            throw new IllegalArgumentException("sample at " + toNs + " ns is not after the one at " + fromNs + " ns");
        }
    }

    /** The activity between two counter samples, of which the first is the earlier. */
    static PortActivity between(Cell earlier, Cell later) {
        return between(
                earlier.stamp().eventTimeNs(),
                ((Value.Numbers) earlier.value()).byName(),
                later.stamp().eventTimeNs(),
                ((Value.Numbers) later.value()).byName());
    }

    /** The activity between counters as they stood at two event times, of which the first is the earlier. */
    public static PortActivity between(
            long fromNs, SortedMap<String, Long> earlier, long toNs, SortedMap<String, Long> later) {
        return new PortActivity(fromNs, toNs, NamedNumbers.copyOf(later).increaseSince(NamedNumbers.copyOf(earlier)));
    }

    public long intervalNs() {
        return toNs - fromNs;
    }

    /** Increase per second; empty where the counter is unknown. */
    public OptionalDouble perSecond(String counter) {
        Long delta = deltas.get(counter);
        return delta == null ? OptionalDouble.empty() : OptionalDouble.of(delta * 1e9 / intervalNs());
    }

    /** Wire bits sent per second. */
    public OptionalDouble txBitsPerSecond() {
        OptionalDouble bytes = perSecond(CounterName.TX_BYTES);
        return bytes.isPresent() ? OptionalDouble.of(8 * bytes.getAsDouble()) : bytes;
    }

    /** Share of the time in which the port was not allowed to send, 0 to 1. */
    public OptionalDouble pausedShare() {
        Long delta = deltas.get(CounterName.PFC_RX_PAUSED_NS);
        return delta == null ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1, (double) delta / intervalNs()));
    }
}
