package io.fabrictwin.ingest.parse.reading;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern, and words of which at least one stands in each text where it is found. Most lines of a log are about other
 * things, and looking for a word is many times faster than looking for a pattern.
 */
public final class WordedPattern {
    private final Pattern pattern;
    private final boolean isAnyCase;
    private final List<String> words;

    /**
     * Reads a pattern.
     *
     * @param words in lower case where the pattern does not tell case
     */
    public static WordedPattern of(Pattern pattern, String... words) {
        return new WordedPattern(pattern, List.of(words));
    }

    private WordedPattern(Pattern pattern, List<String> words) {
        this.pattern = pattern;
        this.isAnyCase = (pattern.flags() & Pattern.CASE_INSENSITIVE) != 0;
        this.words = words;
    }

    /** The first place where the text has it; null: nowhere. */
    public @Nullable Matcher find(String text) {
        if (!hasWord(text)) {
            return null;
        }
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher : null;
    }

    /** The match of the whole text; null: it does not match. */
    public @Nullable Matcher match(String text) {
        if (!hasWord(text)) {
            return null;
        }
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? matcher : null;
    }

    private boolean hasWord(String text) {
        String told = isAnyCase ? text.toLowerCase(Locale.ROOT) : text;
        for (String word : words) {
            if (told.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
