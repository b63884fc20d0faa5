package io.fabrictwin.model.window;

import java.util.Arrays;
import java.util.Optional;

/** How far back a window reaches. */
public enum Span {
    SECOND("1s", 1_000_000_000L),
    TEN_SECONDS("10s", 10_000_000_000L),
    MINUTE("1m", 60_000_000_000L),
    HOUR("1h", 3_600_000_000_000L);

    private final String word;
    private final long ns;

    Span(String word, long ns) {
        this.word = word;
        this.ns = ns;
    }

    /** The span that is called so. */
    public static Optional<Span> ofWord(String word) {
        return Arrays.stream(values()).filter(span -> span.word.equals(word)).findFirst();
    }

    /** What people call it. */
    public String word() {
        return word;
    }

    public long ns() {
        return ns;
    }
}
