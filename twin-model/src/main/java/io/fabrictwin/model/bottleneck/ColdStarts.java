package io.fabrictwin.model.bottleneck;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cold starts, each kind emulated once. Kinds differ by the bottleneck, the number of flows, and the quarter of an octave
 * in which their size lies; the middle of it stands for all of them. What is remembered changes no answer. Not
 * thread-safe.
 */
public final class ColdStarts {
    private static final int BUCKETS_PER_OCTAVE = 4;
    private static final double LN_2 = StrictMath.log(2);

    private record Kind(Bottleneck bottleneck, int flows, long sizeBucket) {}

    private final int seeds;
    private final int remembered;
    private final Map<Kind, ColdStart> known = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * An empty memory.
     *
     * @param seeds runs to average over for each kind
     * @param remembered kinds to remember; the one that was not asked for the longest goes first
     */
    public ColdStarts(int seeds, int remembered) {
        if (seeds <= 0 || remembered <= 0) {
            throw new IllegalArgumentException("seeds and remembered must be positive: " + seeds + ", " + remembered);
        }
        this.seeds = seeds;
        this.remembered = remembered;
    }

    /**
     * How {@code flows} flows of about {@code bytes} fare.
     *
     * @throws IllegalArgumentException if there are no flows, or the bytes are not finite and positive
     */
    public ColdStart of(Bottleneck bottleneck, int flows, double bytes) {
        if (!(bytes > 0) || Double.isInfinite(bytes)) {
            throw new IllegalArgumentException("bytes must be a finite positive number: " + bytes);
        }
        long bucket = Math.round(StrictMath.log(bytes) / LN_2 * BUCKETS_PER_OCTAVE);
        Kind kind = new Kind(bottleneck, flows, bucket);
        ColdStart start = known.get(kind);
        if (start == null) {
            double size = StrictMath.pow(2, (double) bucket / BUCKETS_PER_OCTAVE);
            start = Emulator.coldStart(bottleneck, flows, size, seeds);
            known.put(kind, start);
            if (known.size() > remembered) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return start;
    }

    /** Kinds remembered now. */
    int size() {
        return known.size();
    }
}
