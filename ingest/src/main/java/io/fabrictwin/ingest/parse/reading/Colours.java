package io.fabrictwin.ingest.parse.reading;

/** What a program writes to a terminal to colour its text. */
public final class Colours {
    private static final char ESCAPE = '\u001b';

    private Colours() {}

    /** Whether there may be some in the text. */
    public static boolean standIn(String text) {
        return text.indexOf(ESCAPE) >= 0;
    }

    /** The text without them: without ESC, {@code [}, digits with {@code ;} and {@code ?}, and a letter. */
    public static String removedFrom(String text) {
        int escape = text.indexOf(ESCAPE);
        if (escape < 0) {
            return text;
        }
        char[] letters = text.toCharArray();
        int kept = escape;
        int next = escape;
        while (next < letters.length) {
            int from = end(text, next);
            int to = text.indexOf(ESCAPE, Math.max(from, next + 1));
            int count = (to < 0 ? letters.length : to) - from;
            System.arraycopy(letters, from, letters, kept, count);
            kept += count;
            next = from + count;
        }
        return new String(letters, 0, kept);
    }

    /** Where the sequence ends; the same place: it is none. */
    private static int end(String text, int escape) {
        int at = escape + 1;
        if (at >= text.length() || text.charAt(at) != '[') {
            return escape;
        }
        do {
            at++;
        } while (at < text.length() && isParameter(text.charAt(at)));
        boolean isEnded = at < text.length() && isLetter(text.charAt(at));
        return isEnded ? at + 1 : escape;
    }

    private static boolean isParameter(char letter) {
        return (letter >= '0' && letter <= '9') || letter == ';' || letter == '?';
    }

    private static boolean isLetter(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    }
}
