package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.CounterName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
    private final Map<String, long[]> increases = new HashMap<>();
    private @Nullable List<Interval> intervals;
    private @Nullable Seen seen;

    /** Of samples of a port, oldest first. */
    PortHistory(List<CounterSample> samples) {
        this.samples = samples;
    }

    /** How many intervals there are. */
    int size() {
        return Math.max(0, samples.size() - 1);
    }

    /** Oldest first. */
    List<Interval> intervals() {
        if (intervals == null) {
            intervals = IntStream.range(0, size()).mapToObj(Interval::new).toList();
        }
        return intervals;
    }

    /** Whether a counter is known to have grown at all. */
    boolean hasGrown(String counter) {
        return seen().is(seen().grown, counter);
    }

    /** Whether any two samples in a row tell of a counter, and it was not reset between them. */
    boolean isKnown(String counter) {
        return seen().is(seen().known, counter);
    }

    private Seen seen() {
        if (seen == null) {
            seen = new Seen();
            samples.forEach(seen::add);
        }
        return seen;
    }

    /**
     * Which counters grew, by one pass over all samples: most counters of most ports never do, and nothing else is then read of
     * them. Samples of a port mostly tell of the same counters in the same order.
     */
    private static final class Seen {
        private final List<String> names = new ArrayList<>();
        private final BitSet grown = new BitSet();
        private final BitSet known = new BitSet();
        private long[] counts = new long[16];
        private int[] toldBy = new int[16];
        private int sample;

        boolean is(BitSet places, String counter) {
            int place = names.indexOf(counter);
            return place >= 0 && places.get(place);
        }

        void add(CounterSample next) {
            sample++;
            int place = 0;
            for (Map.Entry<String, Long> entry : next.counters().entrySet()) {
                if (place >= names.size() || !names.get(place).equals(entry.getKey())) {
                    place = placeOf(entry.getKey());
                }
                long count = entry.getValue();
                if (toldBy[place] == sample - 1 && sample > 1 && count >= counts[place]) {
                    known.set(place);
                    grown.set(place, grown.get(place) || count > counts[place]);
                }
                counts[place] = count;
                toldBy[place] = sample;
                place++;
            }
        }

        private int placeOf(String name) {
            int place = names.indexOf(name);
            if (place < 0) {
                place = names.size();
                names.add(name);
                if (place == counts.length) {
                    counts = Arrays.copyOf(counts, 2 * place);
                    toldBy = Arrays.copyOf(toldBy, 2 * place);
                }
            }
            return place;
        }
    }

    private long[] increases(String counter) {
        return increases.computeIfAbsent(counter, this::read);
    }

    private long[] read(String counter) {
        long[] read = new long[size()];
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
