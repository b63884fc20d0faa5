package io.fabrictwin.ingest.parse;

/** How much an input looks like a format, from its beginning. */
public enum Likeness {
    /** It is another format, or nothing tells. */
    NONE,
    /** Something of the kind; a format that is {@link #LIKELY} or {@link #CERTAIN} is believed before. */
    POSSIBLE,
    /** Shape and words fit, though a relative of the format could look the same. */
    LIKELY,
    /** A mark stands in it that only this format has. */
    CERTAIN;

    /** {@link #CERTAIN} if so, else {@link #NONE}. */
    public static Likeness certainIf(boolean isSo) {
        return isSo ? CERTAIN : NONE;
    }

    /** {@link #LIKELY} if so, else {@link #NONE}. */
    public static Likeness likelyIf(boolean isSo) {
        return isSo ? LIKELY : NONE;
    }

    /** {@link #POSSIBLE} if so, else {@link #NONE}. */
    public static Likeness possibleIf(boolean isSo) {
        return isSo ? POSSIBLE : NONE;
    }
}
