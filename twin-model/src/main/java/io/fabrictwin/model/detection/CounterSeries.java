package io.fabrictwin.model.detection;

import io.fabrictwin.model.named.NamedNumbers;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Map;
import java.util.RandomAccess;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Counter samples of one port or queue, oldest first, at most one per bucket of event time. Immutable. */
public final class CounterSeries extends AbstractList<CounterSample> implements RandomAccess {
    public static final CounterSeries EMPTY = new CounterSeries(new long[0], new CounterSample[0]);

    private final long[] buckets;
    private final CounterSample[] samples;

    private CounterSeries(long[] buckets, CounterSample[] samples) {
        this.buckets = buckets;
        this.samples = samples;
    }

    /**
     * The next version.
     *
     * @param changes by bucket, in order of time: the sample that it holds now; null: none any more
     */
    public CounterSeries with(SortedMap<Long, @Nullable CounterSample> changes) {
        long[] nextBuckets = new long[buckets.length + changes.size()];
        CounterSample[] next = new CounterSample[nextBuckets.length];
        int size = 0;
        int done = 0;
        for (Map.Entry<Long, @Nullable CounterSample> change : changes.entrySet()) {
            int place = Arrays.binarySearch(buckets, change.getKey());
            int end = place < 0 ? -place - 1 : place;
            System.arraycopy(buckets, done, nextBuckets, size, end - done);
            System.arraycopy(samples, done, next, size, end - done);
            size += end - done;
            done = place < 0 ? end : end + 1;
            CounterSample sample = change.getValue();
            if (sample != null) {
                nextBuckets[size] = change.getKey();
                next[size] = size == 0 ? sample : sharingNames(sample, next[size - 1]);
                size++;
            }
        }
        int left = buckets.length - done;
        System.arraycopy(buckets, done, nextBuckets, size, left);
        System.arraycopy(samples, done, next, size, left);
        size += left;
        return new CounterSeries(Arrays.copyOf(nextBuckets, size), Arrays.copyOf(next, size));
    }

    private static CounterSample sharingNames(CounterSample sample, CounterSample before) {
        NamedNumbers counters = NamedNumbers.copyOf(sample.counters());
        return new CounterSample(sample.eventTimeNs(), counters.sharingNamesOf(NamedNumbers.copyOf(before.counters())));
    }

    @Override
    public CounterSample get(int place) {
        return samples[place];
    }

    @Override
    public int size() {
        return samples.length;
    }
}
