package io.fabrictwin.ingest.parse.reading;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks for many words at once. Most lines of a log hold none of the words that a reader is after, and one look that
 * touches every few bytes tells so.
 *
 * <p>Of every word of at least n bytes, one of the pairs at each n - 1 bytes of a text lies within it wherever it stands.
 * A table tells of such a pair which words may stand around it, and only there they are compared.
 */
public final class WordSearch {
    /** Of a byte the bits that are the same in both cases. */
    private static final int CASELESS = 0x5F;

    private static final int PAIRS = (CASELESS << Byte.SIZE | CASELESS) + 1;

    /** By pair, which of the places in words lie there, plus one; 0: none. */
    private final byte[] placesByPair = new byte[PAIRS];

    private final List<Place[]> places = new ArrayList<>();
    private final int step;

    /** A word, and where in it a pair stands. */
    private record Place(Word word, int offset) {}

    /** A word to look for: in any case if it is written in lower case and so asked for. */
    record Word(String text, boolean isAnyCase, long bit) {
        /** Its bit is one of 64, which other words may share. */
        static Word of(String text, boolean isAnyCase) {
            return new Word(text, isAnyCase, 1L << (text.hashCode() * 0x9E37_79B9 >>> 26));
        }

        private boolean standsAt(byte[] bytes, int from, int to) {
            int length = text.length();
            if (to - from < length) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                int there = bytes[from + i];
                if (there != text.charAt(i) && !(isAnyCase && lowerCase(there) == text.charAt(i))) {
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
                words.stream().mapToInt(word -> word.text().length()).min().orElse(2);
        if (shortest < 2) {
            throw new IllegalArgumentException("a word of one character is looked for faster by itself");
        }
        this.step = shortest - 1;
        List<List<Place>> growing = new ArrayList<>();
        for (Word word : words) {
            for (int offset = 0; offset < step; offset++) {
                int pair = pair(
                        (byte) word.text().charAt(offset), (byte) word.text().charAt(offset + 1));
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
        growing.forEach(list -> places.add(list.toArray(Place[]::new)));
    }

    /** Looks for the words of the patterns, and for others as they are written. */
    public static WordSearch of(Collection<WordedPattern> patterns, String... others) {
        return new WordSearch(Stream.concat(
                        patterns.stream().flatMap(WordedPattern::words),
                        Stream.of(others).map(word -> Word.of(word, false)))
                .distinct()
                .toList());
    }

    /** Where the first of the words begins from a place on; -1: none follows. */
    int next(byte[] bytes, int from) {
        int last = bytes.length - 1;
        for (int at = from; at < last; at += step) {
            int known = placesByPair[pair(bytes[at], bytes[at + 1])];
            int first = -1;
            if (known != 0) {
                for (Place place : places.get(known - 1)) {
                    int start = at - place.offset();
                    boolean isFirst = start >= from && (first < 0 || start < first);
                    if (isFirst && place.word().standsAt(bytes, start, bytes.length)) {
                        first = start;
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
            int known = placesByPair[pair(bytes[at], bytes[at + 1])];
            if (known != 0) {
                for (Place place : places.get(known - 1)) {
                    int start = at - place.offset();
                    if (start >= from && place.word().standsAt(bytes, start, to)) {
                        found |= place.word().bit();
                    }
                }
            }
        }
        return found;
    }

    /** Which words stand in the text. */
    public long in(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return in(bytes, 0, bytes.length);
    }

    private static int pair(byte first, byte second) {
        return (first & CASELESS) << Byte.SIZE | (second & CASELESS);
    }
}
