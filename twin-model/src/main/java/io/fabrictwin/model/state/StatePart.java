package io.fabrictwin.model.state;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** States of a few entities in order, with the digests of those that were asked for. Immutable. */
final class StatePart {
    static final StatePart EMPTY = new StatePart(new EntityKey[0], new EntityState[0], new byte[0][]);

    private final EntityKey[] keys;
    private final EntityState[] states;
    /** Of each entity; null until asked for. Handed on to the next version. */
    private final byte[] @Nullable [] digests;

    private byte @Nullable [] digest;

    private StatePart(EntityKey[] keys, EntityState[] states, byte[] @Nullable [] digests) {
        this.keys = keys;
        this.states = states;
        this.digests = digests;
    }

    /** The next version; null: the entity is no more. */
    synchronized StatePart with(SortedMap<EntityKey, ? extends @Nullable EntityState> changes) {
        int most = keys.length + changes.size();
        EntityKey[] nextKeys = new EntityKey[most];
        EntityState[] nextStates = new EntityState[most];
        byte[] @Nullable [] nextDigests = new byte[most][];
        int size = 0;
        int done = 0;
        for (Map.Entry<EntityKey, ? extends @Nullable EntityState> change : changes.entrySet()) {
            int place = firstFrom(change.getKey());
            int copied = place - done;
            System.arraycopy(keys, done, nextKeys, size, copied);
            System.arraycopy(states, done, nextStates, size, copied);
            System.arraycopy(digests, done, nextDigests, size, copied);
            size += copied;
            boolean isPresent = place < keys.length && keys[place].equals(change.getKey());
            done = isPresent ? place + 1 : place;
            EntityState state = change.getValue();
            if (state != null) {
                nextKeys[size] = isPresent ? keys[place] : change.getKey();
                nextStates[size++] = state;
            }
        }
        int left = keys.length - done;
        System.arraycopy(keys, done, nextKeys, size, left);
        System.arraycopy(states, done, nextStates, size, left);
        System.arraycopy(digests, done, nextDigests, size, left);
        size += left;
        return size == most
                ? new StatePart(nextKeys, nextStates, nextDigests)
                : new StatePart(
                        Arrays.copyOf(nextKeys, size),
                        Arrays.copyOf(nextStates, size),
                        Arrays.copyOf(nextDigests, size));
    }

    StatePart mergedWith(StatePart other) {
        SortedMap<EntityKey, EntityState> merged = new TreeMap<>();
        for (int place = 0; place < other.keys.length; place++) {
            EntityState own = get(other.keys[place]);
            EntityState theirs = other.states[place];
            merged.put(other.keys[place], own == null ? theirs : own.mergedWith(theirs));
        }
        return with(merged);
    }

    int size() {
        return keys.length;
    }

    EntityKey key(int place) {
        return keys[place];
    }

    EntityState state(int place) {
        return states[place];
    }

    @Nullable
    EntityState get(EntityKey key) {
        int place = Arrays.binarySearch(keys, key);
        return place < 0 ? null : states[place];
    }

    int firstFrom(EntityKey key) {
        int place = Arrays.binarySearch(keys, key);
        return place < 0 ? -place - 1 : place;
    }

    synchronized byte[] digest() {
        byte[] known = digest;
        if (known != null) {
            return known;
        }
        MessageDigest sha256 = StateMap.sha256();
        for (int place = 0; place < keys.length; place++) {
            byte[] own = digests[place];
            if (own == null) {
                sha256.update(keys[place].toBytes());
                own = sha256.digest(states[place].toBytes());
                digests[place] = own;
            }
        }
        for (byte[] own : digests) {
            sha256.update(own);
        }
        digest = sha256.digest();
        return digest;
    }
}
