package io.fabrictwin.model.congestion;

/** A set of places below a fixed bound, walked in ascending order; it may change during the walk. */
final class PlaceSet {
    private final long[] words;

    PlaceSet(int bound) {
        words = new long[(bound + Long.SIZE - 1) / Long.SIZE];
    }

    void add(int place) {
        words[place >> 6] |= 1L << place;
    }

    void remove(int place) {
        words[place >> 6] &= ~(1L << place);
    }

    /** The first member that is {@code from} or later; -1: none. */
    int next(int from) {
        for (int at = from >> 6; at < words.length; at++) {
            long left = at == from >> 6 ? words[at] & -1L << from : words[at];
            if (left != 0) {
                return (at << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        return -1;
    }
}
