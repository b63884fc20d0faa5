package io.fabrictwin.ingest.parse.reading;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Looks for many words at once. Most lines of a log hold none of the words that a reader is after, and one look that
 * touches every few bytes tells so.
 *
 * <p>Of every word of at least n bytes, one of the pairs at each n - 1 bytes of a text lies within it wherever it stands.
 * A table tells of such a pair which words may stand around it, and only there they are compared.
 */
public final class WordSearch {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /** Of two bytes the bits that are the same in both cases. */
    private static final int CASELESS = 0x5F5F;
    /** Of four bytes. */
    private static final int CASELESS_END = 0x5F5F_5F5F;

    private static final int MIX = 0x9E37_79B1;
    /** So few that the table stays in the nearest cache. */
    private static final int KEY_BITS = 12;

    /** By a key of a pair, which of the places in words lie there, plus one; 0: none. */
    private final byte[] placesByPair = new byte[1 << KEY_BITS];

    private final Around[] around;
    private final int step;

    /** A word, and where in it a pair stands. */
    private record Place(Word word, int offset) {}

    /** The words that may stand around a pair. Most of those that do not are told by the end that they would have. */
    private static final class Around {
        /** No word is shorter than a pair. */
        private static final int NO_END = Integer.MIN_VALUE;

        private final Place[] places;
        /** By place: how far behind the pair the last four letters begin. */
        private final int[] endDistances;
        /** By place: these letters, whatever their case. */
        private final int[] ends;

        Around(List<Place> places) {
            this.places = places.toArray(Place[]::new);
            this.endDistances = places.stream()
                    .mapToInt(place -> place.word().letters.length < Integer.BYTES
                            ? NO_END
                            : place.word().letters.length - Integer.BYTES - place.offset())
                    .toArray();
            this.ends = places.stream()
                    .mapToInt(place -> place.word().letters.length < Integer.BYTES
                            ? 0
                            : caseless(place.word().letters, place.word().letters.length - Integer.BYTES))
                    .toArray();
        }

        /** The beginning of the word of a place, if it may stand around the pair; -1: it does not. */
        private int begin(int index, int pairAt, byte[] bytes, int from, int to) {
            int distance = endDistances[index];
            if (distance != NO_END) {
                int end = pairAt + distance;
                if (end < from || end + Integer.BYTES > to || caseless(bytes, end) != ends[index]) {
                    return -1;
                }
            }
            int begin = pairAt - places[index].offset();
            return begin < from ? -1 : begin;
        }

        private static int caseless(byte[] bytes, int at) {
            return (int) INTS.get(bytes, at) & CASELESS_END;
        }
    }

    /** A word to look for. */
    static final class Word {
        /** Words are numbered as they are made, so that up to 64 of one reader have bits of their own. */
        private static final AtomicInteger MADE = new AtomicInteger();

        private final byte[] letters;
        private final boolean isAnyCase;
        private final long bit = 1L << MADE.getAndIncrement();

        /** @param text in lower case if it is to be found in any case */
        Word(String text, boolean isAnyCase) {
            this.letters = text.getBytes(StandardCharsets.US_ASCII);
            this.isAnyCase = isAnyCase;
        }

        /** One of 64 bits, which other words may share. */
        long bit() {
            return bit;
        }

        private boolean standsAt(byte[] bytes, int from, int to) {
            if (to - from < letters.length) {
                return false;
            }
            for (int i = 0; i < letters.length; i++) {
                int there = bytes[from + i];
                if (there != letters[i] && !(isAnyCase && lowerCase(there) == letters[i])) {
                    return false;
                }
            }
            return true;
        }

        private static int lowerCase(int letter) {
            return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
        }
    }

    private WordSearch(Collection<Word> words) {
        int shortest =
                words.stream().mapToInt(word -> word.letters.length).min().orElse(2);
        if (shortest < 2) {
            throw new IllegalArgumentException("a word of one character is looked for faster by itself");
        }
        this.step = shortest - 1;
        List<List<Place>> growing = new ArrayList<>();
        for (Word word : words) {
            for (int offset = 0; offset < step; offset++) {
                int pair = pair(word.letters, offset);
                if (placesByPair[pair] == 0) {
                    growing.add(new ArrayList<>());
                    if (growing.size() > Byte.MAX_VALUE) {
                        throw new IllegalArgumentException("too many words of " + shortest + " and more characters");
                    }
                    placesByPair[pair] = (byte) growing.size();
                }
                growing.get(placesByPair[pair] - 1).add(new Place(word, offset));
            }
        }
        this.around = growing.stream().map(Around::new).toArray(Around[]::new);
    }

    /** Looks for the words of the patterns, and for others as they are written. */
    public static WordSearch of(Collection<WordedPattern> patterns, String... others) {
        return new WordSearch(Stream.concat(
                        patterns.stream().flatMap(WordedPattern::words),
                        Stream.of(others).map(word -> new Word(word, false)))
                .toList());
    }

    /** Where the first of the words begins from a place on; -1: none follows. */
    public int next(byte[] bytes, int from) {
        int last = bytes.length - 1;
        for (int at = from; at < last; at += step) {
            int known = placesByPair[pair(bytes, at)];
            int first = -1;
            if (known != 0) {
                Around near = around[known - 1];
                for (int i = 0; i < near.places.length; i++) {
                    int begin = near.begin(i, at, bytes, from, bytes.length);
                    boolean isFirst = begin >= 0 && (first < 0 || begin < first);
                    if (isFirst && near.places[i].word().standsAt(bytes, begin, bytes.length)) {
                        first = begin;
                    }
                }
            }
            if (first >= 0) {
                return first;
            }
        }
        return -1;
    }

    /** Which words stand there: the bits of {@link WordedPattern#mayStandAmong}; 0: none. */
    public long in(byte[] bytes, int from, int to) {
        long found = 0;
        int last = to - 1;
        for (int at = from; at < last; at += step) {
            int known = placesByPair[pair(bytes, at)];
            if (known != 0) {
                found |= in(around[known - 1], at, bytes, from, to);
            }
        }
        return found;
    }

    private static long in(Around near, int at, byte[] bytes, int from, int to) {
        long found = 0;
        for (int i = 0; i < near.places.length; i++) {
            int begin = near.begin(i, at, bytes, from, to);
            if (begin >= 0 && near.places[i].word().standsAt(bytes, begin, to)) {
                found |= near.places[i].word().bit();
            }
        }
        return found;
    }

    /** Which words stand in the text. */
    public long in(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return in(bytes, 0, bytes.length);
    }

    /** A key of the pair, which few others share. */
    private static int pair(byte[] bytes, int at) {
        return (((short) SHORTS.get(bytes, at) & CASELESS) * MIX) >>> (Integer.SIZE - KEY_BITS);
    }
}
