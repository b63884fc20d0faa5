package io.fabrictwin.model.named;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.function.BiConsumer;

/** Numbers by name. Immutable. */
public final class NamedNumbers extends Named<Long> {
    private final long[] numbers;

    private NamedNumbers(String[] names, long[] numbers) {
        super(names);
        this.numbers = numbers;
    }

    /** The same numbers; names in their natural order. */
    public static NamedNumbers copyOf(SortedMap<String, Long> byName) {
        if (byName instanceof NamedNumbers already) {
            return already;
        }
        String[] names = new String[byName.size()];
        long[] numbers = new long[names.length];
        byName.forEach(new BiConsumer<>() {
            private int at;

            @Override
            public void accept(String name, Long number) {
                names[at] = name;
                numbers[at++] = number;
            }
        });
        return new NamedNumbers(names, numbers);
    }

    /** The same numbers, which share their names with others that bear the same names: keeping both costs less. */
    public NamedNumbers sharingNamesOf(NamedNumbers others) {
        return names != others.names && Arrays.equals(names, others.names)
                ? new NamedNumbers(others.names, numbers)
                : this;
    }

    /** A single number. */
    public static NamedNumbers of(String name, long number) {
        return new NamedNumbers(new String[] {name}, new long[] {number});
    }

    /** Gathers numbers in any order of their names; quickest in their natural order. */
    public static final class Builder {
        private String[] names;
        private long[] numbers;
        private int size;

        /** @param expected how many numbers will come, about */
        public Builder(int expected) {
            names = new String[expected];
            numbers = new long[expected];
        }

        /** Puts a number in the place of what bore its name. */
        public void put(String name, long number) {
            int place = size;
            while (place > 0 && name.compareTo(names[place - 1]) < 0) {
                place--;
            }
            if (place > 0 && name.equals(names[place - 1])) {
                numbers[place - 1] = number;
                return;
            }
            if (size == names.length) {
                names = Arrays.copyOf(names, 2 * size + 1);
                numbers = Arrays.copyOf(numbers, 2 * size + 1);
            }
            System.arraycopy(names, place, names, place + 1, size - place);
            System.arraycopy(numbers, place, numbers, place + 1, size - place);
            names[place] = name;
            numbers[place] = number;
            size++;
        }

        public boolean isEmpty() {
            return size == 0;
        }

        /** What was gathered so far. */
        public NamedNumbers build() {
            return new NamedNumbers(Arrays.copyOf(names, size), Arrays.copyOf(numbers, size));
        }
    }

    /** How far each number went since {@code before}; one that either does not have, or that went down, is absent. */
    public NamedNumbers increaseSince(NamedNumbers before) {
        String[] kept = new String[names.length];
        long[] increases = new long[names.length];
        int count = 0;
        for (int at = 0; at < names.length; at++) {
            int there = names == before.names ? at : before.place(names[at]);
            if (there >= 0 && numbers[at] >= before.numbers[there]) {
                kept[count] = names[at];
                increases[count++] = numbers[at] - before.numbers[there];
            }
        }
        return count == names.length
                ? new NamedNumbers(names, increases)
                : new NamedNumbers(Arrays.copyOf(kept, count), Arrays.copyOf(increases, count));
    }

    @Override
    Long valueAt(int place) {
        return numbers[place];
    }

    @Override
    NamedNumbers between(int from, int to) {
        return new NamedNumbers(Arrays.copyOfRange(names, from, to), Arrays.copyOfRange(numbers, from, to));
    }
}
