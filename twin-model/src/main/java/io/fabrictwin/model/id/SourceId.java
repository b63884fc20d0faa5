package io.fabrictwin.model.id;

import org.jspecify.annotations.Nullable;

/**
 * Where an event came from: the input's format, and what tells this input from another of the format (for a file its
 * content hash, for a stream its address).
 */
public record SourceId(String format, String identity) implements Comparable<SourceId> {
    private static final int PLACE_BITS = 16;

    /** Written and read without a lock, as {@link SharedText} is. */
    private static final @Nullable SourceId[] KEPT = new @Nullable SourceId[1 << PLACE_BITS];

    public SourceId {
        Names.requireName("source format", format);
        Names.requireName("source identity", identity);
        if (format.indexOf('/') >= 0) {
            throw new IllegalArgumentException("source format '" + format + "' holds a '/'");
        }
    }

    /** Reads the form that {@link #toString()} prints: {@code format/identity}. */
    public static SourceId parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("source '" + text + "' is not of the form format/identity");
        }
        return new SourceId(text.substring(0, slash), text.substring(slash + 1));
    }

    /** The same source, as one object where it comes again and again: a fabric's state names it millions of times. */
    public SourceId shared() {
        int place = (hashCode() * 0x9E3779B1) >>> (Integer.SIZE - PLACE_BITS);
        SourceId kept = KEPT[place];
        if (equals(kept)) {
            return kept;
        }
        KEPT[place] = this;
        return this;
    }

    @Override
    public int compareTo(SourceId other) {
        int order = format.compareTo(other.format);
        return order == 0 ? identity.compareTo(other.identity) : order;
    }

    @Override
    public String toString() {
        return format + "/" + identity;
    }
}
