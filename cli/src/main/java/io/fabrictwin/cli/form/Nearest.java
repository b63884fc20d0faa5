package io.fabrictwin.cli.form;

import java.util.Collection;

/** Finds the word that a person may have meant. */
public final class Nearest {
    private Nearest() {}

    /** {@code "; did you mean 'window'?"}, or nothing where no known word is like this one. */
    public static String hint(String word, Collection<String> known) {
        String nearest = null;
        int least = Math.max(2, word.length() / 3) + 1;
        for (String each : known) {
            int edits = edits(word, each);
            if (edits < least) {
                least = edits;
                nearest = each;
            }
        }
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** Letters to put in, take out or replace to make one word of the other (Levenshtein). */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int column = 0; column <= b.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= a.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= b.length(); column++) {
                int replaced = diagonal + (a.charAt(line - 1) == b.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[b.length()];
    }
}
