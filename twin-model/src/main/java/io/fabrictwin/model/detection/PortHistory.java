package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.CounterName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a port did from each of its counter samples to the next. Every counter is read once, however many detections ask
 * for it.
 */
final class PortHistory {
    static final PortHistory EMPTY = new PortHistory(List.of());

    /** Of a counter that one of the two samples does not have, or that decreased, as it was reset. */
    private static final long UNKNOWN = -1;

    private final List<CounterSample> samples;
    private final List<Interval> intervals;
    private final Map<String, long[]> increases = new HashMap<>();

    /** Of samples of a port, oldest first. */
    PortHistory(List<CounterSample> samples) {
        this.samples = samples;
        intervals = new ArrayList<>(Math.max(0, samples.size() - 1));
        for (int place = 0; place + 1 < samples.size(); place++) {
            intervals.add(new Interval(place));
        }
    }

    /** Oldest first. */
    List<Interval> intervals() {
        return intervals;
    }

    /** Whether a counter is known to have grown at all. */
    boolean hasGrown(String counter) {
        for (long increase : increases(counter)) {
            if (increase > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether any two samples in a row tell of a counter. */
    boolean isKnown(String counter) {
        for (long increase : increases(counter)) {
            if (increase != UNKNOWN) {
                return true;
            }
        }
        return false;
    }

    private long[] increases(String counter) {
        return increases.computeIfAbsent(counter, this::read);
    }

    private long[] read(String counter) {
        long[] read = new long[intervals.size()];
        Long before = samples.isEmpty() ? null : samples.get(0).counters().get(counter);
        for (int place = 0; place < read.length; place++) {
            Long after = samples.get(place + 1).counters().get(counter);
            read[place] = before == null || after == null || after < before ? UNKNOWN : after - before;
            before = after;
        }
        return read;
    }

    /** From one sample to the next. */
    final class Interval {
        private final int place;

        private Interval(int place) {
            this.place = place;
        }

        /** Event time of the earlier sample, ns since 1970. */
        long fromNs() {
            return samples.get(place).eventTimeNs();
        }

        /** Event time of the later sample, ns since 1970. */
        long toNs() {
            return samples.get(place + 1).eventTimeNs();
        }

        long lengthNs() {
            return toNs() - fromNs();
        }

        /** By how much a counter grew; null: unknown. */
        @Nullable
        Long increase(String counter) {
            long increase = increases(counter)[place];
            return increase == UNKNOWN ? null : (Long) increase;
        }

        /** By how much a counter grew as far as that is known. */
        long known(String counter) {
            return Math.max(0, increases(counter)[place]);
        }

        /** Wire bits sent per second as far as that is known. */
        double txBitsPerSecond() {
            return known(CounterName.TX_BYTES) * 8e9 / lengthNs();
        }

        /** Share of the time in which the port was not allowed to send, 0 to 1; 0 where nothing tells of pauses. */
        double pausedShare() {
            return Math.min(1, (double) known(CounterName.PFC_RX_PAUSED_NS) / lengthNs());
        }
    }
}
