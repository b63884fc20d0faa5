package io.fabrictwin.ingest.parse.reading;

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
    private final Pattern pattern;
    private final List<WordSearch.Word> words;
    private final long bits;

    /**
     * Reads a pattern.
     *
     * @param words of ASCII, two characters or more; in lower case where the pattern does not tell case
     */
    public static WordedPattern of(Pattern pattern, String... words) {
        return new WordedPattern(pattern, words);
    }

    private WordedPattern(Pattern pattern, String... words) {
        boolean isAnyCase = (pattern.flags() & Pattern.CASE_INSENSITIVE) != 0;
        this.pattern = pattern;
        this.words = Stream.of(words)
                .map(word -> WordSearch.Word.of(word, isAnyCase))
                .toList();
        this.bits = this.words.stream().mapToLong(WordSearch.Word::bit).reduce(0, (a, b) -> a | b);
    }

    Stream<WordSearch.Word> words() {
        return words.stream();
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
        if (!mayStandAmong(foundWords)) {
            return null;
        }
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher : null;
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
