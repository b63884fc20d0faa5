package io.fabrictwin.model.state;

import io.fabrictwin.model.id.FabricId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Names one entity of a fabric.
 *
 * @param path as documented at {@link EntityKind}; its first element is the owner (device or job)
 */
public record EntityKey(FabricId fabric, EntityKind kind, List<String> path) implements Comparable<EntityKey> {
    public EntityKey {
        path = List.copyOf(path);
    }

    /** Owner-wide scope, where a port could stand in a path. */
    public static final String ALL = "*";

    static EntityKey of(FabricId fabric, EntityKind kind, String... path) {
        return new EntityKey(fabric, kind, List.of(path));
    }

    /** The device or job that owns it; empty for the fabric itself. */
    public String owner() {
        return path.isEmpty() ? "" : path.get(0);
    }

    public byte[] toBytes() {
        CanonicalWriter out = new CanonicalWriter();
        out.text(fabric.value());
        out.text(kind.name());
        out.texts(path);
        return out.toBytes();
    }

    /** Reads what {@link #toBytes()} wrote. */
    public static EntityKey fromBytes(byte[] bytes) {
        CanonicalReader in = new CanonicalReader(bytes);
        return new EntityKey(new FabricId(in.text()), EntityKind.valueOf(in.text()), in.texts());
    }

    /** Texts that differ in a digit or two have hash codes that lie close: here they are spread, or keys would collide. */
    @Override
    public int hashCode() {
        int hash = 31 * fabric.hashCode() + kind.hashCode();
        for (int i = 0; i < path.size(); i++) {
            hash = (hash ^ path.get(i).hashCode()) * 0x9E3779B1;
            hash ^= hash >>> 15;
        }
        return hash;
    }

    /** Asked for each write of a fold: without an iterator. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof EntityKey key) || kind != key.kind || path.size() != key.path.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            if (!path.get(i).equals(key.path.get(i))) {
                return false;
            }
        }
        return fabric.equals(key.fabric);
    }

    @Override
    public int compareTo(EntityKey other) {
        int order = fabric.compareTo(other.fabric);
        if (order == 0) {
            order = kind.compareTo(other.kind);
        }
        for (int i = 0; order == 0 && i < Math.min(path.size(), other.path.size()); i++) {
            order = path.get(i).compareTo(other.path.get(i));
        }
        return order == 0 ? Integer.compare(path.size(), other.path.size()) : order;
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + String.join("/", path);
    }
}
