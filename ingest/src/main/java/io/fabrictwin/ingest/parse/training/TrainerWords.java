package io.fabrictwin.ingest.parse.training;

import java.util.List;
import java.util.Locale;

/**
 * Words of trainers' lines. Looking for them is much faster than reading a line, and most lines of a log are about other
 * things.
 */
final class TrainerWords {
    /** At least one of them stands in each line that a trainer's reader understands, in any case. */
    private static final List<String> WORDS = List.of(
            "tep",
            "ter",
            ":::mllog",
            "dlll",
            " (ms)",
            " (mb)",
            "...:",
            "heckpoint",
            "/it",
            "it/s",
            "world",
            "device mesh",
            "rocesses",
            "member",
            "datetime",
            "raining",
            "rainer",
            "batch_size",
            "[begin]",
            "[end]",
            "[instant]");

    private TrainerWords() {}

    /** Whether the text has any of them. */
    static boolean standIn(String text) {
        String lowerCase = text.toLowerCase(Locale.ROOT);
        for (String word : WORDS) {
            if (lowerCase.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
