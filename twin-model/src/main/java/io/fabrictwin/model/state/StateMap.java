package io.fabrictwin.model.state;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * States by entity, in order. Immutable; the next version shares with this one every part that did not change, so that a
 * fabric is kept at the cost of what is new in it. A part is all that one device or job owns of one kind.
 */
@SuppressWarnings("JdkObsolete") // its readers ask for a SortedMap, and for no more
public final class StateMap extends AbstractMap<EntityKey, EntityState> implements SortedMap<EntityKey, EntityState> {
    public static final StateMap EMPTY = new StateMap(Collections.emptyNavigableMap(), null, null);

    /** By the key of the first entity that a part could hold. */
    private final NavigableMap<EntityKey, StatePart> parts;
    /** Inclusive; null: from the first. */
    private final @Nullable EntityKey from;
    /** Exclusive; null: to the last. */
    private final @Nullable EntityKey to;
    /** Null until asked for. */
    private volatile @Nullable String digest;

    private StateMap(NavigableMap<EntityKey, StatePart> parts, @Nullable EntityKey from, @Nullable EntityKey to) {
        this.parts = parts;
        this.from = from;
        this.to = to;
    }

    /** The same states. */
    public static StateMap copyOf(Map<EntityKey, EntityState> states) {
        return states instanceof StateMap already ? already : EMPTY.with(states);
    }

    /**
     * The next version; of a map without bounds.
     *
     * @param changes what stands now; null: nothing does any more
     */
    public StateMap with(Map<EntityKey, ? extends @Nullable EntityState> changes) {
        if (from != null || to != null) {
            throw new IllegalStateException("a view of a part of the states has no next version");
        }
        SortedMap<EntityKey, SortedMap<EntityKey, @Nullable EntityState>> byPart = new TreeMap<>();
        changes.forEach((key, state) ->
                byPart.computeIfAbsent(partOf(key), part -> new TreeMap<>()).put(key, state));
        if (byPart.isEmpty()) {
            return this;
        }
        NavigableMap<EntityKey, StatePart> next = new TreeMap<>(parts);
        byPart.forEach((part, ofPart) -> {
            StatePart changed = next.getOrDefault(part, StatePart.EMPTY).with(ofPart);
            if (changed.size() == 0) {
                next.remove(part);
            } else {
                next.put(part, changed);
            }
        });
        return new StateMap(Collections.unmodifiableNavigableMap(next), null, null);
    }

    /** The states of both; of an entity that both tell of, what merges of the two. */
    public StateMap mergedWith(StateMap other) {
        NavigableMap<EntityKey, StatePart> merged = new TreeMap<>(parts);
        other.parts.forEach((key, part) -> merged.merge(key, part, StatePart::mergedWith));
        return new StateMap(Collections.unmodifiableNavigableMap(merged), null, null);
    }

    private static EntityKey partOf(EntityKey key) {
        return key.path().size() < 2
                ? key
                : new EntityKey(key.fabric(), key.kind(), key.path().subList(0, 1));
    }

    /** SHA-256 of all states, 64 hexadecimal digits: over those of the parts, each over those of its entities. */
    public String digest() {
        String known = digest;
        if (known == null) {
            MessageDigest sha256 = sha256();
            for (StatePart part : parts.values()) {
                sha256.update(part.digest());
            }
            known = HexFormat.of().formatHex(sha256.digest());
            digest = known;
        }
        return known;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public @Nullable EntityState get(Object key) {
        if (!(key instanceof EntityKey entity) || !isWithin(entity)) {
            return null;
        }
        StatePart part = parts.get(partOf(entity));
        return part == null ? null : part.get(entity);
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    private boolean isWithin(EntityKey key) {
        return (from == null || key.compareTo(from) >= 0) && (to == null || key.compareTo(to) < 0);
    }

    @Override
    public int size() {
        int size = 0;
        if (from == null && to == null) {
            for (StatePart part : parts.values()) {
                size += part.size();
            }
        } else {
            for (Iterator<?> entries = entries(); entries.hasNext(); entries.next()) {
                size++;
            }
        }
        return size;
    }

    @Override
    public boolean isEmpty() {
        return !entries().hasNext();
    }

    @Override
    public void forEach(BiConsumer<? super EntityKey, ? super EntityState> action) {
        entries().forEachRemaining(entry -> action.accept(entry.getKey(), entry.getValue()));
    }

    @Override
    public Set<Map.Entry<EntityKey, EntityState>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return StateMap.this.size();
            }

            @Override
            public boolean isEmpty() {
                return StateMap.this.isEmpty();
            }

            @Override
            public Iterator<Map.Entry<EntityKey, EntityState>> iterator() {
                return entries();
            }
        };
    }

    private Iterator<Map.Entry<EntityKey, EntityState>> entries() {
        EntityKey begin = from == null ? null : parts.floorKey(partOf(from));
        Iterator<StatePart> following =
                (begin == null ? parts : parts.tailMap(begin, true)).values().iterator();
        return new Iterator<>() {
            private StatePart part = StatePart.EMPTY;
            private int place;

            @Override
            public boolean hasNext() {
                while (place == part.size() && following.hasNext()) {
                    part = following.next();
                    place = from == null ? 0 : part.firstFrom(from);
                }
                return place < part.size() && (to == null || part.key(place).compareTo(to) < 0);
            }

            @Override
            public Map.Entry<EntityKey, EntityState> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return Map.entry(part.key(place), part.state(place++));
            }
        };
    }

    @Override
    public @Nullable Comparator<? super EntityKey> comparator() {
        return null;
    }

    @Override
    public SortedMap<EntityKey, EntityState> subMap(EntityKey fromKey, EntityKey toKey) {
        return new StateMap(parts, later(fromKey), earlier(toKey));
    }

    @Override
    public SortedMap<EntityKey, EntityState> headMap(EntityKey toKey) {
        return new StateMap(parts, from, earlier(toKey));
    }

    @Override
    public SortedMap<EntityKey, EntityState> tailMap(EntityKey fromKey) {
        return new StateMap(parts, later(fromKey), to);
    }

    private EntityKey later(EntityKey bound) {
        return from != null && from.compareTo(bound) > 0 ? from : bound;
    }

    private EntityKey earlier(EntityKey bound) {
        return to != null && to.compareTo(bound) < 0 ? to : bound;
    }

    @Override
    public EntityKey firstKey() {
        return entries().next().getKey();
    }

    @Override
    public EntityKey lastKey() {
        EntityKey last = null;
        for (Iterator<Map.Entry<EntityKey, EntityState>> entries = entries(); entries.hasNext(); ) {
            last = entries.next().getKey();
        }
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last;
    }
}
