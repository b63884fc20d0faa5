package io.fabrictwin.model.state;

import io.fabrictwin.model.named.NamedNumbers;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The value of an attribute. */
public sealed interface Value {
    /** A whole number; its unit is in the attribute's name. */
    record Whole(long number) implements Value {}

    /** A finite number; its unit is in the attribute's name. */
    record Decimal(double number) implements Value {
        public Decimal {
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("value " + number + " is not finite");
            }
        }
    }

    /** Words. */
    record Text(String text) implements Value {}

    /** Yes or no. */
    record Flag(boolean isSet) implements Value {}

    /** An ordered list of words. */
    record Texts(List<String> texts) implements Value {
        public Texts {
            texts = List.copyOf(texts);
        }
    }

    /** Numbers by name; a name that is absent is unknown. */
    record Numbers(SortedMap<String, Long> byName) implements Value {
        public Numbers {
            byName = NamedNumbers.copyOf(byName);
        }
    }

    /** Words by name. */
    record Pairs(SortedMap<String, String> byName) implements Value {
        public Pairs {
            byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
        }
    }
}
