package io.fabrictwin.ingest.parse.prometheus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Series by the bytes that name them: metric and labels as they stand in a line. Where many scrapes are in one input, a
 * series is parsed once. No more than a bounded number is kept; of others every line is parsed.
 */
final class KnownSeries {
    private static final int MOST = 1 << 17;
    private static final int LONGEST_BYTES = 1 << 10;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Map<Name, Series> series = new HashMap<>();
    private final Name sought = new Name();

    private static final class Name {
        private byte[] bytes = new byte[0];
        private int from;
        private int to;
        private int hash;

        Name at(byte[] content, int begin, int end) {
            bytes = content;
            from = begin;
            to = end;
            hash = hash(content, begin, end);
            return this;
        }

        private static int hash(byte[] content, int begin, int end) {
            long hash = (long) end - begin;
            int i = begin;
            for (; end - i >= Long.BYTES; i += Long.BYTES) {
                hash = (hash ^ (long) WORDS.get(content, i)) * MIX;
                hash ^= hash >>> 32;
            }
            for (; i < end; i++) {
                hash = (hash ^ content[i]) * MIX;
            }
            return (int) (hash >>> 32);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name
                    && hash == name.hash
                    && Arrays.equals(bytes, from, to, name.bytes, name.from, name.to);
        }
    }

    /** Where the name of the series ends: after the last brace, else before the first blank. */
    static int endOfName(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && bytes[end - 1] != '}') {
            end--;
        }
        if (end == from) {
            while (end < to && bytes[end] != ' ' && bytes[end] != '\t') {
                end++;
            }
        }
        return end;
    }

    @Nullable
    Series find(byte[] bytes, int from, int to) {
        return series.get(sought.at(bytes, from, to));
    }

    void add(byte[] bytes, int from, int to, Series added) {
        if (series.size() < MOST && to - from <= LONGEST_BYTES) {
            series.put(new Name().at(Arrays.copyOfRange(bytes, from, to), 0, to - from), added);
        }
    }
}
