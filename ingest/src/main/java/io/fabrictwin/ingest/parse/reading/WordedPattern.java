package io.fabrictwin.ingest.parse.reading;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pattern, and words of which at least one stands in each text where it is found. Most lines of a log are about other
 * things, and looking for words is many times faster than looking for a pattern, for those of many patterns at once
 * above all.
 */
public final class WordedPattern {
    private static final byte[] NO_BYTES = {};

    private final Pattern pattern;
    private final List<WordSearch.Word> words;
    private final long bits;
    /** Null: a match may begin before its word. */
    private final @Nullable WordSearch beginnings;

    /**
     * Reads a pattern.
     *
     * @param words of ASCII, three characters or more; in lower case where the pattern does not tell case
     */
    public static WordedPattern of(Pattern pattern, String... words) {
        return new WordedPattern(pattern, false, false, words);
    }

    /** Reads a pattern all of whose matches begin with one of the words: it is tried where such a word stands. */
    public static WordedPattern beginningWith(Pattern pattern, String... words) {
        return new WordedPattern(pattern, true, false, words);
    }

    /** The same, and no letter, digit or underscore stands before any of its matches. */
    public static WordedPattern alone(Pattern pattern, String... words) {
        return new WordedPattern(pattern, true, true, words);
    }

    private WordedPattern(Pattern pattern, boolean beginsWithWord, boolean isAlone, String... words) {
        boolean isAnyCase = (pattern.flags() & Pattern.CASE_INSENSITIVE) != 0;
        this.pattern = pattern;
        this.words = Stream.of(words)
                .map(word -> new WordSearch.Word(word, isAnyCase, isAlone))
                .toList();
        this.bits = this.words.stream().mapToLong(WordSearch.Word::bit).reduce(0, (a, b) -> a | b);
        this.beginnings = beginsWithWord ? WordSearch.of(List.of(this)) : null;
    }

    Stream<WordSearch.Word> words() {
        return words.stream();
    }

    /** What was found beside its words. */
    public long beside(long foundWords) {
        return foundWords & ~bits;
    }

    /** False: the pattern is not found where a search found these words. */
    public boolean mayStandAmong(long foundWords) {
        return (bits & foundWords) != 0;
    }

    /**
     * The first place where the text has it; null: nowhere.
     *
     * @param foundWords what a search that knows this pattern found in the text, or in one that the text is a part of
     */
    public @Nullable Matcher find(String text, long foundWords) {
        return mayStandAmong(foundWords) ? findFrom(text, 0) : null;
    }

    /** The first place from one on where the text has it; null: nowhere. */
    public @Nullable Matcher findFrom(String text, int from) {
        byte[] bytes = beginnings == null ? NO_BYTES : text.getBytes(StandardCharsets.ISO_8859_1);
        Matcher matcher = null;
        if (beginnings == null || bytes.length != text.length()) {
            // With characters beyond 16 bits, places in the bytes are not those in the text.
            matcher = pattern.matcher(text);
            return matcher.find(from) ? matcher : null;
        }
        for (int at = beginnings.next(bytes, from); at >= 0; at = beginnings.next(bytes, at + 1)) {
            if (matcher == null) {
                // What stands before the word is seen by patterns that look back.
                matcher = pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
            }
            if (matcher.region(at, text.length()).lookingAt()) {
                return matcher;
            }
        }
        return null;
    }

    /**
     * The match of the whole text; null: it does not match.
     *
     * @param foundWords as for {@link #find(String, long)}
     */
    public @Nullable Matcher match(String text, long foundWords) {
        if (!mayStandAmong(foundWords)) {
            return null;
        }
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? matcher : null;
    }
}
