package io.fabrictwin.ingest.parse.reading;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of names, by the bytes that they are: the same counters come again and again in one input, and what a name
 * means is found out once. No more than a bounded number is kept; of others every line is parsed.
 *
 * @param <V> what a name means
 */
public final class KnownNames<V> {
    private static final int MOST = 1 << 17;
    private static final int LONGEST_BYTES = 1 << 10;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Map<Name, V> known = new HashMap<>();
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

    /** What is known of a name; null: nothing. */
    public @Nullable V find(byte[] bytes, int from, int to) {
        return known.get(sought.at(bytes, from, to));
    }

    /** From here on this is known of a name. */
    public void add(byte[] bytes, int from, int to, V added) {
        if (known.size() < MOST && to - from <= LONGEST_BYTES) {
            known.put(new Name().at(Arrays.copyOfRange(bytes, from, to), 0, to - from), added);
        }
    }
}
