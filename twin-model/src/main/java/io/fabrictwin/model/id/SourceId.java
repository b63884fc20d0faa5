package io.fabrictwin.model.id;

/**
 * Where an event came from: the input's format, and what tells this input from another of the format (for a file its
 * content hash, for a stream its address).
 */
public record SourceId(String format, String identity) implements Comparable<SourceId> {
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
