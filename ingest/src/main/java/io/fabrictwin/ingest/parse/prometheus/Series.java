package io.fabrictwin.ingest.parse.prometheus;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a metric with its labels tells without a time of its own, whatever its value; null and null: nothing. */
record Series(
        @Nullable Member<PortCounter, Long> counter,
        @Nullable Member<Reading, Double> reading) {
    static final Series OF_NO_INTEREST = new Series(null, null);

    /** What one sample after the other tells, and the group that it is a part of. */
    record Member<T, V>(T meaning, Group<V> group) {}

    boolean isOfNoInterest() {
        return counter == null && reading == null;
    }

    /** Values that become one event, by name. */
    static final class Group<V> {
        private final Map<String, V> values = new HashMap<>();
        private long lastRecord;

        /** @param value null: not known */
        void put(long record, String name, @Nullable V value) {
            if (value != null) {
                values.put(name, value);
            }
            lastRecord = record;
        }

        Map<String, V> values() {
            return values;
        }

        /** The record that the event stands with. */
        long lastRecord() {
            return lastRecord;
        }
    }
}
