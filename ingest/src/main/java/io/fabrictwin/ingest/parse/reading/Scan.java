package io.fabrictwin.ingest.parse.reading;

import java.util.List;

/** Reads a text from left to right; what is not there leaves the place as it was. */
public final class Scan {
    private static final int MAX_DIGITS = 18;
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final int MONTH_CHARACTERS = 3;
    private static final int CLOCK_CHARACTERS = "02:07:08".length();

    private final String text;
    private int at;

    /** At a place in a text. */
    public Scan(String text, int from) {
        this.text = text;
        this.at = from;
    }

    public boolean atEnd() {
        return at >= text.length();
    }

    public int at() {
        return at;
    }

    /** Goes to a place, such as one where it was before. */
    public void goTo(int place) {
        at = place;
    }

    /** The character at hand; a NUL character at the end. */
    public char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    /** What has not been read. */
    public String rest() {
        return text.substring(at);
    }

    /** What was read since a place. */
    public String since(int from) {
        return text.substring(from, at);
    }

    public boolean skip(String expected) {
        if (text.startsWith(expected, at)) {
            at += expected.length();
            return true;
        }
        return false;
    }

    public boolean skip(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    /** Skips the first of these that stands there; false: none does. */
    public boolean skipAny(List<String> expected) {
        for (int i = 0; i < expected.size(); i++) {
            if (skip(expected.get(i))) {
                return true;
            }
        }
        return false;
    }

    public void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    /** Skips blanks, tabs and line ends; false: there is none. */
    public boolean skipWhitespace() {
        int from = at;
        while (at < text.length() && isWhitespace(text.charAt(at))) {
            at++;
        }
        return at > from;
    }

    private static boolean isWhitespace(char letter) {
        return letter == ' ' || (letter >= '\t' && letter <= '\r');
    }

    /** Skips letters, digits and underscores of ASCII; false: there are none. */
    public boolean skipWord() {
        int from = at;
        while (at < text.length() && isOfWord(text.charAt(at))) {
            at++;
        }
        return at > from;
    }

    private static boolean isOfWord(char letter) {
        int lowerCase = letter | 0x20;
        return (letter >= '0' && letter <= '9')
                || letter == '_'
                || (letter < 0x80 && lowerCase >= 'a' && lowerCase <= 'z');
    }

    /** Whether what has not been read holds an end of a line, whichever system's. */
    public boolean hasLineEnd() {
        return text.indexOf('\n', at) >= 0
                || text.indexOf('\r', at) >= 0
                || text.indexOf('\u0085', at) >= 0
                || text.indexOf('\u2028', at) >= 0
                || text.indexOf('\u2029', at) >= 0;
    }

    /** Goes behind the next place where it stands. */
    public boolean skipTo(String expected) {
        int found = text.indexOf(expected, at);
        if (found < 0) {
            return false;
        }
        at = found + expected.length();
        return true;
    }

    /** The number of the next so many digits, nine at most; -1: there are fewer. */
    public int digits(int count) {
        if (at + count > text.length()) {
            return -1;
        }
        int number = 0;
        for (int i = at; i < at + count; i++) {
            int digit = digit(text.charAt(i), DECIMAL);
            if (digit < 0) {
                return -1;
            }
            number = number * DECIMAL + digit;
        }
        at += count;
        return number;
    }

    /** A whole number; -1: there is none of up to 18 digits. */
    public long number() {
        return number(MAX_DIGITS);
    }

    /** A whole number of up to so many digits, 18 at most; -1: there is none, or a longer one. */
    public long number(int maxDigits) {
        int end = at;
        long number = 0;
        while (end < text.length() && end - at <= maxDigits && digit(text.charAt(end), DECIMAL) >= 0) {
            number = number * DECIMAL + digit(text.charAt(end), DECIMAL);
            end++;
        }
        if (end == at || end - at > maxDigits) {
            return -1;
        }
        at = end;
        return number;
    }

    /** Skips a hexadecimal number of up to so many digits; false: there is none, or a longer one. */
    public boolean skipHexadecimal(int maxDigits) {
        int from = at;
        while (at < text.length() && digit(text.charAt(at), HEXADECIMAL) >= 0) {
            at++;
        }
        if (at == from || at - from > maxDigits) {
            at = from;
            return false;
        }
        return true;
    }

    /** The hexadecimal digits at hand, so many of them at most. */
    public String hexadecimal(int maxDigits) {
        int from = at;
        while (at < text.length() && at - from < maxDigits && digit(text.charAt(at), HEXADECIMAL) >= 0) {
            at++;
        }
        return since(from);
    }

    private static int digit(char letter, int base) {
        if (letter >= '0' && letter <= '9') {
            return letter - '0';
        }
        int letters = base - DECIMAL;
        int lowerCase = letter | 0x20;
        return letters > 0 && lowerCase >= 'a' && lowerCase < 'a' + letters ? DECIMAL + lowerCase - 'a' : -1;
    }

    /** A whole number that may be negative. */
    public int signed() {
        int sign = skip("-") ? -1 : 1;
        return sign * small();
    }

    /** A whole number of up to nine digits; -1: there is none. */
    public int small() {
        long number = number();
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    /** Up to the next blank or the end. */
    public String word() {
        int end = text.indexOf(' ', at);
        String word = text.substring(at, end < 0 ? text.length() : end);
        at += word.length();
        return word;
    }

    /** The number of a month by the English beginning of its name, {@code Jan} 1; 0: there is none. */
    public int month() {
        for (int i = 0; i < MONTHS.size(); i++) {
            if (text.startsWith(MONTHS.get(i), at)) {
                at += MONTH_CHARACTERS;
                return i + 1;
            }
        }
        return 0;
    }

    /** Skips {@code 02:07:08}, whatever its figures; false: there is none. */
    public boolean skipClock() {
        if (at + CLOCK_CHARACTERS > text.length()) {
            return false;
        }
        for (int i = 0; i < CLOCK_CHARACTERS; i++) {
            char letter = text.charAt(at + i);
            boolean isMark = i == 2 || i == 5;
            if (isMark ? letter != ':' : digit(letter, DECIMAL) < 0) {
                return false;
            }
        }
        at += CLOCK_CHARACTERS;
        return true;
    }
}
