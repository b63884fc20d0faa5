package io.fabrictwin.ingest.parse.training;

import java.util.List;

/**
 * Words of trainers' lines. Looking for them is much faster than reading a line, and most lines of a log are about other
 * things.
 */
final class TrainerWords {
    /** At least one of them stands in each line that a trainer's reader understands. */
    private static final List<String> WORDS = List.of(
            "tep",
            "ter",
            "ITER",
            ":::MLLOG",
            "DLLL",
            " (ms)",
            " (MB)",
            "...:",
            "heckpoint",
            "/it",
            "it/s",
            "world",
            "device mesh",
            "rocesses",
            "MEMBER",
            "datetime",
            "raining",
            "rainer",
            "batch_size",
            "[BEGIN]",
            "[END]",
            "[INSTANT]");

    private TrainerWords() {}

    /** Whether the text has any of them. */
    static boolean standIn(String text) {
        for (String word : WORDS) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
