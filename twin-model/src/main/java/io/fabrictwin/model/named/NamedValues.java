package io.fabrictwin.model.named;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by name. Immutable.
 *
 * @param <V> what is named
 */
public final class NamedValues<V> extends Named<V> {
    private static final NamedValues<?> NONE = new NamedValues<>(new String[0], new Object[0]);

    private static final int PLACE_BITS = 10;

    /** Names that stand together: there are few such sets. Without a lock: whoever sees one sees all of its names. */
    private static final @Nullable Kept[] KEPT = new @Nullable Kept[1 << PLACE_BITS];

    @SuppressWarnings("ArrayRecordComponent") // never changed, and not compared
    private record Kept(String[] names) {}

    private final Object[] values;

    private NamedValues(String[] names, Object[] values) {
        super(names);
        this.values = values;
    }

    /** No values. */
    @SuppressWarnings("unchecked") // there are none of another type in it
    public static <V> NamedValues<V> none() {
        return (NamedValues<V>) NONE;
    }

    /** The same values; names in their natural order. */
    public static <V> NamedValues<V> copyOf(SortedMap<String, V> byName) {
        if (byName instanceof NamedValues<V> already) {
            return already;
        }
        String[] names = new String[byName.size()];
        Object[] values = new Object[names.length];
        int at = 0;
        for (Map.Entry<String, V> entry : byName.entrySet()) {
            names[at] = entry.getKey();
            values[at++] = entry.getValue();
        }
        return new NamedValues<>(names, values);
    }

    /** These, with one put in the place of what bore its name. */
    public NamedValues<V> with(String name, V value) {
        int at = place(name);
        if (at >= 0) {
            Object[] next = values.clone();
            next[at] = value;
            return new NamedValues<>(names, next);
        }
        at = -at - 1;
        String[] nextNames = Arrays.copyOf(names, names.length + 1);
        Object[] next = Arrays.copyOf(values, nextNames.length);
        System.arraycopy(names, at, nextNames, at + 1, names.length - at);
        System.arraycopy(values, at, next, at + 1, names.length - at);
        nextNames[at] = name;
        next[at] = value;
        return new NamedValues<>(nextNames, next);
    }

    /** The same, which share their names with others that bear the same: keeping both costs less. */
    public NamedValues<V> sharingNames() {
        int place = (Arrays.hashCode(names) * 0x9E3779B1) >>> (Integer.SIZE - PLACE_BITS);
        Kept kept = KEPT[place];
        if (kept == null || !Arrays.equals(kept.names, names)) {
            KEPT[place] = new Kept(names);
            return this;
        }
        return kept.names == names ? this : new NamedValues<>(kept.names, values);
    }

    @Override
    @SuppressWarnings("unchecked") // none of another type is put in
    V valueAt(int place) {
        return (V) values[place];
    }

    @Override
    NamedValues<V> between(int from, int to) {
        return new NamedValues<>(Arrays.copyOfRange(names, from, to), Arrays.copyOfRange(values, from, to));
    }
}
