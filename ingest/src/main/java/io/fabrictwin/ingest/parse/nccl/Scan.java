package io.fabrictwin.ingest.parse.nccl;

/** Reads a text from left to right; what is not there leaves the place as it was. */
final class Scan {
    private static final int MAX_DIGITS = 18;
    private final String text;
    private int at;

    Scan(String text, int from) {
        this.text = text;
        this.at = from;
    }

    boolean atEnd() {
        return at >= text.length();
    }

    int at() {
        return at;
    }

    /** What has not been read. */
    String rest() {
        return text.substring(at);
    }

    boolean skip(String expected) {
        if (text.startsWith(expected, at)) {
            at += expected.length();
            return true;
        }
        return false;
    }

    void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    /** Goes behind the next place where it stands. */
    boolean skipTo(String expected) {
        int found = text.indexOf(expected, at);
        if (found < 0) {
            return false;
        }
        at = found + expected.length();
        return true;
    }

    /** A whole number; -1: there is none of up to 18 digits. */
    long number() {
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (end == at || end - at > MAX_DIGITS) {
            return -1;
        }
        long number = Long.parseLong(text, at, end, 10);
        at = end;
        return number;
    }

    /** A whole number that may be negative. */
    int signed() {
        int sign = skip("-") ? -1 : 1;
        return sign * small();
    }

    /** A whole number of up to nine digits; -1: there is none. */
    int small() {
        long number = number();
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    /** Up to the next blank or the end. */
    String word() {
        int end = text.indexOf(' ', at);
        String word = text.substring(at, end < 0 ? text.length() : end);
        at += word.length();
        return word;
    }
}
