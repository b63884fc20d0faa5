package io.fabrictwin.model.named;

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

/**
 * A few values by name, in arrays: an eighth of what a tree takes, and a fabric keeps millions of them. Immutable.
 *
 * @param <V> what is named
 */
@SuppressWarnings("JdkObsolete") // its readers ask for a SortedMap, and for no more
public abstract sealed class Named<V> extends AbstractMap<String, V> implements SortedMap<String, V>
        permits NamedNumbers, NamedValues {
    /** In their natural order; never changed. */
    final String[] names;

    Named(String[] names) {
        this.names = names;
    }

    abstract V valueAt(int place);

    /** Those from one place up to before another. */
    abstract Named<V> between(int from, int to);

    /** Where a name stands; negative where it does not. */
    final int place(Object name) {
        return name instanceof String text ? Arrays.binarySearch(names, text) : -1;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public @Nullable V get(Object name) {
        int at = place(name);
        return at < 0 ? null : valueAt(at);
    }

    @Override
    public boolean containsKey(Object name) {
        return place(name) >= 0;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super V> action) {
        for (int at = 0; at < names.length; at++) {
            action.accept(names[at], valueAt(at));
        }
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < names.length;
                    }

                    @Override
                    public Map.Entry<String, V> next() {
                        if (next == names.length) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(names[next], valueAt(next++));
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
    public SortedMap<String, V> subMap(String from, String to) {
        return between(insertion(from), insertion(to));
    }

    @Override
    public SortedMap<String, V> headMap(String to) {
        return between(0, insertion(to));
    }

    @Override
    public SortedMap<String, V> tailMap(String from) {
        return between(insertion(from), names.length);
    }

    private int insertion(String name) {
        int at = place(name);
        return at < 0 ? -at - 1 : at;
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
