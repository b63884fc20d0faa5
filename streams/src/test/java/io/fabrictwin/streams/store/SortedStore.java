package io.fabrictwin.streams.store;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store in memory, without a task around it. */
final class SortedStore implements KeyValueStore<byte[], byte[]> {
    private final NavigableMap<byte[], byte[]> values = new TreeMap<>(Arrays::compareUnsigned);

    @Override
    public void put(byte[] key, byte @Nullable [] value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    @Override
    public byte @Nullable [] putIfAbsent(byte[] key, byte[] value) {
        return values.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<byte[], byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(byte[] key) {
        return values.remove(key);
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return values.get(key);
    }

    @Override
    public KeyValueIterator<byte[], byte[]> range(byte[] from, byte[] to) {
        return iterator(values.subMap(from, true, to, true));
    }

    @Override
    public KeyValueIterator<byte[], byte[]> all() {
        return iterator(values);
    }

    private static KeyValueIterator<byte[], byte[]> iterator(NavigableMap<byte[], byte[]> of) {
        Iterator<Map.Entry<byte[], byte[]>> entries = of.entrySet().iterator();
        return new KeyValueIterator<>() {
            @Override
            public void close() {
                // nothing is held
            }

            @Override
            public byte[] peekNextKey() {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public KeyValue<byte[], byte[]> next() {
                Map.Entry<byte[], byte[]> entry = entries.next();
                return KeyValue.pair(entry.getKey(), entry.getValue());
            }
        };
    }

    @Override
    public long approximateNumEntries() {
        return values.size();
    }

    @Override
    public String name() {
        return "sorted";
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        // there is no task
    }

    @Override
    public void close() {
        // nothing is held
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
