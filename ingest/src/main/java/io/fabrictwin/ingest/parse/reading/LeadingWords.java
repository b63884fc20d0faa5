package io.fabrictwin.ingest.parse.reading;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern, and words with one of which begins whatever it finds. It is tried where such a word stands, not at every
 * character of a text.
 */
public final class LeadingWords {
    private final Pattern pattern;
    private final WordSearch search;

    /**
     * Reads a pattern.
     *
     * @param words of ASCII, two characters or more; in lower case where the pattern does not tell case
     */
    public static LeadingWords of(Pattern pattern, String... words) {
        return new LeadingWords(pattern, words);
    }

    private LeadingWords(Pattern pattern, String... words) {
        this.pattern = pattern;
        this.search = WordSearch.of(List.of(WordedPattern.of(pattern, words)));
    }

    /** The first place from one on where the text has it; null: nowhere. */
    public @Nullable Matcher find(String text, int from) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length != text.length()) {
            // Characters beyond 16 bits: places in the bytes are not those in the text.
            Matcher anywhere = pattern.matcher(text);
            return anywhere.find(from) ? anywhere : null;
        }
        Matcher matcher = null;
        for (int at = search.next(bytes, from); at >= 0; at = search.next(bytes, at + 1)) {
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
}
