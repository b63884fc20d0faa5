package io.fabrictwin.streams.store;

import io.fabrictwin.model.state.EntityKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which entries the windows hold. What is left after a set of entries depends on the set alone: the newest of each series,
 * whatever the order and number of additions.
 */
public final class WindowIndex {
    private final Map<EntityKey, Numbers> numbersBySeries = new HashMap<>();

    /** What adding an entry means: whether it was not there, and the entry that has to go for it, perhaps itself. */
    public record Added(boolean isNew, Optional<EntityKey> leaving) {}

    /** Adds an entry. */
    public Added add(Window window, EntityKey entry) {
        EntityKey series = window.seriesOf(entry);
        Numbers numbers = numbersBySeries.computeIfAbsent(series, unknown -> new Numbers());
        boolean isNew = numbers.add(window.numberOf(entry));
        return new Added(
                isNew,
                numbers.size > window.size()
                        ? Optional.of(window.entryOf(series, numbers.removeLeast()))
                        : Optional.empty());
    }

    /** Numbers in order, which mostly come in order: as an array they take a tenth of what a tree does. */
    private static final class Numbers {
        private long[] numbers = new long[4];
        private int size;

        boolean add(long number) {
            int place = size == 0 || numbers[size - 1] < number ? -size - 1 : Arrays.binarySearch(numbers, 0, size, number);
            if (place >= 0) {
                return false;
            }
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            int at = -place - 1;
            System.arraycopy(numbers, at, numbers, at + 1, size - at);
            numbers[at] = number;
            size++;
            return true;
        }

        long removeLeast() {
            long least = numbers[0];
            System.arraycopy(numbers, 1, numbers, 0, --size);
            return least;
        }
    }
}
