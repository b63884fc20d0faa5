package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.ingest.parse.Line;
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
 * <p>Of every word of four bytes or more, one of the triples at each second byte of a text lies within it wherever it
 * stands. A table tells of such a triple which words may stand around it, and only there they are compared.
 */
public final class WordSearch implements Line.Look {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int KEY_BYTES = 3;
    private static final int STEP = 2;
    /** So far eight bytes are looked at for three triples at once. */
    private static final int STRIDE = 3 * STEP;
    /** Of three bytes the bits that are the same in both cases. */
    private static final int CASELESS = 0x5F_5F5F;
    /** Of four bytes. */
    private static final int CASELESS_END = 0x5F5F_5F5F;

    private static final int MIX = 0x9E37_79B1;
    /** So few that the table stays in the nearest cache. */
    private static final int KEY_BITS = 12;

    /** By a key of a triple, which of the places in words lie there, plus one; 0: none. */
    private final byte[] placesByKey = new byte[1 << KEY_BITS];

    private final Around[] around;
    /** Two; one: a word has three bytes only. */
    private final int step;

    /** A word, and where in it a triple stands. */
    private record Place(Word word, int offset) {}

    /** The words that may stand around a triple. Most of those that do not are told by the end that they would have. */
    private static final class Around {
        private static final int NO_END = Integer.MIN_VALUE;

        private final Place[] places;
        /** By place: how far behind the triple the last four letters begin. */
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

        /** The beginning of the word of a place, if it may stand around the triple; -1: it does not. */
        private int begin(int index, int keyAt, byte[] bytes, int from, int to) {
            int distance = endDistances[index];
            if (distance != NO_END) {
                int end = keyAt + distance;
                if (end < from || end + Integer.BYTES > to || caseless(bytes, end) != ends[index]) {
                    return -1;
                }
            }
            int begin = keyAt - places[index].offset();
            return begin < from ? -1 : begin;
        }

        /** Where the first of the words begins that stand around the triple; -1: none does. */
        private int first(int keyAt, byte[] bytes, int from, int to) {
            int first = -1;
            for (int i = 0; i < places.length; i++) {
                int begin = begin(i, keyAt, bytes, from, to);
                boolean isFirst = begin >= 0 && (first < 0 || begin < first);
                if (isFirst && places[i].word().standsAt(bytes, begin, 0, to)) {
                    first = begin;
                }
            }
            return first;
        }

        /** The bits of the words that stand around the triple. */
        private long in(int keyAt, byte[] bytes, int from, int to) {
            long found = 0;
            for (int i = 0; i < places.length; i++) {
                int begin = begin(i, keyAt, bytes, from, to);
                if (begin >= 0 && places[i].word().standsAt(bytes, begin, from, to)) {
                    found |= places[i].word().bit();
                }
            }
            return found;
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
        private final boolean isAlone;
        private final long bit = 1L << MADE.getAndIncrement();

        /**
         * A word.
         *
         * @param text in lower case if it is to be found in any case
         * @param isAlone not within another word: no letter, digit or underscore stands before it
         */
        Word(String text, boolean isAnyCase, boolean isAlone) {
            this.letters = text.getBytes(StandardCharsets.US_ASCII);
            this.isAnyCase = isAnyCase;
            this.isAlone = isAlone;
        }

        /** One of 64 bits, which other words may share. */
        long bit() {
            return bit;
        }

        /** Whether it begins at a place of a text. */
        private boolean standsAt(byte[] bytes, int place, int from, int to) {
            if (to - place < letters.length || (isAlone && place > from && isOfWord(bytes[place - 1]))) {
                return false;
            }
            for (int i = 0; i < letters.length; i++) {
                int there = bytes[place + i];
                if (there != letters[i] && !(isAnyCase && lowerCase(there) == letters[i])) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isOfWord(int letter) {
            int lower = lowerCase(letter);
            return (lower >= 'a' && lower <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
        }

        private static int lowerCase(int letter) {
            return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
        }
    }

    private WordSearch(Collection<Word> words) {
        int shortest =
                words.stream().mapToInt(word -> word.letters.length).min().orElse(KEY_BYTES);
        if (shortest < KEY_BYTES) {
            throw new IllegalArgumentException("a word of less than three characters is looked for faster by itself");
        }
        this.step = Math.min(STEP, shortest - KEY_BYTES + 1);
        List<List<Place>> growing = new ArrayList<>();
        for (Word word : words) {
            for (int offset = 0; offset < step; offset++) {
                int key = key(word.letters, offset);
                if (placesByKey[key] == 0) {
                    growing.add(new ArrayList<>());
                    if (growing.size() > Byte.MAX_VALUE) {
                        throw new IllegalArgumentException("too many words of " + shortest + " and more characters");
                    }
                    placesByKey[key] = (byte) growing.size();
                }
                growing.get(placesByKey[key] - 1).add(new Place(word, offset));
            }
        }
        this.around = growing.stream().map(Around::new).toArray(Around[]::new);
    }

    /** Looks for the words of the patterns, and for others as they are written. */
    public static WordSearch of(Collection<WordedPattern> patterns, String... others) {
        return new WordSearch(Stream.concat(
                        patterns.stream().flatMap(WordedPattern::words),
                        Stream.of(others).map(word -> new Word(word, false, false)))
                .toList());
    }

    /** Where the first of the words begins from a place on; -1: none follows. */
    public int next(byte[] bytes, int from) {
        int to = bytes.length;
        for (int at = known(bytes, from, to); at >= 0; at = known(bytes, at + step, to)) {
            int first = around[placesByKey[key(bytes, at)] - 1].first(at, bytes, from, to);
            if (first >= 0) {
                return first;
            }
        }
        return -1;
    }

    /** Which words stand there: the bits of {@link WordedPattern#mayStandAmong}; 0: none. */
    @Override
    public long in(byte[] bytes, int from, int to) {
        long found = 0;
        for (int at = known(bytes, from, to); at >= 0; at = known(bytes, at + step, to)) {
            found |= around[placesByKey[key(bytes, at)] - 1].in(at, bytes, from, to);
        }
        return found;
    }

    /** Where the next triple stands around which words may stand; -1: none follows. */
    private int known(byte[] bytes, int from, int to) {
        int at = from;
        if (step == STEP) {
            while (at <= to - Long.BYTES && !hasKnown((long) LONGS.get(bytes, at))) {
                at += STRIDE;
            }
        }
        while (at <= to - KEY_BYTES) {
            if (placesByKey[key(bytes, at)] != 0) {
                return at;
            }
            at += step;
        }
        return -1;
    }

    /** Whether one of the three triples of eight bytes is known. */
    private boolean hasKnown(long eight) {
        int first = placesByKey[key((int) eight)];
        int second = placesByKey[key((int) (eight >>> (STEP * Byte.SIZE)))];
        int third = placesByKey[key((int) (eight >>> (2 * STEP * Byte.SIZE)))];
        return (first | second | third) != 0;
    }

    /** Which words stand in the text. */
    public long in(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return in(bytes, 0, bytes.length);
    }

    private static int key(byte[] bytes, int at) {
        return key(((short) SHORTS.get(bytes, at) & 0xFFFF) | (bytes[at + 2] << Short.SIZE));
    }

    /** A key of three bytes, which few others share. */
    private static int key(int triple) {
        return ((triple & CASELESS) * MIX) >>> (Integer.SIZE - KEY_BITS);
    }
}
