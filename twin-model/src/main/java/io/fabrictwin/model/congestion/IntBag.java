package io.fabrictwin.model.congestion;

import java.util.Arrays;

/** Growable bag of ints with removal in constant time by place; the order depends on the history alone. */
final class IntBag {
    private int[] values = new int[8];
    private int size;

    int size() {
        return size;
    }

    int get(int place) {
        return values[place];
    }

    /** The values, at the first {@code size()} places; for reading until the bag changes. */
    int[] values() {
        return values;
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    void removeAt(int place) {
        values[place] = values[--size];
    }

    void clear() {
        size = 0;
    }

    /** Removes one value that is known to be there. */
    void remove(int value) {
        int place = 0;
        while (values[place] != value) {
            place++;
        }
        removeAt(place);
    }
}
