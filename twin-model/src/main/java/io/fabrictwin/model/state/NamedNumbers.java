package io.fabrictwin.model.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Numbers by name in two arrays: an eighth of what a tree takes, and a fabric keeps millions of them. Immutable. */
@SuppressWarnings("JdkObsolete") // its readers ask for a SortedMap, and for no more
public final class NamedNumbers extends AbstractMap<String, Long> implements SortedMap<String, Long> {
    private final String[] names;
    private final long[] numbers;

    private NamedNumbers(String[] names, long[] numbers) {
        this.names = names;
        this.numbers = numbers;
    }

    /** The same numbers; names in their natural order. */
    public static NamedNumbers copyOf(SortedMap<String, Long> byName) {
        if (byName instanceof NamedNumbers already) {
            return already;
        }
        String[] names = new String[byName.size()];
        long[] numbers = new long[names.length];
        int at = 0;
        for (Map.Entry<String, Long> entry : byName.entrySet()) {
            names[at] = entry.getKey();
            numbers[at++] = entry.getValue();
        }
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

    private int place(Object name) {
        return name instanceof String text ? Arrays.binarySearch(names, text) : -1;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public @Nullable Long get(Object name) {
        int at = place(name);
        return at < 0 ? null : (Long) numbers[at];
    }

    @Override
    public boolean containsKey(Object name) {
        return place(name) >= 0;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Long> action) {
        for (int at = 0; at < names.length; at++) {
            action.accept(names[at], numbers[at]);
        }
    }

    @Override
    public Set<Map.Entry<String, Long>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, Long>> iterator() {
                return new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < names.length;
                    }

                    @Override
                    public Map.Entry<String, Long> next() {
                        if (next == names.length) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(names[next], numbers[next++]);
                    }
                };
            }
        };
    }

    @Override
    public @Nullable Comparator<? super String> comparator() {
        return null;
    }

    @Override
    public SortedMap<String, Long> subMap(String from, String to) {
        return between(insertion(from), insertion(to));
    }

    @Override
    public SortedMap<String, Long> headMap(String to) {
        return between(0, insertion(to));
    }

    @Override
    public SortedMap<String, Long> tailMap(String from) {
        return between(insertion(from), names.length);
    }

    private int insertion(String name) {
        int at = place(name);
        return at < 0 ? -at - 1 : at;
    }

    private NamedNumbers between(int from, int to) {
        return new NamedNumbers(Arrays.copyOfRange(names, from, to), Arrays.copyOfRange(numbers, from, to));
    }

    @Override
    public String firstKey() {
        return names[at(0)];
    }

    @Override
    public String lastKey() {
        return names[at(names.length - 1)];
    }

    private int at(int place) {
        if (names.length == 0) {
            throw new NoSuchElementException();
        }
        return place;
    }
}
