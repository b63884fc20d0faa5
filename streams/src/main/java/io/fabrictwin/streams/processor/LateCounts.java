package io.fabrictwin.streams.processor;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many events lay behind what had been folded of their source, by format of the source: there are few formats, and a
 * source for every file. They are folded like any other, and change the frames of their time.
 */
public final class LateCounts {
    private record OfFormat(LongAdder events, LongAccumulator mostNs) {
        OfFormat() {
            this(new LongAdder(), new LongAccumulator(Math::max, 0));
        }
    }

    /**
     * Late events of one format.
     *
     * @param events how many
     * @param mostNs how far the latest of them lay behind
     */
    public record Late(long events, long mostNs) {}

    private final ConcurrentMap<String, OfFormat> byFormat = new ConcurrentHashMap<>();

    /**
     * An event was folded.
     *
     * @param behindNs how far it lay behind; 0: it did not
     */
    void add(String format, long behindNs) {
        OfFormat ofFormat = byFormat.computeIfAbsent(format, unknown -> new OfFormat());
        if (behindNs > 0) {
            ofFormat.events.increment();
            ofFormat.mostNs.accumulate(behindNs);
        }
    }

    /** By format, of all that were folded. */
    public SortedMap<String, Late> byFormat() {
        SortedMap<String, Late> late = new TreeMap<>();
        byFormat.forEach((format, of) -> late.put(format, new Late(of.events.sum(), of.mostNs.get())));
        return late;
    }
}
