package io.fabrictwin.model.state;

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
