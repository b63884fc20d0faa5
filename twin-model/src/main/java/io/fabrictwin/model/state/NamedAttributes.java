package io.fabrictwin.model.state;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Attributes by name. Immutable. */
final class NamedAttributes extends Named<Attribute> {
    static final NamedAttributes NONE = new NamedAttributes(new String[0], new Attribute[0]);

    private static final int PLACE_BITS = 10;

    /** Names of the attributes that entities have together: there are few sets of them. Without a lock, as texts are shared. */
    private static final String[] @Nullable [] KEPT = new String[1 << PLACE_BITS][];

    private final Attribute[] attributes;

    private NamedAttributes(String[] names, Attribute[] attributes) {
        super(names);
        this.attributes = attributes;
    }

    /** The same attributes; names in their natural order. */
    static NamedAttributes copyOf(SortedMap<String, Attribute> byName) {
        if (byName instanceof NamedAttributes already) {
            return already;
        }
        String[] names = new String[byName.size()];
        Attribute[] attributes = new Attribute[names.length];
        int at = 0;
        for (Map.Entry<String, Attribute> entry : byName.entrySet()) {
            names[at] = entry.getKey();
            attributes[at++] = entry.getValue();
        }
        return new NamedAttributes(names, attributes);
    }

    /** These, with one put in the place of what bore its name. */
    NamedAttributes with(String name, Attribute attribute) {
        int at = place(name);
        if (at >= 0) {
            Attribute[] next = attributes.clone();
            next[at] = attribute;
            return new NamedAttributes(names, next);
        }
        at = -at - 1;
        String[] nextNames = Arrays.copyOf(names, names.length + 1);
        Attribute[] next = Arrays.copyOf(attributes, nextNames.length);
        System.arraycopy(names, at, nextNames, at + 1, names.length - at);
        System.arraycopy(attributes, at, next, at + 1, names.length - at);
        nextNames[at] = name;
        next[at] = attribute;
        return new NamedAttributes(nextNames, next);
    }

    /** The same, which share their names with others that bear the same: keeping both costs less. */
    NamedAttributes sharingNames() {
        int place = (Arrays.hashCode(names) * 0x9E3779B1) >>> (Integer.SIZE - PLACE_BITS);
        String[] kept = KEPT[place];
        if (kept == null || !Arrays.equals(kept, names)) {
            KEPT[place] = names;
            return this;
        }
        return kept == names ? this : new NamedAttributes(kept, attributes);
    }

    @Override
    Attribute valueAt(int place) {
        return attributes[place];
    }

    @Override
    NamedAttributes between(int from, int to) {
        return new NamedAttributes(Arrays.copyOfRange(names, from, to), Arrays.copyOfRange(attributes, from, to));
    }
}
