package io.fabrictwin.ingest.parse.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a metric with its labels tells without a time of its own, whatever its value. */
final class Series {
    static final Series OF_NO_INTEREST = new Series(null, null);

    private final @Nullable Member<PortCounter, Long> counter;
    private final @Nullable Member<Reading, Double> reading;
    private @Nullable Told told;

    private Series(@Nullable Member<PortCounter, Long> counter, @Nullable Member<Reading, Double> reading) {
        this.counter = counter;
        this.reading = reading;
    }

    static Series ofCounter(Member<PortCounter, Long> counter) {
        return new Series(counter, null);
    }

    static Series ofReading(Member<Reading, Double> reading) {
        return new Series(null, reading);
    }

    /** One whose samples are told one by one, once all is gathered. */
    static Series ofTold() {
        return new Series(null, null);
    }

    /**
     * What one sample after the other tells, and the group that it is a part of.
     *
     * @param place of its value in the group
     */
    record Member<T, V>(T meaning, Group<V> group, int place) {
        Member(T meaning, Group<V> group, String name) {
            this(meaning, group, group.place(name));
        }
    }

    @Nullable
    Member<PortCounter, Long> counter() {
        return counter;
    }

    @Nullable
    Member<Reading, Double> reading() {
        return reading;
    }

    /** What its samples tell one by one; null: not found out yet. */
    @Nullable
    Told told() {
        return told;
    }

    void tells(Told found) {
        told = found;
    }

    @SuppressWarnings("ReferenceEquality") // there is one such
    boolean isOfNoInterest() {
        return this == OF_NO_INTEREST;
    }

    /** Whether its samples are parts of groups. */
    boolean isGathered() {
        return counter != null || reading != null;
    }

    /** Values that become one event, by name. */
    static final class Group<V> {
        private final Map<String, Integer> places = new HashMap<>();
        /** Null: not known. */
        private final List<@Nullable V> values = new ArrayList<>();

        private long lastRecord;

        /** Where the value of that name stands. */
        private int place(String name) {
            return places.computeIfAbsent(name, absent -> {
                values.add(null);
                return values.size() - 1;
            });
        }

        /** @param value null: not known */
        void put(long record, int place, @Nullable V value) {
            if (value != null) {
                values.set(place, value);
            }
            lastRecord = record;
        }

        /** Those that are known. */
        Map<String, V> values() {
            Map<String, V> known = new HashMap<>();
            places.forEach((name, place) -> {
                V value = values.get(place);
                if (value != null) {
                    known.put(name, value);
                }
            });
            return known;
        }

        /** The record that the event stands with. */
        long lastRecord() {
            return lastRecord;
        }
    }
}
