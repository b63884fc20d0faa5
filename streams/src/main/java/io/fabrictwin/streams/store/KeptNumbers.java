package io.fabrictwin.streams.store;

import io.fabrictwin.model.window.Thinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers of the entries that are kept of one series. What is left after a set of numbers depends on the set alone, whatever
 * the order and number of additions: at each level the newest of each of the newest groups.
 */
final class KeptNumbers {
    private final Level[] levels;

    KeptNumbers(List<Thinning.Level> rules) {
        levels = rules.stream().map(Level::new).toArray(Level[]::new);
    }

    boolean has(long number) {
        for (Level level : levels) {
            if (level.has(number)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a number; answers those that no level holds any more, perhaps the number itself. */
    List<Long> add(long number) {
        if (has(number)) {
            return List.of();
        }
        List<Long> candidates = new ArrayList<>(levels.length);
        for (Level level : levels) {
            level.add(number, candidates);
        }
        List<Long> leaving = List.of();
        for (Long candidate : candidates) {
            if (!has(candidate) && !leaving.contains(candidate)) {
                leaving = leaving.isEmpty() ? new ArrayList<>(1) : leaving;
                leaving.add(candidate);
            }
        }
        return leaving;
    }

    /** The newest number of each group, in order: as an array they take a tenth of what a tree does. */
    private static final class Level {
        private final Thinning.Level rule;
        private long[] numbers = new long[4];
        private int size;

        Level(Thinning.Level rule) {
            this.rule = rule;
        }

        /** Place of the first number of the group or of a later one. */
        private int place(long group) {
            return insertion(Math.multiplyExact(group, rule.groupSize()));
        }

        private int insertion(long number) {
            if (size == 0 || numbers[size - 1] < number) {
                return size;
            }
            int place = Arrays.binarySearch(numbers, 0, size, number);
            return place < 0 ? -place - 1 : place;
        }

        boolean has(long number) {
            int place = insertion(number);
            return place < size && numbers[place] == number;
        }

        void add(long number, List<Long> displaced) {
            long group = Math.floorDiv(number, rule.groupSize());
            int place = place(group);
            if (place < size && Math.floorDiv(numbers[place], rule.groupSize()) == group) {
                displaced.add(Math.min(numbers[place], number));
                numbers[place] = Math.max(numbers[place], number);
                return;
            }
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            System.arraycopy(numbers, place, numbers, place + 1, size - place);
            numbers[place] = number;
            size++;
            if (size > rule.groups()) {
                displaced.add(numbers[0]);
                System.arraycopy(numbers, 1, numbers, 0, --size);
            }
        }
    }
}
